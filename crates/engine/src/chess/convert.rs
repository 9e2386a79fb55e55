//! Conversions between the engine's pieces and moves and those of `chess-rules`.

use chess_rules::piece::{EMPTY, Role};
use chess_rules::{Color, Square};

use crate::mv::{Move, Promotion};
use crate::piece::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE};

/// The engine's code of a `chess-rules` piece code; 0 for an empty square.
pub(crate) fn code_of(piece: u8) -> u8 {
    const KINDS: [u8; 6] = [KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN];
    match piece.cmp(&EMPTY) {
        core::cmp::Ordering::Less => WHITE | KINDS[piece as usize % 6],
        core::cmp::Ordering::Equal => 0,
        core::cmp::Ordering::Greater => KINDS[(piece - EMPTY - 1) as usize % 6],
    }
}

/// The `chess-rules` piece code of an engine's code.
pub(crate) fn piece_of(code: u8) -> u8 {
    let role = match code & 7 {
        KING => Role::King,
        QUEEN => Role::Queen,
        ROOK => Role::Rook,
        BISHOP => Role::Bishop,
        KNIGHT => Role::Knight,
        PAWN => Role::Pawn,
        _ => return EMPTY,
    };
    role.code(if code & WHITE != 0 {
        Color::White
    } else {
        Color::Black
    })
}

/// A square's number from a1.
pub(crate) fn square_of(square: Square) -> u8 {
    square.index_from_a1()
}

/// The engine's move for one of `chess-rules`.
pub fn move_from_rules(m: chess_rules::Move) -> Move {
    let kind = match m.promotion {
        None => 0,
        Some(promotion) => Promotion::from_number(promotion as u8).map_or(0, Promotion::kind),
    };
    Move::raw(square_of(m.from), square_of(m.to), kind)
}

/// The `chess-rules` move for one of the engine's.
pub fn move_to_rules(mv: Move) -> chess_rules::Move {
    chess_rules::Move {
        from: Square::from_low_bits(mv.origin() ^ 56),
        to: Square::from_low_bits(mv.target() ^ 56),
        promotion: chess_rules::Promotion::from_number(mv.promotion_number()),
    }
}
