//! Every path that moves value. State is stored before value leaves, so a receiver that called
//! back would find the game over, the queue empty, the credit gone.
//!
//! At all times and for each token: balance = the waiting player's wager + the stakes of open
//! challenges + two stakes for each ongoing game + all credits + payouts on their way to another
//! shard.

use multiversx_sc::imports::*;

use crate::errors::*;
use crate::stored_game::{StoredGame, traits};
use crate::stored_state::{ContractState, Stake};

/// Gas for the transfer in another shard. Too little and a game could not end.
const PROMISE_GAS: u64 = 500_000;

/// Gas for the callback besides what the network locks for it: to store a credit.
const CALLBACK_GAS: u64 = 1_000_000;

/// The first byte of a player's credits. Edition 1 stored one amount, which never begins with 0.
const CREDITS_VERSION: u8 = 0;

/// EGLD's identifier among tokens.
const EGLD: &[u8; 11] = b"EGLD-000000";

/// How many tokens one `withdraw` pays out.
const MAX_WITHDRAWN: usize = 16;

#[multiversx_sc::module]
pub trait MoneyModule:
    crate::storage::StorageModule + crate::events::EventsModule + crate::stored_state::StateModule
{
    /// The payment must be exactly one stake, or nothing where there is none.
    fn require_stake_paid(&self, stake: Option<Stake<Self::Api>>) {
        let is_paid = match (self.payment(), stake) {
            (None, None) => true,
            (Some(payment), Some(stake)) => {
                payment.token == stake.token && payment.amount == stake.amount
            }
            _ => false,
        };
        require!(is_paid, ERROR_WRONG_PAYMENT);
    }

    /// What the caller has paid, in EGLD or one fungible token; `None` for nothing.
    fn payment(&self) -> Option<Stake<Self::Api>> {
        let payments = self.call_value().all();
        require!(payments.len() < 2, ERROR_WRONG_PAYMENT);
        if payments.is_empty() {
            return None;
        }
        let payment = payments.get(0);
        require!(payment.token_nonce == 0, ERROR_WRONG_PAYMENT);
        Some(Stake {
            token: payment.token_identifier.as_managed_buffer().clone(),
            amount: payment.amount.as_big_uint().to_bytes_be_buffer(),
        })
    }

    /// What each player of a game has paid; `None` for a game without a stake.
    fn stake_of(
        &self,
        state: &ContractState<Self::Api>,
        game_id: usize,
        game: &StoredGame<Self::Api>,
    ) -> Option<Stake<Self::Api>> {
        if !game.has(traits::CHALLENGE) {
            return Some(state.wager());
        }
        if !game.has(traits::STAKE) {
            return None;
        }
        let mut stakes = StakeReader::of(self.stake(game_id).get());
        stakes.next()
    }

    /// Pays one or two stakes out. What can't be delivered is credited, so that nobody's payout
    /// depends on anybody else's account.
    fn pay_stakes(&self, stake: &Stake<Self::Api>, to: &ManagedAddress, stakes: u32) {
        let amount = BigUint::from_bytes_be_buffer(&stake.amount) * stakes;
        if !self.deliver(&stake.token, to, &amount) {
            self.add_credit(to, &stake.token, amount);
        }
    }

    /// Pays out what is owed to a player, up to 16 tokens in a call.
    fn pay_credits(&self, to: &ManagedAddress) {
        let mut credits = StakeReader::of(self.credits(to));
        require!(!credits.is_empty(), ERROR_NOTHING_OWED);
        self.credit(to).clear();
        let mut kept = ManagedBuffer::new();
        let mut paid = 0;
        for _ in 0..MAX_WITHDRAWN {
            let Some(credit) = credits.next() else {
                break;
            };
            let amount = BigUint::from_bytes_be_buffer(&credit.amount);
            if self.deliver(&credit.token, to, &amount) {
                self.withdrawn_event(to, &credit.token, &amount);
                self.credit_total(&credit.token).update(|total| {
                    // edition 1 kept no total
                    *total -= amount.clone().min(total.clone());
                });
                paid += 1;
            } else {
                credit.append_to(&mut kept);
            }
        }
        require!(paid > 0, ERROR_NOT_DELIVERED);
        kept.append(&credits.rest());
        self.store_credits(to, &kept);
    }

    /// Sends without running the receiver's code; false where that is refused at once.
    ///
    /// Within the shard, and for EGLD to a wallet, which can't be refused, the plain transfer does.
    /// Otherwise the other shard may send the payout back, to [`MoneyModule::payout_returned`].
    fn deliver(&self, token: &ManagedBuffer, to: &ManagedAddress, amount: &BigUint) -> bool {
        let here = self.blockchain().get_sc_address();
        let is_elsewhere = self.blockchain().get_shard_of_address(to)
            != self.blockchain().get_shard_of_address(&here);
        let is_egld = *token == ManagedBuffer::from(EGLD);
        let could_be_refused = !is_egld || self.blockchain().is_smart_contract(to);
        if is_elsewhere && could_be_refused {
            let mut arguments = ManagedArgBuffer::new();
            arguments.push_arg(to);
            arguments.push_arg(1u8);
            arguments.push_arg(token);
            arguments.push_arg(0u8); // fungible
            arguments.push_arg(amount);
            self.tx()
                .to(here)
                .raw_call("MultiESDTNFTTransfer")
                .arguments_raw(arguments)
                .gas(PROMISE_GAS)
                .callback(self.callbacks().payout_returned(to))
                .gas_for_callback(CALLBACK_GAS)
                .register_promise();
            return true;
        }
        // The raw call: `Payment`'s treats EGLD apart, and fails the transaction where it can't
        // be delivered.
        let payment = EgldOrEsdtTokenPayment::new(token.clone().into(), 0, amount.clone());
        self.send_raw()
            .multi_egld_or_esdt_transfer_execute_fallible(
                to,
                &ManagedVec::from_single_item(payment),
                0,
                &ManagedBuffer::new(),
                &ManagedArgBuffer::new(),
            )
            .is_ok()
    }

    /// Another shard has taken a payout, or sends it back with the value.
    #[promises_callback]
    fn payout_returned(&self, to: &ManagedAddress) {
        // with one payment, as it was sent, or none
        if let Some(payment) = self.payment() {
            let amount = BigUint::from_bytes_be_buffer(&payment.amount);
            self.add_credit(to, &payment.token, amount);
        }
    }

    // ---- credits

    fn add_credit(&self, to: &ManagedAddress, token: &ManagedBuffer, amount: BigUint) {
        self.credited_event(to, token, &amount);
        self.credit_total(token).update(|total| *total += &amount);
        let mut total = amount;
        let mut others = ManagedBuffer::new();
        let mut credits = StakeReader::of(self.credits(to));
        while let Some(credit) = credits.next() {
            if credit.token == *token {
                total += BigUint::from_bytes_be_buffer(&credit.amount);
            } else {
                credit.append_to(&mut others);
            }
        }
        let credit = Stake {
            token: token.clone(),
            amount: total.to_bytes_be_buffer(),
        };
        credit.append_to(&mut others);
        self.store_credits(to, &others);
    }

    /// What is owed to a player: one [`Stake`] after the other.
    fn credits(&self, player: &ManagedAddress) -> ManagedBuffer {
        let stored = self.credit(player).get();
        if stored.is_empty() {
            return stored;
        }
        let mut version = [CREDITS_VERSION];
        stored.load_slice(0, &mut version);
        if version != [CREDITS_VERSION] {
            // edition 1: an amount of the wager's token
            let mut credits = ManagedBuffer::new();
            let token = self.state().wager().token;
            let amount = stored;
            Stake { token, amount }.append_to(&mut credits);
            return credits;
        }
        stored.copy_slice(1, stored.len() - 1).unwrap_or_default()
    }

    fn store_credits(&self, player: &ManagedAddress, credits: &ManagedBuffer) {
        if credits.is_empty() {
            return;
        }
        let mut stored = ManagedBuffer::new_from_bytes(&[CREDITS_VERSION]);
        stored.append(credits);
        self.credit(player).set(stored);
    }
}

impl<M: ManagedTypeApi> Stake<M> {
    /// Appends it as it is stored: the lengths of identifier and amount, a byte each, and both.
    pub fn append_to(&self, buffer: &mut ManagedBuffer<M>) {
        buffer.append_bytes(&[self.token.len() as u8, self.amount.len() as u8]);
        buffer.append(&self.token);
        buffer.append(&self.amount);
    }
}

/// Reads stakes as [`Stake::append_to`] stores them.
pub struct StakeReader<M: ManagedTypeApi> {
    buffer: ManagedBuffer<M>,
    at: usize,
}

impl<M: ManagedTypeApi> StakeReader<M> {
    pub fn of(buffer: ManagedBuffer<M>) -> Self {
        StakeReader { buffer, at: 0 }
    }

    pub fn is_empty(&self) -> bool {
        self.buffer.is_empty()
    }

    /// What hasn't been read yet.
    pub fn rest(&self) -> ManagedBuffer<M> {
        self.part(self.at, self.buffer.len() - self.at)
    }

    fn part(&self, at: usize, len: usize) -> ManagedBuffer<M> {
        self.buffer.copy_slice(at, len).unwrap_or_default()
    }
}

impl<M: ManagedTypeApi> Iterator for StakeReader<M> {
    type Item = Stake<M>;

    #[inline(never)] // smaller than a copy at each call
    fn next(&mut self) -> Option<Stake<M>> {
        if self.at == self.buffer.len() {
            return None;
        }
        let mut lens = [0; 2];
        self.buffer.load_slice(self.at, &mut lens);
        let [token_len, amount_len] = lens.map(usize::from);
        let token = self.part(self.at + 2, token_len);
        let amount = self.part(self.at + 2 + token_len, amount_len);
        self.at += 2 + token_len + amount_len;
        Some(Stake { token, amount })
    }
}
