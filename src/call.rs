//! The arguments of `play`.

use multiversx_sc::imports::*;
use signed_play::Action;

/// A round that the players moved off the chain, as a call of `play` submits it.
pub struct Call<M: ManagedTypeApi> {
    /// 0 for a single game and for a match's first round.
    pub round: u16,
    /// Points, in the rounds before this one, of the player who was White in round 0.
    pub points: u16,
    /// All moves of the round.
    pub moves: ManagedBuffer<M>,
    /// White's and Black's message: empty, or an action and a signature.
    pub messages: [ManagedBuffer<M>; 2],
    /// White's and Black's action; [`Action::Move`] if the message has none.
    pub actions: [Action; 2],
}
