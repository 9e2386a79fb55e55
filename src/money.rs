//! Every path that moves value. State is stored before value leaves, so a receiver that called
//! back would find the game over, the queue empty, the credit gone.
//!
//! At all times and for each token: balance = the waiting player's wager + the stakes of open
//! challenges + two stakes for each ongoing game + all credits, and what came by no endpoint. A
//! payout on its way to another shard has left the balance.

use multiversx_sc::api::{HandleConstraints, SendApi, SendApiImpl, EndpointArgumentApi, EndpointArgumentApiImpl};
use multiversx_sc::imports::*;

use crate::errors::*;
use crate::parts::{address_at, byte_at, part, rest};
use crate::stored_game::{StoredGame, traits};
use crate::stored_state::Stake;

/// Gas for the transfer in another shard. Too little and a game could not end.
const PROMISE_GAS: u64 = 500_000;

/// Gas for the callback besides what the network locks for it: to store a credit.
const CALLBACK_GAS: u64 = 1_000_000;

/// EGLD's identifier among tokens.
const EGLD: &[u8; 11] = b"EGLD-000000";

/// How many tokens one `withdraw` pays out.
const MAX_WITHDRAWN: usize = 16;

#[multiversx_sc::module]
pub trait MoneyModule:
    crate::storage::StorageModule + crate::events::EventsModule + crate::stored_state::StateModule
{
    /// The payment must be exactly one stake, or nothing where there is none.
    fn require_stake_paid(&self, stake: &Stake<Self::Api>) {
        check!(self.payment() == *stake, ERROR_WRONG_PAYMENT);
    }

    /// What the caller has paid, in EGLD or one fungible token.
    fn payment(&self) -> Stake<Self::Api> {
        let payments = self.call_value().all();
        check!(payments.len() < 2, ERROR_WRONG_PAYMENT);
        let Some(payment) = payments.iter().next() else {
            return Stake::none();
        };
        check!(payment.token_nonce == 0, ERROR_WRONG_PAYMENT);
        Stake::new(
            payment.token_identifier.as_managed_buffer(),
            &payment.amount.as_big_uint().to_bytes_be_buffer(),
        )
    }

    /// What each player of a game has paid.
    fn stake_of(&self, game: &StoredGame<Self::Api>) -> Stake<Self::Api> {
        if !game.has(traits::CHALLENGE) {
            return game.contract.wager();
        }
        match game.has(traits::STAKE) {
            true => Stake(self.stake(game.id).get()),
            false => Stake::none(),
        }
    }

    /// Pays one or two stakes out. What can't be delivered is credited, so that nobody's payout
    /// depends on anybody else's account.
    #[inline(never)]
    fn pay_stakes(&self, stake: &Stake<Self::Api>, to: &ManagedAddress, stakes: u32) {
        let (token, amount) = (stake.token(), stake.amount() * stakes);
        if !self.deliver(&token, to, &amount) {
            self.add_credit(to, &token, amount);
        }
    }

    /// Pays out what is owed to a player, up to 16 tokens in a call.
    fn pay_credits(&self, to: &ManagedAddress) {
        let count_at = self.credited_count(to);
        let mut count = count_at.get();
        check!(count > 0, ERROR_NOTHING_OWED);
        let mut at = count;
        let mut paid = 0;
        // From the last on: what is taken out of the list, the last takes its place.
        while at > 0 && paid < MAX_WITHDRAWN {
            let item = self.credited_token(to, at);
            let token = item.get();
            let credit = self.credit(to, &token);
            let amount = credit.take();
            if self.deliver(&token, to, &amount) {
                self.credit_total(&token).update(|total| *total -= &amount);
                self.withdrawn_event(to, &token, &amount);
                let last = self.credited_token(to, count);
                item.set(last.get());
                last.clear();
                count -= 1;
                paid += 1;
            } else {
                credit.set(amount);
            }
            at -= 1;
        }
        count_at.set(count);
        check!(paid > 0, ERROR_NOT_DELIVERED);
    }

    /// Sends without running the receiver's code; false where that is refused at once.
    ///
    /// Within the shard, and for EGLD to a wallet, which can't be refused, the plain transfer does.
    /// Otherwise the other shard may send the payout back, to [`MoneyModule::payout_returned`].
    fn deliver(&self, token: &ManagedBuffer, to: &ManagedAddress, amount: &BigUint) -> bool {
        let here = self.blockchain().get_sc_address();
        let is_elsewhere = self.blockchain().get_shard_of_address(to)
            != self.blockchain().get_shard_of_address(&here);
        let egld = ManagedBuffer::from(EGLD);
        let is_egld = *token == egld;
        let could_be_refused = !is_egld || self.blockchain().is_smart_contract(to);
        if is_elsewhere && could_be_refused {
            let mut arguments = ManagedArgBuffer::new();
            arguments.push_arg(to);
            arguments.push_arg_raw(ManagedBuffer::new_from_bytes(&[1]));
            arguments.push_arg(token);
            arguments.push_arg_raw(ManagedBuffer::new()); // fungible: 0
            arguments.push_arg(amount);
            // The framework's promise would pack the callback's argument into a list first.
            self.send_raw().create_async_call_raw(
                &here,
                &BigUint::zero(),
                &ManagedBuffer::from("MultiESDTNFTTransfer"),
                &arguments,
                "payout_returned",
                "payout_returned",
                PROMISE_GAS,
                CALLBACK_GAS,
                to.as_managed_buffer(),
            );
            return true;
        }
        // The raw call: `Payment`'s treats EGLD apart, and fails the transaction where it can't
        // be delivered.
        // SAFETY: a token identifier that a payment had.
        let token = unsafe { EgldOrEsdtTokenIdentifier::from_handle(token.get_handle()) };
        let amount = unsafe { BigUint::from_handle(amount.get_handle()) };
        let payment = EgldOrEsdtTokenPayment::new(token, 0, amount);
        let payments: ManagedVec<EgldOrEsdtTokenPayment> = ManagedVec::from_single_item(payment);
        let nothing: ManagedBuffer = ManagedBuffer::new();
        let outcome = Self::Api::send_api_impl().multi_transfer_esdt_nft_execute_with_return(
            to.get_handle().get_raw_handle(),
            payments.get_handle().get_raw_handle(),
            0,
            nothing.get_handle().get_raw_handle(),
            nothing.get_handle().get_raw_handle(),
        );
        outcome == 0
    }

    /// Another shard has taken a payout, or sends it back with the value.
    #[payable]
    #[endpoint(payout_returned)]
    fn payout_returned(&self, _results: IgnoreValue) {
        // Fails but in a callback. What the promise was given: who is paid.
        let to = ManagedBuffer::new();
        Self::Api::argument_api_impl().load_callback_closure_buffer(to.get_handle());
        let to = address_at(&to, 0);
        // with one payment, as it was sent, or none
        let payment = self.payment();
        if !payment.is_none() {
            self.add_credit(&to, &payment.token(), payment.amount());
        }
    }

    fn add_credit(&self, to: &ManagedAddress, token: &ManagedBuffer, amount: BigUint) {
        self.credited_event(to, token, &amount);
        self.credit_total(token).update(|total| *total += &amount);
        let credit = self.credit(to, token);
        let before = credit.get();
        if before == 0 {
            let count_at = self.credited_count(to);
            let count = count_at.get() + 1;
            count_at.set(count);
            self.credited_token(to, count).set(token);
        }
        credit.set(before + amount);
    }
}

impl<M: ManagedTypeApi> Stake<M> {
    pub fn none() -> Self {
        Stake(ManagedBuffer::new())
    }

    pub fn new(token: &ManagedBuffer<M>, amount: &ManagedBuffer<M>) -> Self {
        let mut stake = ManagedBuffer::new_from_bytes(&[token.len() as u8]);
        stake.append(token);
        stake.append(amount);
        Stake(stake)
    }

    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    fn token_len(&self) -> usize {
        byte_at(&self.0, 0) as usize
    }

    /// The token's identifier, `EGLD-000000` for EGLD.
    pub fn token(&self) -> ManagedBuffer<M> {
        part(&self.0, 1, self.token_len())
    }

    /// In the token's smallest unit.
    pub fn amount(&self) -> BigUint<M> {
        BigUint::from_bytes_be_buffer(&rest(&self.0, 1 + self.token_len()))
    }
}
