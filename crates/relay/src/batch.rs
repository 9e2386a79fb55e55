//! What is kept at once, as relays hand it to one another.

use chess_rules::Position;
use game_moves::chess::Move;
use serde::{Deserialize, Serialize};
use signed_play::SignedAction;

use crate::protocol::Hex;
use crate::store_error::StoreError;
use crate::transcript::Entry;

/// How far a room's messages are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// How many there are.
    pub count: u32,
    /// The number of the last one in the stream; 0 where there is none, or no stream.
    pub last: u64,
}

/// The board after a batch, for the lobbies of relays that don't have the game in memory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Board {
    /// How many moves there are.
    pub plies: usize,
    /// The position.
    pub fen: String,
    /// The move that led to it, as in `e2e4`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_move: Option<String>,
}

impl Board {
    /// The board after so many moves, the newest of which are `newest`: canonical moves that somebody
    /// has checked.
    pub fn new(plies: usize, position: &Position, newest: &[u8]) -> Self {
        let mut last_move = None;
        let mut rest = newest;
        while let Ok((mv, used)) = Move::decode(rest) {
            last_move = Some(mv);
            rest = &rest[used..];
        }
        Self {
            plies,
            fen: position.fen().to_string(),
            last_move: last_move.map(|mv| chess_rules::Move::from(mv).to_string()),
        }
    }
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
    /// Where there are new moves.
    pub board: Option<Board>,
}

/// A batch in JSON.
#[derive(Serialize, Deserialize)]
struct Written {
    first: u32,
    entries: Vec<WrittenEntry>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    due: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    board: Option<Board>,
}

#[derive(Serialize, Deserialize)]
struct WrittenEntry {
    at: u64,
    /// [`Entry::first`]. Stored messages have the name that it had when only the chain's moves
    /// replaced others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    chain: Option<usize>,
    moves: Hex,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    white: Option<Hex>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    black: Option<Hex>,
}

impl From<&Entry> for WrittenEntry {
    fn from(entry: &Entry) -> Self {
        let argument = |signed: &SignedAction| Hex(signed.to_argument().to_vec());
        WrittenEntry {
            at: entry.at,
            chain: entry.first,
            moves: Hex(entry.new_moves.clone()),
            white: entry.white.as_ref().map(argument),
            black: entry.black.as_ref().map(argument),
        }
    }
}

impl WrittenEntry {
    fn read(self) -> Result<Entry, StoreError> {
        let read = |argument: Option<Hex>| {
            SignedAction::from_argument(&argument.unwrap_or_default().0)
                .map_err(|error| StoreError::Damaged(format!("a batch: {error}")))
        };
        Ok(Entry {
            at: self.at,
            first: self.chain,
            new_moves: self.moves.0,
            white: read(self.white)?,
            black: read(self.black)?,
        })
    }
}

impl Batch {
    /// As it is written into the stream.
    pub fn to_json(&self) -> Vec<u8> {
        let written = Written {
            first: self.first,
            entries: self.entries.iter().map(WrittenEntry::from).collect(),
            due: self.is_due,
            board: self.board.clone(),
        };
        // numbers, strings and lists: nothing that could fail
        serde_json::to_vec(&written).unwrap_or_default()
    }

    /// What [`Batch::to_json`] has written.
    ///
    /// # Errors
    /// It has written something else.
    pub fn from_json(json: &[u8]) -> Result<Self, StoreError> {
        let written: Written = serde_json::from_slice(json)
            .map_err(|error| StoreError::Damaged(format!("a batch: {error}")))?;
        let entries = written.entries.into_iter().map(WrittenEntry::read);
        Ok(Batch {
            first: written.first,
            entries: entries.collect::<Result<_, _>>()?,
            is_due: written.due,
            board: written.board,
        })
    }

    /// How many messages the room has with it.
    pub fn count(&self) -> u32 {
        self.first + self.entries.len() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use signed_play::Action;

    #[test]
    fn what_is_written_is_read() {
        let signed = SignedAction {
            action: Action::Ask,
            signature: [7; 64],
        };
        let entry = Entry {
            at: 5,
            first: None,
            new_moves: vec![],
            white: None,
            black: Some(signed),
        };
        let shown = Entry {
            first: Some(2),
            new_moves: vec![1, 2],
            black: None,
            ..entry.clone()
        };
        let board = Board {
            plies: 3,
            fen: "8/8/8/8/8/8/8/8 w - - 0 1".into(),
            last_move: Some("a1a2".into()),
        };
        let batch = Batch {
            first: 3,
            entries: vec![shown, entry],
            is_due: true,
            board: Some(board),
        };
        assert_eq!(batch.count(), 5);
        let read = Batch::from_json(&batch.to_json()).unwrap();
        assert_eq!(read, batch);
        let odd = br#"{"first":0,"entries":[{"at":1,"moves":"","white":"07"}]}"#;
        assert!(matches!(Batch::from_json(odd), Err(StoreError::Damaged(_))));
    }
}
