//! Squares: document 002's index at the border, a mailbox of stride 16 inside.
//!
//! Document 002 counts 64 squares from 63 (top left) down to 0; the 6×6 board is
//! in the middle, a1 = 14, f1 = 9, a6 = 54, f6 = 49. Inside, a row is 16 apart so
//! that the difference of two squares tells their direction without doubt, and
//! two more rows of edge catch every knight's jump.

/// A square of the 6×6 board, as a mailbox index (crate-internal) that converts
/// to document 002's index.
///
/// ```
/// use minichess_engine::Square;
/// let e2 = Square::from_index(18).unwrap();
/// assert_eq!(e2.name(), *b"e2");
/// assert_eq!(e2.index(), 18);
/// assert_eq!(Square::from_index(7), None); // an edge square never holds a piece
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Square(pub(crate) u8);

/// One step towards the sixth rank in the mailbox.
pub(crate) const UP: u8 = 16;

impl Square {
    /// The square with document 002's index (9 to 54), or `None` on the edge and beyond.
    pub fn from_index(index: u8) -> Option<Self> {
        let (row, column) = (index >> 3, index & 7);
        ((1..=6).contains(&row) && (1..=6).contains(&column)).then_some(Self(mailbox(index)))
    }

    /// The square's index in document 002's packed board.
    pub fn index(self) -> u8 {
        index(self.0)
    }

    /// The square's name, file then rank: `*b"a1"` to `*b"f6"`.
    pub fn name(self) -> [u8; 2] {
        [b'a' + 6 - (self.0 & 15), b'0' + (self.0 >> 4) - 1]
    }

    /// The square with a name, e.g. `b"e2"`.
    pub fn from_name(name: &[u8]) -> Option<Self> {
        match name {
            [file @ b'a'..=b'f', rank @ b'1'..=b'6'] => {
                Some(Self(((rank - b'0' + 1) << 4) | (6 - (file - b'a'))))
            }
            _ => None,
        }
    }

    /// All 36 squares in the order of a diagram: a6 first, f1 last.
    pub fn all() -> impl Iterator<Item = Self> {
        (9..=54).rev().filter_map(Self::from_index)
    }
}

/// Document 002's index as a mailbox index.
pub(crate) const fn mailbox(index: u8) -> u8 {
    ((index & 56) << 1) + (index & 7) + 16
}

/// A mailbox index as document 002's index.
pub(crate) const fn index(mailbox: u8) -> u8 {
    (((mailbox - 16) & 0x70) >> 1) + (mailbox & 7)
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
        assert!(Square::all().all(|s| index(mailbox(s.index())) == s.index()));
    }
}
