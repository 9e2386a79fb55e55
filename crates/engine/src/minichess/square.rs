//! Squares in document 002's numbers.
//!
//! Document 002 counts 64 squares from 63 (top left) down to 0; the 6×6 board is in the middle, a1 = 14, f1 = 9,
//! a6 = 54, f6 = 49. The edge around it stops every piece: a knight that jumps over it lands on another edge square or
//! beyond the 64.

use crate::bitboard::bit;
use crate::mv::{Move, Promotion};

/// A square of the 6×6 board.
///
/// ```
/// use chess_engine::Square;
/// let e2 = Square::from_index(18).unwrap();
/// assert_eq!(e2.name(), *b"e2");
/// assert_eq!(e2.index(), 18);
/// assert_eq!(Square::from_index(7), None); // an edge square never holds a piece
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Square(pub(crate) u8);

/// The 36 squares.
pub(crate) const BOARD: u64 = 0x007e_7e7e_7e7e_7e00;
/// One step towards the sixth rank.
pub(crate) const UP: u8 = 8;

impl Square {
    /// The square with document 002's index (9 to 54), or `None` on the edge and beyond.
    pub fn from_index(index: u8) -> Option<Self> {
        (index < 64 && BOARD & bit(index) != 0).then_some(Self(index))
    }

    /// The square's index in document 002's packed board.
    pub fn index(self) -> u8 {
        self.0
    }

    /// The square's name, file then rank: `*b"a1"` to `*b"f6"`.
    pub fn name(self) -> [u8; 2] {
        [b'a' + 6 - (self.0 & 7), b'0' + (self.0 >> 3)]
    }

    /// The square with a name, e.g. `b"e2"`.
    pub fn from_name(name: &[u8]) -> Option<Self> {
        match name {
            [file @ b'a'..=b'f', rank @ b'1'..=b'6'] => {
                Some(Self(((rank - b'0') << 3) | (6 - (file - b'a'))))
            }
            _ => None,
        }
    }

    /// All 36 squares in the order of a diagram: a6 first, f1 last.
    pub fn all() -> impl Iterator<Item = Self> {
        (9..=54).rev().filter_map(Self::from_index)
    }
}

impl Move {
    /// A move from its parts.
    pub fn new(from: Square, to: Square, promotion: Option<Promotion>) -> Self {
        Self::raw(from.0, to.0, promotion.map_or(0, Promotion::kind))
    }

    /// The square it starts from.
    pub fn from(self) -> Square {
        Square(self.origin())
    }

    /// The square it ends on.
    pub fn to(self) -> Square {
        Square(self.target())
    }

    /// The inverse of [`Move::pack`]; `None` for a square off the board or an impossible promotion.
    pub fn unpack(packed: u16) -> Option<Self> {
        let from = Square::from_index(packed as u8 & 63)?;
        let to = Square::from_index((packed >> 6) as u8 & 63)?;
        let kind = (packed >> 12) as u8;
        let promotion = Promotion::from_kind(kind);
        (kind == 0 || promotion.is_some()).then(|| Self::new(from, to, promotion))
    }

    /// Coordinate notation: `e2e4`, `a5a6q`.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let promotion = match text.get(4) {
            None => None,
            Some(b'q') => Some(Promotion::Queen),
            Some(b'r') => Some(Promotion::Rook),
            Some(b'b') => Some(Promotion::Bishop),
            Some(b'n') => Some(Promotion::Knight),
            Some(_) => return None,
        };
        let from = Square::from_name(text.get(..2)?)?;
        let to = Square::from_name(text.get(2..4)?)?;
        (text.len() <= 5).then(|| Self::new(from, to, promotion))
    }
}

impl core::fmt::Display for Move {
    fn fmt(&self, f: &mut core::fmt::Formatter) -> core::fmt::Result {
        for byte in self.from().name().into_iter().chain(self.to().name()) {
            write!(f, "{}", byte as char)?;
        }
        match self.promotion() {
            None => Ok(()),
            Some(Promotion::Queen) => write!(f, "q"),
            Some(Promotion::Rook) => write!(f, "r"),
            Some(Promotion::Bishop) => write!(f, "b"),
            Some(Promotion::Knight) => write!(f, "n"),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;

    #[test]
    fn names_and_indices_match_the_document() {
        for (name, index) in [(b"a6", 54), (b"f6", 49), (b"a1", 14), (b"f1", 9)] {
            let square = Square::from_name(name).unwrap();
            assert_eq!(square.index(), index);
            assert_eq!(Square::from_index(index), Some(square));
            assert_eq!(square.name(), *name);
        }
        assert_eq!(Square::all().count(), 36);
        assert_eq!((0..=255).filter_map(Square::from_index).count(), 36);
    }
}
