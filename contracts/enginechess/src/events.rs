//! One event for every change.

multiversx_sc::imports!();

use crate::types::{Played, Started};

#[multiversx_sc::module]
pub trait Events {
    #[event("gameStarted")]
    fn game_started_event(
        &self,
        #[indexed] game_id: u32,
        #[indexed] player: &ManagedAddress,
        started: Started<Self::Api>,
    );

    /// A move by either side, and what it made of the game.
    #[event("moved")]
    fn moved_event(
        &self,
        #[indexed] game_id: u32,
        #[indexed] player: &ManagedAddress,
        played: Played,
    );

    /// The engine has searched without coming to an end: nodes searched so far, and the depth it has finished.
    #[event("thought")]
    fn thought_event(&self, #[indexed] game_id: u32, #[indexed] depth: u8, nodes: u32);
}
