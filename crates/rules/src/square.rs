//! The squares of the board.

use core::fmt;

/// A square of the board.
///
/// Its number is the contract's: 0 is a8, 7 is h8, 63 is h1 (document 001). Document 004 counts
/// from a1 instead; both numberings have their names here.
///
/// ```
/// use chess_rules::Square;
///
/// let e2 = Square::new_from_a8(52).unwrap();
/// assert_eq!(e2.index_from_a1(), 12);
/// assert_eq!((e2.file(), e2.rank()), (4, 1));
/// assert_eq!(e2.to_string(), "e2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct Square(pub(crate) u8);

impl Square {
    /// The square of a number from 0 (a8) over 7 (h8) to 63 (h1), document 001's; `None` above.
    #[inline]
    pub const fn new_from_a8(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// The square of a number from 0 (a1) over 7 (h1) to 63 (h8), document 004's; `None` above.
    #[inline]
    pub const fn new_from_a1(index: u8) -> Option<Self> {
        Self::new_from_a8(index ^ 56)
    }

    /// The square of a byte's low six bits, counted from a8: for numbers that are known to be
    /// below 64.
    ///
    /// ```
    /// use chess_rules::Square;
    /// assert_eq!(Some(Square::from_low_bits(64 + 52)), Square::new_from_a8(52));
    /// ```
    #[inline]
    pub const fn from_low_bits(index: u8) -> Self {
        Self(index & 63)
    }

    /// The square of a number that a [`Square`] returned.
    #[inline]
    pub const fn of_stored(index: u8) -> Self {
        Self(index)
    }

    /// All 64 squares, from a8 to h1.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }

    /// The number from 0 (a8) to 63 (h1).
    #[inline]
    pub const fn index_from_a8(self) -> u8 {
        self.0
    }

    /// The number from 0 (a1) to 63 (h8).
    #[inline]
    pub const fn index_from_a1(self) -> u8 {
        self.0 ^ 56
    }

    /// The file, 0 for a to 7 for h.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// The rank less one: 0 for the first to 7 for the eighth.
    #[inline]
    pub const fn rank(self) -> u8 {
        7 - self.row()
    }

    /// The row as the board's bytes lie: 0 for the eighth rank to 7 for the first.
    #[inline]
    pub(crate) const fn row(self) -> u8 {
        self.0 >> 3
    }

    /// The square a step away, on rows of 16 squares, so that a step over the board's edge sets
    /// one of the bits 0x88: 1 is the next file, 16 the next row; backwards modulo 256.
    #[inline]
    pub(crate) fn step(self, step: u8) -> Option<Self> {
        let wide = (self.0 + (self.0 & !7)).wrapping_add(step);
        (wide & 0x88 == 0).then_some(Self((wide & 7) | ((wide >> 1) & !7)))
    }

    /// The name in two ASCII letters.
    ///
    /// ```
    /// use chess_rules::Square;
    /// assert_eq!(&Square::new_from_a8(0).unwrap().name(), b"a8");
    /// ```
    pub const fn name(self) -> [u8; 2] {
        [b'a' + self.file(), b'1' + self.rank()]
    }

    /// The square of a name, `None` if there is no such square.
    ///
    /// ```
    /// use chess_rules::Square;
    /// assert_eq!(Square::parse(b"a8"), Square::new_from_a8(0));
    /// assert_eq!(Square::parse(b"i1"), None);
    /// ```
    pub const fn parse(name: &[u8]) -> Option<Self> {
        match *name {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Some(Self((b'8' - rank) * 8 + (file - b'a')))
            }
            _ => None,
        }
    }
}

/// Shows the name.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [file, rank] = self.name();
        write!(f, "{}{}", file as char, rank as char)
    }
}
