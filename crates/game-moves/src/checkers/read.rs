//! A state out of JSON, with everything checked that a state alone tells.

use super::{Piece, Square, State, rules};
use crate::{
    error::StateError,
    json::{JsonError, Value},
};

impl State {
    /// [`from_value`](crate::Game::from_value).
    pub(super) fn read(value: &Value) -> Result<Self, JsonError> {
        let fields = value.object(&["board", "moveCount", "mustContinueFrom", "turn"])?;
        let codes: [u8; 64] = fields.field("board", |value| value.exactly(|item| item.byte(4)))?;
        let misplaced = |(index, code): (usize, &u8)| *code > 0 && (index / 8 + index % 8) % 2 == 1;
        StateError::unless(
            !codes.iter().enumerate().any(misplaced),
            "board",
            "a piece stands where x + y is odd",
        )?;
        fields.field("mustContinueFrom", |value| value.int(-1, -1))?;
        let state = Self {
            board: codes.map(Piece::from_code),
            move_count: fields.field("moveCount", Value::count)?,
            turn: fields.field("turn", |value| value.byte(1))?,
        };
        state.validate()?;
        Ok(state)
    }

    /// Refuses what no game can have, where the position alone tells.
    fn validate(&self) -> Result<(), StateError> {
        for player in 0..2 {
            let own = |square: &Square| {
                self.piece(*square)
                    .is_some_and(|piece| piece.player == player)
            };
            let count = Square::all().filter(own).count();
            StateError::unless(count <= 12, "board", "a player has more than twelve pieces")?;
            let man_at_end = |square: &Square| {
                square.y() == rules::last_rank(player)
                    && self.piece(*square).is_some_and(|piece| !piece.king)
            };
            StateError::unless(
                !Square::all().filter(own).any(|square| man_at_end(&square)),
                "board",
                "a man stands on its last rank",
            )?;
            StateError::unless(
                count > 0 || player == self.turn,
                "board",
                "the player who just moved has no piece",
            )?;
        }
        let whose = "player 0 moves after an even number of moves, player 1 after an odd one";
        StateError::unless(self.move_count % 2 == u32::from(self.turn), "turn", whose)
    }
}
