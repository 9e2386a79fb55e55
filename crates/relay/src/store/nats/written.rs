//! Batches as relays write them into the stream: in JSON.

use serde::{Deserialize, Serialize};
use signed_play::{Entry, SignedAction};

use crate::protocol::Hex;
use crate::store::{Batch, Board, StoreError};

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
    #[serde(default, skip_serializing_if = "is_zero")]
    round: u16,
    #[serde(default, skip_serializing_if = "is_zero")]
    points: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first: Option<usize>,
    moves: Hex,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    white: Option<Hex>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    black: Option<Hex>,
}

fn is_zero(number: &u16) -> bool {
    *number == 0
}

impl From<&Entry> for WrittenEntry {
    fn from(entry: &Entry) -> Self {
        let argument = |signed: &SignedAction| Hex(signed.to_argument().to_vec());
        WrittenEntry {
            at: entry.at,
            round: entry.round,
            points: entry.points,
            first: entry.first,
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
            round: self.round,
            points: self.points,
            first: self.first,
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

    /// Reads the output of [`Batch::to_json`].
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use signed_play::Action;

    #[test]
    fn a_written_batch_is_read() {
        let signed = SignedAction {
            action: Action::Ask,
            signature: [7; 64],
        };
        let entry = Entry {
            at: 5,
            round: 3,
            points: 4,
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
            round: 3,
            points: 4,
            plies: 3,
            fen: "8/8/8/8/8/8/8/8 w - - 0 1".into(),
            last_move: Some("a1a2".into()),
            ended: true,
            on_time: true,
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
