//! Turns the arguments of a move into a move that its piece can make.

use chess_rules::{Board, Move, Position, Promotion, Square, piece};

use crate::errors::*;

#[multiversx_sc::module]
pub trait MoveValidationModule {
    /// The move, if the piece can make it; the own king's safety is left to the caller.
    fn validate_move(
        &self,
        position: &Position<&mut Board>,
        from: u8,
        to: u8,
        chosen: Option<Promotion>,
    ) -> Move {
        let (Some(from), Some(to)) = (Square::new_from_a8(from), Square::new_from_a8(to)) else {
            refuse!(ERROR_INVALID_SQUARE)
        };
        check!(
            piece::is_of(position.piece_at(from), position.turn()),
            ERROR_NOT_YOUR_PIECE
        );
        check!(
            position.is_pseudo_legal(from, to),
            ERROR_PIECE_CANNOT_GO_THERE
        );
        let promotes = position.promotes(from, to);
        check!(promotes || chosen.is_none(), ERROR_NOT_A_PROMOTION);
        Move {
            from,
            to,
            promotion: promotes.then(|| chosen.unwrap_or(Promotion::Queen)),
        }
    }
}
