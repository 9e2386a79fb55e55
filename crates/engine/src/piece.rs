//! Pieces and their codes, numbered as in document 002.

/// A piece's kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// 1
    Pawn = 1,
    /// 2
    Bishop = 2,
    /// 3
    Rook = 3,
    /// 4
    Knight = 4,
    /// 5
    Queen = 5,
    /// 6
    King = 6,
}

pub(crate) const PAWN: u8 = Piece::Pawn as u8;
pub(crate) const BISHOP: u8 = Piece::Bishop as u8;
pub(crate) const ROOK: u8 = Piece::Rook as u8;
pub(crate) const KNIGHT: u8 = Piece::Knight as u8;
pub(crate) const QUEEN: u8 = Piece::Queen as u8;
pub(crate) const KING: u8 = Piece::King as u8;
/// The bit of a piece code that is set for White.
pub(crate) const WHITE: u8 = 8;

impl Piece {
    /// The kind with document 002's number (1 to 6).
    pub fn from_code(code: u8) -> Option<Self> {
        Some(match code {
            PAWN => Self::Pawn,
            BISHOP => Self::Bishop,
            ROOK => Self::Rook,
            KNIGHT => Self::Knight,
            QUEEN => Self::Queen,
            KING => Self::King,
            _ => return None,
        })
    }
}
