//! A game as a room has it in memory.

use crate::chain::ChainGame;
use crate::protocol::ChainState;
use crate::store::{Board, Place, StoreError};
use signed_play::{Entry, Match};

/// The game, and how far its messages are kept.
pub(super) struct Kept {
    pub game: Match,
    pub place: Place,
    /// The chain's state of a game without stored messages: the first one takes it along.
    pub unsaved: Vec<Entry>,
    /// The game as the chain has it, if that is known.
    pub chain: Option<ChainGame>,
}

impl Kept {
    /// The board that the lobby shows of this game after further messages.
    pub fn board_of(&self, game: &Match) -> Board {
        let clock = self.chain.as_ref().and_then(|chain| chain.clock.as_ref());
        Board::of(game.current(), clock)
    }
}

/// The game that messages make.
pub(super) fn game_of(entries: &[Entry]) -> Result<Match, StoreError> {
    let mut game = Match::default();
    for (number, entry) in entries.iter().enumerate() {
        let added = game.add(entry);
        added.map_err(|error| StoreError::Damaged(format!("message {number}: {error}")))?;
    }
    Ok(game)
}

pub(super) fn state_of(game: &ChainGame) -> ChainState {
    ChainState {
        plies: game.plies(),
        state: game.head.state,
        awaits: game.head.awaits,
        reason: game.head.end_reason,
        round: game.head.round,
        points: game.head.points,
        played: game.head.played,
    }
}
