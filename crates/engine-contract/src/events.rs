//! The events of a move and of a search; the beginning of a game is each contract's own.

use crate::types::Played;

#[multiversx_sc::module]
pub trait MoveEvents {
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
