//! Reads a state from JSON and checks everything that the state alone shows.

use chess_rules::{Castling, Color, Context, Position, Square};

use super::State;
use crate::{
    error::StateError,
    json::{JsonError, Value},
};

impl State {
    /// [`from_value`](crate::Game::from_value).
    pub(super) fn read(value: &Value) -> Result<Self, JsonError> {
        let fields =
            value.object("board castling enPassant fullMoveNumber halfMoveClock kings turn")?;
        let board: [u8; 64] = fields.field("board", |value| value.exactly(|item| item.byte(12)))?;
        let kings: [u8; 2] = fields.field("kings", |value| value.exactly(|item| item.byte(63)))?;
        let turn = match fields.field("turn", |value| value.byte(1))? {
            0 => Color::White,
            _ => Color::Black,
        };
        let en_passant = fields.field("enPassant", |value| value.int(-1, 63))?;
        let full_move = fields.field("fullMoveNumber", |value| value.int(1, 32_000))? as u16;
        let context = Context {
            turn,
            kings: kings.map(|square| Square::from_low_bits(square ^ 56)),
            castling: Castling::from_low_bits(fields.field("castling", |value| value.byte(15))?),
            en_passant: if en_passant < 0 {
                Position::NO_FILE
            } else {
                en_passant as u8 & 7
            },
            half_move_clock: fields.field("halfMoveClock", |value| value.byte(150))?,
            reversible_plies: 0,
            ply: (full_move - 1) * 2 + turn as u16,
        };
        let board = core::array::from_fn(|index| board[index ^ 56]);
        let position = Position::from_parts(board, context);
        let shown = position
            .en_passant_square()
            .map_or(-1, |square| i64::from(square.index_from_a1()));
        if shown != en_passant {
            let fault = ("enPassant", "not on the rank behind the other side's pawns");
            return Err(StateError::new(fault).into());
        }
        Ok(Self::try_from(position)?)
    }
}
