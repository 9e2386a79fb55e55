//! The contract's numbers of squares and pieces.

use cozy_chess::{Piece, Square};

/// The contract's number of a piece and, for those a pawn can become, of a promotion.
pub fn piece_number(piece: Piece) -> u8 {
    match piece {
        Piece::King => 0,
        Piece::Queen => 1,
        Piece::Rook => 2,
        Piece::Bishop => 3,
        Piece::Knight => 4,
        Piece::Pawn => 5,
    }
}

/// The piece of a promotion's number.
pub fn promotion(number: u8) -> Option<Piece> {
    let pieces = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];
    pieces
        .into_iter()
        .find(|&piece| piece_number(piece) == number)
}

/// The contract's number of a square: 0 is a8, 63 is h1.
pub fn number(square: Square) -> u8 {
    square.flip_rank() as u8
}

/// The square of a contract's number, up to 63.
pub fn square(number: u8) -> Option<Square> {
    Square::try_index(number.into()).map(Square::flip_rank)
}

pub(super) fn contract_order() -> impl Iterator<Item = Square> {
    (0..64).filter_map(square)
}
