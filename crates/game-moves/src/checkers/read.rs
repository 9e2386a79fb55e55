//! Reads a state from JSON and checks everything that the state alone shows.

use super::{Piece, Square, State, rules};
use crate::{
    error::{Fault, StateError},
    json::{JsonError, Value},
};

impl State {
    /// [`from_value`](crate::Game::from_value).
    pub(super) fn read(value: &Value) -> Result<Self, JsonError> {
        let fields = value.object("board moveCount mustContinueFrom turn")?;
        let codes: [u8; 64] = fields.field("board", |value| value.exactly(|item| item.byte(4)))?;
        let misplaced = |(index, code): (usize, &u8)| *code > 0 && (index / 8 + index % 8) % 2 == 1;
        if codes.iter().enumerate().any(misplaced) {
            return Err(StateError::new(("board", "a piece stands where x + y is odd")).into());
        }
        fields.field("mustContinueFrom", |value| value.int(-1, -1))?;
        let state = Self {
            board: codes.map(Piece::from_code),
            move_count: fields.field("moveCount", Value::count)?,
            turn: fields.field("turn", |value| value.byte(1))?,
        };
        StateError::refuse(state.fault())?;
        Ok(state)
    }

    /// The fault of a state that no game can have, as far as the position alone shows it.
    fn fault(&self) -> Option<Fault> {
        for player in 0..2 {
            let own = |square: &Square| {
                self.piece(*square)
                    .is_some_and(|piece| piece.player == player)
            };
            let count = Square::all().filter(own).count();
            let man_at_end = |square: Square| {
                square.y() == rules::last_rank(player)
                    && self.piece(square).is_some_and(|piece| !piece.king)
            };
            return Some(if count > 12 {
                ("board", "a player has more than twelve pieces")
            } else if Square::all().filter(own).any(man_at_end) {
                ("board", "a man stands on its last rank")
            } else if count == 0 && player != self.turn {
                ("board", "the player who just moved has no piece")
            } else {
                continue;
            });
        }
        (self.move_count % 2 != u32::from(self.turn)).then_some((
            "turn",
            "player 0 moves after an even number of moves, player 1 after an odd one",
        ))
    }
}
