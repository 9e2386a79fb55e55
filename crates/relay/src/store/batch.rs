//! The unit of storage, which relays pass to one another.

use chess_rules::{Move, Position};
use game_moves::chess;
use serde::{Deserialize, Serialize};
use signed_play::{Entry, Transcript};

/// How far a room's messages are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// How many there are.
    pub count: u32,
    /// The number of the last one in the stream; 0 if there is none, or no stream.
    pub last: u64,
}

/// The board after a batch, for the lobbies of relays that don't have the game in memory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Board {
    /// The round of a match, from 0.
    #[serde(default)]
    pub round: u16,
    /// The points before it of who was White in round 0; in all once the game is over.
    #[serde(default)]
    pub points: u16,
    /// How many moves there are.
    pub plies: usize,
    /// The position.
    pub fen: String,
    /// The move that led to it, as in `e2e4`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_move: Option<String>,
}

impl Board {
    /// The board after `plies` moves, the newest of which are `newest`: canonical moves that are already
    /// checked.
    pub fn new(plies: usize, position: &Position, newest: &[u8]) -> Self {
        Self {
            round: 0,
            points: 0,
            plies,
            fen: position.fen().to_string(),
            last_move: moves_in(newest).last().map(|mv| mv.to_string()),
        }
    }

    /// The board of a round, the newest moves of which are `newest`.
    pub fn of(round: &Transcript, newest: &[u8]) -> Self {
        Self {
            round: round.round(),
            points: round.points(),
            ..Self::new(round.plies(), round.position(), newest)
        }
    }
}

/// Canonical moves that somebody has checked; what is no move ends them.
pub fn moves_in(mut bytes: &[u8]) -> impl Iterator<Item = Move> {
    std::iter::from_fn(move || {
        let (mv, used) = chess::Move::decode(bytes).ok()?;
        bytes = &bytes[used..];
        Some(mv.into())
    })
}

/// A room's messages that are kept together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    /// How many the room had before.
    pub first: u32,
    /// The messages.
    pub entries: Vec<Entry>,
    /// Whether whoever settles is to look at the game.
    pub is_due: bool,
    /// If there are new moves.
    pub board: Option<Board>,
}

impl Batch {
    /// How many messages the room has with it.
    pub fn count(&self) -> u32 {
        self.first + self.entries.len() as u32
    }
}
