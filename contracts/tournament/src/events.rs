//! The events.

use crate::storage::{Board, Round};
use crate::terms::Terms;

#[multiversx_sc::module]
pub trait EventsModule {
    /// A tournament was opened.
    #[event("opened")]
    fn opened_event(
        &self,
        #[indexed] id: u32,
        #[indexed] organiser: &ManagedAddress,
        terms: &Terms<Self::Api>,
    );

    /// A player has entered.
    #[event("entered")]
    fn entered_event(&self, #[indexed] id: u32, #[indexed] player: &ManagedAddress, rating: u16);

    /// A player has left.
    #[event("left")]
    fn left_event(&self, #[indexed] id: u32, #[indexed] player: &ManagedAddress);

    /// An account has added to the pot.
    #[event("sponsored")]
    fn sponsored_event(
        &self,
        #[indexed] id: u32,
        #[indexed] sponsor: &ManagedAddress,
        amount: &BigUint,
    );

    /// A round was paired.
    #[event("paired")]
    fn paired_event(&self, #[indexed] id: u32, #[indexed] round: u8, pairings: &Round<Self::Api>);

    /// A board has a challenge, a game or a result.
    #[event("reported")]
    fn reported_event(
        &self,
        #[indexed] id: u32,
        #[indexed] round: u8,
        #[indexed] board: u8,
        has: &Board,
    );

    /// The last round was closed.
    #[event("ended")]
    fn ended_event(&self, #[indexed] id: u32, pot: &BigUint);

    /// A tournament was cancelled, see [`Phase::Cancelled`](crate::storage::Phase::Cancelled).
    #[event("cancelled")]
    fn cancelled_event(&self, #[indexed] id: u32);

    /// An account has claimed a prize or a refund.
    #[event("claimed")]
    fn claimed_event(
        &self,
        #[indexed] id: u32,
        #[indexed] account: &ManagedAddress,
        amount: &BigUint,
    );

    /// Another shard has sent a payout back, which can be claimed again.
    #[event("returned")]
    fn returned_event(
        &self,
        #[indexed] id: u32,
        #[indexed] account: &ManagedAddress,
        amount: &BigUint,
    );
}
