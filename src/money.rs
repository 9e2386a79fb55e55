//! Every path that moves value. State is stored before value leaves, so a receiver that called
//! back would find the game over, the queue empty, the credit gone.
//!
//! At all times: balance of the wager's token = the waiting player's wager + two wagers for
//! each ongoing game + all credits.

use multiversx_sc::imports::*;

use crate::errors::*;
use crate::settings::Settings;

#[multiversx_sc::module]
pub trait MoneyModule: crate::storage::StorageModule + crate::events::EventsModule {
    fn require_wager_paid(&self, settings: &Settings<Self::Api>) {
        let payments = self.call_value().all();
        require!(payments.len() == 1, WRONG_PAYMENT);
        let (payment, wager) = (payments.get(0), settings.wager());
        require!(
            *payment.token_identifier.as_managed_buffer() == wager.token
                && payment.token_nonce == 0
                && payment.amount.as_big_uint().to_bytes_be_buffer() == wager.amount,
            WRONG_PAYMENT
        );
    }

    /// Pays one or two wagers out. What can't be delivered is credited, so that nobody's
    /// payout depends on anybody else's account.
    fn pay_wagers(&self, settings: &Settings<Self::Api>, to: &ManagedAddress, wagers: u32) {
        let wager = settings.wager();
        let mut amount = BigUint::from_bytes_be_buffer(&wager.amount);
        if wagers == 2 {
            amount += amount.clone();
        }
        if !self.deliver(&wager.token, to, &amount) {
            self.credit(to).update(|credit| *credit += &amount);
            self.credited_event(to, &amount);
        }
    }

    fn pay_credit(&self, settings: &Settings<Self::Api>, to: &ManagedAddress) {
        let credit = self.credit(to);
        require!(!credit.is_empty(), NOTHING_OWED);
        let amount = credit.take();
        require!(
            self.deliver(&settings.wager().token, to, &amount),
            NOT_DELIVERED
        );
        self.withdrawn_event(to, &amount);
    }

    /// Whether the transfer went through.
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
