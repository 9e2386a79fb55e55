//! A player's calls to the chain.

use signed_play::Action;

/// One of the two players, seen by this one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// This player.
    Own,
    /// The opponent.
    Theirs,
}

impl Side {
    /// The other one.
    pub fn other(self) -> Side {
        match self {
            Side::Own => Side::Theirs,
            Side::Theirs => Side::Own,
        }
    }
}

/// A transaction to the contract.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Call<L> {
    /// `play` with moves.
    Play(Play<L>),
    /// `play` with both players' "I leave".
    Leave {
        /// The round before which they leave.
        round: u16,
        /// The points before it of who was White in round 0.
        points: u16,
    },
    /// `resign` by account, in a single game.
    Resign,
    /// `draw` by account: accepts the opponent's offer on the chain.
    AcceptDraw,
    /// `signalInactivity`.
    Settle,
}

/// `play` with moves, and the messages that it carries. It omits messages that aren't needed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Play<L> {
    /// The round of a match, from 0; 0 in a single game.
    pub round: u16,
    /// The points before it of who was White in round 0.
    pub points: u16,
    /// All of the round.
    pub line: L,
    /// The action of this player's message; [`Action::Move`] also for "I begin this round".
    pub own: Option<Action>,
    /// The action of the opponent's.
    pub theirs: Option<Action>,
}
