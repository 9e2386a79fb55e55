//! Before the start: entering and leaving.

use multiversx_sc::imports::*;

use crate::storage::{Entrant, Phase};
use crate::terms::Terms;

#[multiversx_sc::module]
pub trait EnteringModule:
    crate::storage::StorageModule + crate::events::EventsModule + crate::money::MoneyModule
{
    fn require_before_start(&self, id: u32, terms: &Terms<Self::Api>) {
        let is_entering = self.progress(id).get().phase == Phase::Entering;
        require!(
            is_entering && self.now() < terms.start,
            "the tournament has started"
        );
    }

    /// Enters the caller for exactly the entry fee. `rating` is shown and decides nothing.
    #[payable]
    #[endpoint(enter)]
    fn enter(&self, id: u32, rating: OptionalValue<u16>) {
        let player = self.blockchain().get_caller();
        let rating = rating.into_option().unwrap_or_default();
        let terms = self.terms_of(id);
        self.require_before_start(id, &terms);
        require!(
            self.paid_in(&terms.token) == terms.fee,
            "the payment must be exactly the entry fee"
        );
        let mut entrants = self.entrants(id).get();
        require!(
            entrants.iter().all(|entrant| entrant.player != player),
            "you have already entered"
        );
        require!(
            entrants.len() < terms.players as usize,
            "the tournament is full"
        );
        self.contribute(id, &player, &terms.fee);
        self.entered_event(id, &player, rating);
        entrants.push(Entrant { player, rating });
        self.entrants(id).set(entrants);
    }

    /// Takes the caller out before the start, and returns the entry fee.
    #[endpoint(leave)]
    fn leave(&self, id: u32) {
        let player = self.blockchain().get_caller();
        let terms = self.terms_of(id);
        self.require_before_start(id, &terms);
        let mut entrants = self.entrants(id).get();
        let seed = entrants.iter().position(|entrant| entrant.player == player);
        let Some(seed) = seed else {
            sc_panic!("you have not entered");
        };
        entrants.remove(seed);
        self.entrants(id).set(entrants);
        self.pot(id).update(|pot| *pot -= &terms.fee);
        self.contribution(id, &player)
            .update(|sum| *sum -= &terms.fee);
        self.left_event(id, &player);
        self.pay(id, terms.token, &player, terms.fee);
    }
}
