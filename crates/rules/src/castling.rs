//! Castling rights (FIDE 3.8.2.1).

use crate::square::Square;

/// Castling rights, a bit each: a right is gone for good once the king or that rook has moved, or
/// the rook was captured.
///
/// ```
/// use chess_rules::Castling;
///
/// let rights = Castling::from_bits(Castling::WHITE_SHORT | Castling::BLACK_LONG).unwrap();
/// assert!(rights.has(Castling::BLACK_LONG));
/// assert!(!rights.has(Castling::WHITE_LONG));
/// assert_eq!(rights.bits(), 9);
/// assert_eq!(Castling::from_bits(16), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct Castling(pub(crate) u8);

impl Castling {
    /// White's king to g1.
    pub const WHITE_SHORT: u8 = 1;
    /// White's king to c1.
    pub const WHITE_LONG: u8 = 2;
    /// Black's king to g8.
    pub const BLACK_SHORT: u8 = 4;
    /// Black's king to c8.
    pub const BLACK_LONG: u8 = 8;
    /// All four, as at the start.
    pub const ALL: Castling = Castling(15);
    /// None.
    pub const NONE: Castling = Castling(0);

    /// The rights of a number from 0 to 15; `None` above.
    #[inline]
    pub const fn from_bits(bits: u8) -> Option<Self> {
        if bits < 16 { Some(Self(bits)) } else { None }
    }

    /// The rights of a byte's low four bits: for bytes that [`Castling::bits`] returned.
    #[inline]
    pub const fn from_low_bits(bits: u8) -> Self {
        Self(bits & 15)
    }

    /// The rights of a number that [`Castling::bits`] returned.
    #[inline]
    pub const fn of_stored(bits: u8) -> Self {
        Self(bits)
    }

    /// The rights as a number from 0 to 15.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether a right, one of the constants, is left.
    #[inline]
    pub const fn has(self, right: u8) -> bool {
        self.0 & right != 0
    }

    /// The four ways to castle.
    pub(crate) const SIDES: [Side; 4] = [
        Side::new(Castling::WHITE_SHORT, 60, 62, 63),
        Side::new(Castling::WHITE_LONG, 60, 58, 56),
        Side::new(Castling::BLACK_SHORT, 4, 6, 7),
        Side::new(Castling::BLACK_LONG, 4, 2, 0),
    ];
}

/// One way to castle: its right, where king and rook stand, and where the king goes.
pub(crate) struct Side {
    pub right: u8,
    pub king: Square,
    pub king_to: Square,
    pub rook: Square,
}

impl Side {
    const fn new(right: u8, king: u8, king_to: u8, rook: u8) -> Self {
        Side {
            right,
            king: Square(king),
            king_to: Square(king_to),
            rook: Square(rook),
        }
    }
}
