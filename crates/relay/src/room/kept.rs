//! A game as a room has it in memory.

use crate::chain::ChainGame;
use crate::protocol::ChainState;
use crate::store::{Place, StoreError};
use signed_play::{Entry, Transcript};

/// The game, and how far its messages are kept.
pub(super) struct Kept {
    pub transcript: Transcript,
    pub place: Place,
    /// What the chain shows of a game of which no message was kept: the first one takes it along.
    pub unsaved: Vec<Entry>,
    /// The game as the chain has it, where that is known.
    pub chain: Option<ChainGame>,
}

/// The game that messages make.
pub(super) fn transcript_of(entries: &[Entry]) -> Result<Transcript, StoreError> {
    let mut transcript = Transcript::default();
    for (number, entry) in entries.iter().enumerate() {
        let added = transcript.add(entry);
        added.map_err(|error| StoreError::Damaged(format!("message {number}: {error}")))?;
    }
    Ok(transcript)
}

pub(super) fn state_of(game: &ChainGame) -> ChainState {
    ChainState {
        plies: game.plies(),
        state: game.head.state,
        awaits: game.head.awaits,
        reason: game.head.end_reason,
    }
}
