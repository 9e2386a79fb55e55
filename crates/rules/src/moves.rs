//! A move as a player gives it.

use core::fmt;
use core::str::FromStr;

use crate::{Kind, square};

/// The pieces that a pawn can become (FIDE 3.7.3.3); the numbers are the contract's arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Promotion {
    Queen = 1,
    Rook = 2,
    Bishop = 3,
    Knight = 4,
}

impl Promotion {
    /// Every promotion, in the order of the numbers.
    pub const ALL: [Promotion; 4] = [
        Promotion::Queen,
        Promotion::Rook,
        Promotion::Bishop,
        Promotion::Knight,
    ];

    /// The promotion of a number from 1 to 4.
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            1 => Some(Promotion::Queen),
            2 => Some(Promotion::Rook),
            3 => Some(Promotion::Bishop),
            4 => Some(Promotion::Knight),
            _ => None,
        }
    }

    /// The kind of piece that stands there afterwards.
    pub const fn kind(self) -> Kind {
        match self {
            Promotion::Queen => Kind::Queen,
            Promotion::Rook => Kind::Rook,
            Promotion::Bishop => Kind::Bishop,
            Promotion::Knight => Kind::Knight,
        }
    }
}

/// A move: from where to where, and what a pawn becomes on the last rank. Castling is the
/// king's move of two squares.
///
/// Written and read in the notation of chess engines:
///
/// ```
/// use chess_rules::{Move, Promotion};
/// let m: Move = "e7e8q".parse().unwrap();
/// assert_eq!((m.from, m.to, m.promotion), (12, 4, Some(Promotion::Queen)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The square left, 0 (a8) to 63 (h1).
    pub from: u8,
    /// The square reached, 0 (a8) to 63 (h1).
    pub to: u8,
    /// Given exactly where a pawn reaches the last rank.
    pub promotion: Option<Promotion>,
}

/// The text is no move like `e2e4` or `e7e8q`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveError;

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a move is two squares and, on the last rank, one of q r b n, as in e2e4 or e7e8q",
        )
    }
}

impl core::error::Error for MoveError {}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let bytes = text.as_bytes();
        let (squares, promotion) = match bytes.len() {
            4 => (bytes, None),
            5 => {
                let promotion = match bytes[4] {
                    b'q' => Promotion::Queen,
                    b'r' => Promotion::Rook,
                    b'b' => Promotion::Bishop,
                    b'n' => Promotion::Knight,
                    _ => return Err(MoveError),
                };
                (&bytes[..4], Some(promotion))
            }
            _ => return Err(MoveError),
        };
        Ok(Move {
            from: square::parse(&squares[..2]).ok_or(MoveError)?,
            to: square::parse(&squares[2..]).ok_or(MoveError)?,
            promotion,
        })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in square::name(self.from)
            .into_iter()
            .chain(square::name(self.to))
        {
            write!(f, "{}", byte as char)?;
        }
        match self.promotion {
            None => Ok(()),
            Some(Promotion::Queen) => f.write_str("q"),
            Some(Promotion::Rook) => f.write_str("r"),
            Some(Promotion::Bishop) => f.write_str("b"),
            Some(Promotion::Knight) => f.write_str("n"),
        }
    }
}
