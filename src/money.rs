//! Every path that moves value. State is stored before value leaves, so a receiver that called
//! back would find the game over, the queue empty, the credit gone.
//!
//! At all times and for each token: balance = the waiting player's wager + the stakes of open
//! challenges + two stakes for each ongoing game + all credits, and what came by no endpoint. A
//! game of several rounds holds a stake for each. A pending payout to another shard has left the
//! balance.

use chess_record::flags;
use multiversx_sc::api::{HandleConstraints, SendApi, SendApiImpl};
use multiversx_sc::imports::*;

use crate::errors::*;
use crate::stored::{Stake, StoredGame};

/// Gas for the transfer in another shard. With too little a game could not end.
const PROMISE_GAS: u64 = 500_000;

/// Gas for the callback to store a credit, in addition to the gas that the network locks for it.
const CALLBACK_GAS: u64 = 1_000_000;

/// The name of [`MoneyModule::payout_returned`] in the compiled contract.
const CALLBACK: &str = "payout_returned";

/// EGLD's identifier among tokens.
const EGLD: &[u8; 11] = b"EGLD-000000";

/// The longest amount that a player pays in, in bytes. No sum of credits comes near the 100 that the
/// network transfers at most, and [`CALLBACK_GAS`] is enough to store one.
pub const MAX_AMOUNT_LEN: usize = 32;

/// The most tokens that one `withdraw` pays out.
const MAX_WITHDRAWN: usize = 16;

#[multiversx_sc::module]
pub trait MoneyModule: crate::stored::StorageModule + crate::events::EventsModule {
    // ---- what comes in

    /// The payment must be the stake of this number of rounds, or nothing if there is no stake.
    fn require_stake_paid(&self, stake: &Stake<Self::Api>, rounds: u8) {
        check!(self.payment() == stake.times(rounds), ERROR_WRONG_PAYMENT);
    }

    /// The caller's payment, in EGLD or one fungible token.
    fn payment(&self) -> Stake<Self::Api> {
        let payments = self.call_value().all();
        check!(payments.len() < 2, ERROR_WRONG_PAYMENT);
        let Some(payment) = payments.iter().next() else {
            return Stake::none();
        };
        check!(payment.is_fungible(), ERROR_WRONG_PAYMENT);
        Stake::new(
            payment.token_identifier.as_managed_buffer(),
            &payment.amount.as_big_uint().to_bytes_be_buffer(),
        )
    }

    /// The caller's payment divided by the number of rounds.
    fn payment_for_a_round(&self, rounds: u8) -> Stake<Self::Api> {
        let payment = self.payment();
        check!(
            payment.is_none() || payment.amount_bytes().len() <= MAX_AMOUNT_LEN,
            ERROR_INVALID_AMOUNT
        );
        let stake = payment.divided_by(rounds);
        check!(payment == stake.times(rounds), ERROR_UNEVEN_PAYMENT);
        stake
    }

    /// The stake of each player of a game for a round: in a queued game the wager.
    fn stake_of(&self, game: &StoredGame<Self::Api>) -> Stake<Self::Api> {
        if !game.head.has(flags::CHALLENGE) {
            return game.contract.wager();
        }
        match game.head.has(flags::STAKE) {
            true => self.stake(game.id).get(),
            false => Stake::none(),
        }
    }

    // ---- what goes out

    /// Pays out this number of stakes. An amount that can't be delivered becomes a credit, so no
    /// player's payout depends on another account.
    fn pay_stakes(&self, stake: &Stake<Self::Api>, to: &ManagedAddress, stakes: u32) {
        let is_there = self.has_stakes(stake, stakes);
        self.pay_or_credit(stake, to, stakes, is_there);
    }

    /// Whether the contract has this number of stakes: the manager of a token can wipe it.
    fn has_stakes(&self, stake: &Stake<Self::Api>, stakes: u32) -> bool {
        self.has(&stake.token(), &(stake.amount() * stakes))
    }

    /// Whether the contract has an amount; of EGLD it always has what it owes.
    fn has(&self, token: &ManagedBuffer, amount: &BigUint) -> bool {
        if self.is_egld(token) {
            return true;
        }
        let here = self.blockchain().get_sc_address();
        let identifier = EsdtTokenIdentifier::from(token.clone());
        self.blockchain().get_esdt_balance(&here, &identifier, 0) >= *amount
    }

    fn is_egld(&self, token: &ManagedBuffer) -> bool {
        let egld = ManagedBuffer::from(EGLD);
        *token == egld
    }

    /// Pays out this number of stakes if the contract has all that the call pays (`is_there`), else
    /// credits them.
    fn pay_or_credit(
        &self,
        stake: &Stake<Self::Api>,
        to: &ManagedAddress,
        stakes: u32,
        is_there: bool,
    ) {
        let (token, amount) = (stake.token(), stake.amount() * stakes);
        if !(is_there && self.deliver(&token, to, &amount)) {
            self.add_credit(to, &token, amount);
        }
    }

    /// Pays out a player's credits that can be delivered, up to 16 tokens in a call.
    fn pay_credits(&self, to: &ManagedAddress) {
        let mut tokens = self.credited_tokens(to);
        let mut at = tokens.len();
        check!(at > 0, ERROR_NOTHING_OWED);
        let mut paid = 0;
        // Backwards: the list's last token takes the place of a removed one.
        while at > 0 && paid < MAX_WITHDRAWN {
            let token = tokens.get(at);
            let credit = self.credit(to, &token);
            let amount = credit.take(); // stored before the value leaves
            if self.has(&token, &amount) && self.deliver(&token, to, &amount) {
                self.credit_total(&token).update(|total| *total -= &amount);
                self.withdrawn_event(to, &token, &amount);
                tokens.swap_remove(at);
                paid += 1;
            } else {
                credit.set(amount);
            }
            at -= 1;
        }
        check!(paid > 0, ERROR_NOT_DELIVERED);
    }

    /// Sends without running the receiver's code. Returns false if the network refuses immediately.
    ///
    /// Within the shard, and for EGLD to a wallet, which can't be refused, a plain transfer does.
    /// Otherwise the other shard may send the payout back, to [`MoneyModule::payout_returned`].
    fn deliver(&self, token: &ManagedBuffer, to: &ManagedAddress, amount: &BigUint) -> bool {
        let here = self.blockchain().get_sc_address();
        let is_elsewhere = self.blockchain().get_shard_of_address(to)
            != self.blockchain().get_shard_of_address(&here);
        let is_egld = self.is_egld(token);
        let could_be_refused = !is_egld || self.blockchain().is_smart_contract(to);
        if !is_elsewhere || !could_be_refused {
            return self.transfer(token, to, amount);
        }
        let is_sent = is_egld || self.may_send(&here, token);
        if is_sent {
            self.promise(&here, token, to, amount);
        }
        is_sent
    }

    /// Sends to another shard, by a promise. The network debits the contract at the end of the call, and
    /// fails all of it if it can't, so `has` and `may_send` check first.
    fn promise(
        &self,
        here: &ManagedAddress,
        token: &ManagedBuffer,
        to: &ManagedAddress,
        amount: &BigUint,
    ) {
        let mut arguments = ManagedArgBuffer::new();
        arguments.push_arg_raw(to.as_managed_buffer().clone());
        arguments.push_arg(1u8); // one token
        arguments.push_arg_raw(token.clone());
        arguments.push_arg_raw(ManagedBuffer::new()); // fungible: 0
        arguments.push_arg_raw(amount.to_bytes_be_buffer());
        let mut closure_arguments = ManagedArgBuffer::new();
        closure_arguments.push_arg(to);
        let mut closure = ManagedBuffer::new();
        closure_arguments.serialize_overwrite(&mut closure);
        // The framework's builder of promises takes 1,158 bytes more.
        self.send_raw().create_async_call_raw(
            here,
            &BigUint::zero(),
            &ManagedBuffer::from("MultiESDTNFTTransfer"),
            &arguments,
            CALLBACK, // taken
            CALLBACK, // sent back
            PROMISE_GAS,
            CALLBACK_GAS,
            &closure,
        );
    }

    /// Whether the contract may send an ESDT now: the token isn't paused, the contract isn't frozen
    /// and, if only accounts with a role may transfer, has the role.
    fn may_send(&self, here: &ManagedAddress, token: &ManagedBuffer) -> bool {
        let identifier = EsdtTokenIdentifier::from(token.clone());
        let chain = self.blockchain();
        !chain.is_esdt_paused(&identifier)
            && !chain.is_esdt_frozen(here, &identifier, 0)
            && (!chain.is_esdt_limited_transfer(&identifier) || self.has_transfer_role(token))
    }

    /// Whether the contract's only role for a token is that of sending it. The VM's hook for roles
    /// reports every role except this one.
    fn has_transfer_role(&self, token: &ManagedBuffer) -> bool {
        // a list of one name in protobuf: tag, length, name
        let transfer_role = ManagedBuffer::from(b"\n\x10ESDTTransferRole");
        self.own_roles(token).get() == transfer_role
    }

    /// Sends within the shard, or EGLD to a wallet anywhere.
    fn transfer(&self, token: &ManagedBuffer, to: &ManagedAddress, amount: &BigUint) -> bool {
        let token = EgldOrEsdtTokenIdentifier::from(token.clone());
        let payment = EgldOrEsdtTokenPayment::new(token, 0, amount.clone());
        let payments: ManagedVec<EgldOrEsdtTokenPayment> = ManagedVec::from_single_item(payment);
        let nothing: ManagedBuffer = ManagedBuffer::new();
        // The framework's transfer of a `Payment` fails the transaction if EGLD can't be delivered,
        // and its fallible transfer takes 205 bytes more.
        let outcome = Self::Api::send_api_impl().multi_transfer_esdt_nft_execute_with_return(
            to.get_handle().get_raw_handle(),
            payments.get_handle().get_raw_handle(),
            0,
            nothing.get_handle().get_raw_handle(),
            nothing.get_handle().get_raw_handle(),
        );
        outcome == 0
    }

    /// The callback of a promise: another shard has taken a payout, or sends it back with the value.
    /// Nobody can call it: outside of a callback there is no closure to load, and the call fails.
    #[label("callback")]
    #[promises_callback]
    fn payout_returned(&self, to: ManagedAddress) {
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
        if credit.is_empty() {
            self.credited_tokens(to).push(token);
        }
        credit.update(|credit| *credit += amount);
    }
}
