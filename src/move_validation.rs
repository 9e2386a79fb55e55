//! What a player asked for, checked against the rules before anything changes.

use chess_rules::{Board, Move, Position, Promotion, Square, piece};
use multiversx_sc::imports::*;

use crate::errors::*;

#[multiversx_sc::module]
pub trait MoveValidationModule {
    /// The move, if the piece can make it; the own king's safety is left to the caller.
    fn validate_move(
        &self,
        position: &Position<&mut Board>,
        from: u8,
        to: u8,
        promotion: Option<u8>,
    ) -> Move {
        let (Some(from), Some(to)) = (Square::new_from_a8(from), Square::new_from_a8(to)) else {
            sc_panic!(NO_SQUARE)
        };
        require!(
            piece::is_of(position.piece_at(from), position.turn()),
            NO_PIECE
        );
        require!(position.is_pseudo_legal(from, to), CANNOT_GO);
        let promotion = match (position.promotes(from, to), promotion) {
            (false, None) => None,
            (false, Some(_)) => sc_panic!(NO_PROMOTION),
            (true, None) => Some(Promotion::Queen),
            (true, Some(number)) => match Promotion::from_number(number) {
                Some(promotion) => Some(promotion),
                None => sc_panic!(BAD_PROMOTION),
            },
        };
        Move {
            from,
            to,
            promotion,
        }
    }
}
