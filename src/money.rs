//! Every path that moves value. State is stored before value leaves, so a receiver that called
//! back would find the game over, the queue empty, the credit gone.
//!
//! At all times: balance of the wager's token = the waiting player's wager + two wagers for
//! each ongoing game + all credits.

use multiversx_sc::imports::*;

use crate::errors::*;
use crate::stored_state::ContractState;

#[multiversx_sc::module]
pub trait MoneyModule: crate::storage::StorageModule + crate::events::EventsModule {
    fn require_wager_paid(&self, state: &ContractState<Self::Api>) {
        let payments = self.call_value().all();
        require!(payments.len() == 1, ERROR_WRONG_PAYMENT);
        let (payment, wager) = (payments.get(0), state.wager());
        require!(
            *payment.token_identifier.as_managed_buffer() == wager.token
                && payment.token_nonce == 0
                && payment.amount.as_big_uint().to_bytes_be_buffer() == wager.amount,
            ERROR_WRONG_PAYMENT
        );
    }

    /// Pays one or two wagers out. What can't be delivered is credited, so that nobody's
    /// payout depends on anybody else's account.
    fn pay_wagers(&self, state: &ContractState<Self::Api>, to: &ManagedAddress, wagers: u32) {
        let wager = state.wager();
        let mut amount = BigUint::from_bytes_be_buffer(&wager.amount);
        if wagers == 2 {
            amount += amount.clone();
        }
        if !self.deliver(&wager.token, to, &amount) {
            self.credit(to).update(|credit| *credit += &amount);
            self.credited_event(to, &amount);
        }
    }

    fn pay_credit(&self, state: &ContractState<Self::Api>, to: &ManagedAddress) {
        let credit = self.credit(to);
        require!(!credit.is_empty(), ERROR_NOTHING_OWED);
        let amount = credit.take();
        require!(
            self.deliver(&state.wager().token, to, &amount),
            ERROR_NOT_DELIVERED
        );
        self.withdrawn_event(to, &amount);
    }

    /// Sends, without running the receiver's code; false where the VM refuses in this shard (what
    /// another shard refuses: docs/security.md, Shards).
    ///
    /// The raw call, because the one for `Payment` treats EGLD apart and fails the transaction
    /// where it can't be delivered.
    fn deliver(&self, token: &ManagedBuffer, to: &ManagedAddress, amount: &BigUint) -> bool {
        let payment = EgldOrEsdtTokenPayment::new(
            EgldOrEsdtTokenIdentifier::from(token.clone()),
            0,
            amount.clone(),
        );
        let payments = ManagedVec::from_single_item(payment);
        self.send_raw()
            .multi_egld_or_esdt_transfer_execute_fallible(
                to,
                &payments,
                0,
                &ManagedBuffer::new(),
                &ManagedArgBuffer::new(),
            )
            .is_ok()
    }
}
