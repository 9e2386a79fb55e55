//! Every path that moves value. State is stored before value leaves.
//!
//! At all times and for each token: balance = the pots of tournaments that have not ended +
//! unclaimed prizes and refunds. A pending payout to another shard has left the balance.

use multiversx_sc::imports::*;

use crate::storage::{Entrant, Phase, Standing};
use crate::terms::Terms;

/// Gas for the transfer in another shard.
const PROMISE_GAS: u64 = 500_000;

/// Gas for the callback, which stores an amount.
const CALLBACK_GAS: u64 = 3_000_000;

#[multiversx_sc::module]
pub trait MoneyModule: crate::storage::StorageModule + crate::events::EventsModule {
    /// The payment of the caller, which must be in this token.
    fn paid_in(&self, token: &TokenId) -> BigUint {
        let Some(payment) = self.call_value().single_optional() else {
            return BigUint::zero();
        };
        require!(
            payment.is_fungible() && payment.token_identifier == *token,
            "the payment must be in the entry fee's token"
        );
        payment.amount.as_big_uint().clone()
    }

    /// Adds a payment to the pot.
    fn contribute(&self, id: u32, account: &ManagedAddress, amount: &BigUint) {
        if *amount > 0u32 {
            self.pot(id).update(|pot| *pot += amount);
            self.contribution(id, account).update(|sum| *sum += amount);
        }
    }

    /// The amount that an account is due, once the tournament is over.
    fn due(&self, id: u32, account: &ManagedAddress) -> Option<SingleValueMapper<BigUint>> {
        match self.progress(id).get().phase {
            Phase::Ended => Some(self.prize(id, account)),
            Phase::Cancelled => Some(self.contribution(id, account)),
            Phase::Entering | Phase::Running => None,
        }
    }

    /// Divides the pot. Places with equal points share their prizes; shares without a player go to
    /// the places above, in proportion; an indivisible remainder goes to the first place.
    fn award(
        &self,
        id: u32,
        terms: &Terms<Self::Api>,
        entrants: &ManagedVec<Entrant<Self::Api>>,
        standings: &ManagedVec<Standing>,
    ) {
        let pot = self.pot(id).get();
        let count = standings.len();
        let order = self.order_of(standings);
        let points = |place: usize| standings.get(order[place] as usize).points;
        let share = |place: usize| match place < terms.prizes.len() {
            true => terms.prizes.get(place) as u32,
            false => 0,
        };
        let all_shares: u32 = (0..count).map(share).sum();
        let mut rest = pot.clone();
        let mut place = 0;
        while place < count && share(place) > 0 {
            let end = (place..count)
                .find(|&other| points(other) != points(place))
                .unwrap_or(count);
            let shares: u32 = (place..end).map(share).sum();
            let each = &pot * shares / (all_shares * (end - place) as u32);
            for &seed in &order[place..end] {
                self.prize(id, &entrants.get(seed as usize).player)
                    .set(&each);
                rest -= &each;
            }
            place = end;
        }
        self.prize(id, &entrants.get(order[0] as usize).player)
            .update(|prize| *prize += rest);
    }

    /// The seeds in order: more points first, then the lower seed.
    fn order_of(&self, standings: &ManagedVec<Standing>) -> [u8; pairings::MOST_PLAYERS] {
        let mut players = [pairings::Player::default(); pairings::MOST_PLAYERS];
        for (player, standing) in players.iter_mut().zip(standings.iter()) {
            player.points = standing.points.into();
        }
        pairings::order(&players[..standings.len().min(pairings::MOST_PLAYERS)])
    }

    /// Pays out. The call fails if this shard refuses the transfer; an amount that another shard
    /// sends back can be claimed again.
    fn pay(&self, id: u32, token: TokenId, to: &ManagedAddress, amount: BigUint) {
        let chain = self.blockchain();
        let is_here =
            chain.get_shard_of_address(to) == chain.get_shard_of_address(&chain.get_sc_address());
        // EGLD to a wallet can't be refused
        let is_safe = token.is_native() && !chain.is_smart_contract(to);
        let Some(amount) = amount.into_non_zero() else {
            return;
        };
        if is_here || is_safe {
            let payment = Payment::new(token, 0, amount);
            self.tx().to(to).payment(payment).transfer();
            return;
        }
        // the network refuses a promise of EGLD alone, without a function
        self.tx()
            .to(chain.get_sc_address())
            .raw_call("MultiESDTNFTTransfer")
            .argument(to)
            .argument(&1u8) // one token
            .argument(&token)
            .argument(&0u64) // fungible
            .argument(amount.as_big_uint())
            .gas(PROMISE_GAS)
            .callback(self.callbacks().payout_returned(id, to))
            .gas_for_callback(CALLBACK_GAS)
            .register_promise();
    }

    /// Another shard has taken a payout, or sends it back.
    #[promises_callback]
    fn payout_returned(&self, id: u32, to: &ManagedAddress) {
        if let Some(payment) = self.call_value().single_optional() {
            let amount = payment.amount.as_big_uint();
            self.returned(id, to).update(|sum| *sum += amount);
            self.returned_event(id, to, amount);
        }
    }
}
