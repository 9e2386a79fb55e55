//! The views.

use multiversx_sc::{derive_imports::*, imports::*};

use crate::storage::{Entrant, Phase, Progress, Round, Standing};
use crate::terms::Terms;

/// A tournament.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, Debug)]
pub struct Tournament<M: ManagedTypeApi> {
    /// Its id, from 1.
    pub id: u32,
    /// The terms, fixed when it was opened.
    pub terms: Terms<M>,
    /// Its progress; `paired` is when the running round's window began, even after a pause of the
    /// game contract.
    pub progress: Progress,
    /// All fees and contributions.
    pub pot: BigUint<M>,
    /// The number of entrants.
    pub entrants: u8,
    /// The number of rounds with these entrants.
    pub rounds: u8,
}

#[multiversx_sc::module]
pub trait ViewsModule:
    crate::storage::StorageModule
    + crate::events::EventsModule
    + crate::game_contract::GameContractModule
    + crate::money::MoneyModule
{
    /// A tournament.
    #[view(getTournament)]
    fn get_tournament(&self, id: u32) -> Tournament<Self::Api> {
        let terms = self.terms_of(id);
        let entrants = self.entrants(id).get().len();
        let mut progress = self.progress(id).get();
        if progress.phase == Phase::Running {
            progress.paired = self.window_begin(progress.paired);
        }
        Tournament {
            id,
            progress,
            pot: self.pot(id).get(),
            entrants: entrants as u8,
            rounds: terms.rounds_of(entrants) as u8,
            terms,
        }
    }

    /// The entrants by seed, each with their results once the tournament has started.
    #[view(getEntrants)]
    fn get_entrants(
        &self,
        id: u32,
    ) -> MultiValueEncoded<MultiValue2<Entrant<Self::Api>, Standing>> {
        let standings = self.standings(id).get();
        let mut answer = MultiValueEncoded::new();
        for (seed, entrant) in self.entrants(id).get().iter().enumerate() {
            let standing = match seed < standings.len() {
                true => standings.get(seed).clone(),
                false => Standing::default(),
            };
            answer.push((entrant.clone(), standing).into());
        }
        answer
    }

    /// A round's pairings and the state of its boards; rounds count from 1.
    #[view(getRound)]
    fn get_round(&self, id: u32, round: u8) -> Round<Self::Api> {
        let pairings = self.rounds(id, round);
        require!(!pairings.is_empty(), "the round has not been paired");
        pairings.get()
    }

    /// The amount that an account can claim now.
    #[view(getClaim)]
    fn get_claim(&self, id: u32, account: ManagedAddress) -> BigUint {
        self.terms_of(id);
        let due = self.due(id, &account).map(|due| due.get());
        due.unwrap_or_default() + self.returned(id, &account).get()
    }
}
