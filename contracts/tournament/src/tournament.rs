//! Chess tournaments in which nobody decides results or prizes.
//!
//! The contract holds entry fees and sponsors' money, pairs the players, reads each result from the
//! game contract's storage, and pays the prizes. It has no privileged owner and no referee. It must
//! be in the game contract's shard, because a contract can read storage only there.
//!
//! `terms` and `storage` define the values. A tournament runs through `entering`, `pairing` and
//! `boards`, and `money` pays; the other endpoints are here.
#![no_std]

mod boards;
mod entering;
mod events;
mod game_contract;
mod money;
mod pairing;
pub mod storage;
pub mod terms;
pub mod tournament_proxy;
pub mod views;

use multiversx_sc::imports::*;

use storage::{Phase, Progress, Standing};
use terms::{FEWEST_PLAYERS, Terms};

/// The contract.
#[multiversx_sc::contract]
pub trait ChessTournament:
    boards::BoardsModule
    + entering::EnteringModule
    + events::EventsModule
    + game_contract::GameContractModule
    + money::MoneyModule
    + pairing::PairingModule
    + storage::StorageModule
    + terms::TermsModule
    + views::ViewsModule
{
    /// `game_contract`: the contract whose games count. It must be in this contract's shard.
    #[init]
    fn init(&self, game_contract: ManagedAddress) {
        let chain = self.blockchain();
        require!(
            chain.get_shard_of_address(&game_contract)
                == chain.get_shard_of_address(&chain.get_sc_address()),
            "the game contract is in another shard"
        );
        require!(
            !self.chess_state(game_contract.clone()).is_empty(),
            "no game contract at this address"
        );
        self.game_contract().set(game_contract);
    }

    #[upgrade]
    fn upgrade(&self) {}

    /// Opens a tournament. A payment is the first contribution, in the entry fee's token. Returns
    /// the tournament's id, from 1.
    #[payable]
    #[endpoint(open)]
    fn open(&self, terms: Terms<Self::Api>) -> u32 {
        self.require_valid(&terms, self.now());
        let amount = self.paid_in(&terms.token);
        let organiser = self.blockchain().get_caller();
        let id = self.tournaments().update(|last| {
            *last += 1;
            *last
        });
        self.progress(id).set(Progress {
            phase: Phase::Entering,
            round: 0,
            paired: 0,
            last_game: 0,
        });
        self.terms(id).set(&terms);
        self.opened_event(id, &organiser, &terms);
        self.contribute(id, &organiser, &amount);
        if amount > 0u32 {
            self.sponsored_event(id, &organiser, &amount);
        }
        id
    }

    /// Adds to the pot, in the entry fee's token.
    #[payable]
    #[endpoint(sponsor)]
    fn sponsor(&self, id: u32) {
        let terms = self.terms_of(id);
        require!(
            matches!(
                self.progress(id).get().phase,
                Phase::Entering | Phase::Running
            ),
            "the tournament has ended"
        );
        let amount = self.paid_in(&terms.token);
        require!(amount > 0u32, "a contribution is needed");
        let sponsor = self.blockchain().get_caller();
        self.contribute(id, &sponsor, &amount);
        self.sponsored_event(id, &sponsor, &amount);
    }

    /// Starts a tournament, closes a round and pairs the next, or ends it, when that is due. Fewer
    /// than 3 entrants, a pause of the game contract of more than 30 epochs, or its records in another
    /// form since an upgrade cancel the tournament. During a shorter pause the call is refused.
    #[endpoint(next)]
    fn next(&self, id: u32) {
        let terms = self.terms_of(id);
        let progress = self.progress(id).get();
        match progress.phase {
            Phase::Ended | Phase::Cancelled => sc_panic!("the tournament has ended"),
            Phase::Entering => self.start(id, &terms),
            // or else the pot would stay here
            Phase::Running if self.is_out_of_service() => self.cancel(id),
            Phase::Running => self.advance(id, &terms, progress),
        }
    }

    fn cancel(&self, id: u32) {
        self.progress(id)
            .update(|progress| progress.phase = Phase::Cancelled);
        self.cancelled_event(id);
    }

    fn start(&self, id: u32, terms: &Terms<Self::Api>) {
        require!(
            self.now() >= terms.start,
            "the tournament has not reached its start"
        );
        let entrants = self.entrants(id).get().len();
        if entrants < FEWEST_PLAYERS || self.is_out_of_service() {
            self.cancel(id);
            return;
        }
        self.last_pause(); // refuses while the game contract is paused
        let mut standings = ManagedVec::new();
        for _ in 0..entrants {
            standings.push(Standing::default());
        }
        self.pair(id, terms, 1, &mut standings);
    }

    fn advance(&self, id: u32, terms: &Terms<Self::Api>, mut progress: Progress) {
        let mut standings = self.standings(id).get();
        self.close_round(id, terms, &progress, &mut standings);
        if (progress.round as usize) < terms.rounds_of(standings.len()) {
            self.pair(id, terms, progress.round + 1, &mut standings);
            return;
        }
        progress.phase = Phase::Ended;
        self.progress(id).set(progress);
        self.standings(id).set(&standings);
        self.award(id, terms, &self.entrants(id).get(), &standings);
        self.ended_event(id, &self.pot(id).get());
    }

    /// Pays the caller's prize, or the refund of a cancelled tournament.
    #[endpoint(claim)]
    fn claim(&self, id: u32) {
        let terms = self.terms_of(id);
        let account = self.blockchain().get_caller();
        let due = self.due(id, &account).map(|due| due.take());
        let amount = due.unwrap_or_default() + self.returned(id, &account).take();
        require!(amount > 0u32, "nothing to claim");
        self.claimed_event(id, &account, &amount);
        self.pay(id, terms.token, &account, amount);
    }
}
