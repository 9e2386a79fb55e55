//! A move as a player gives it.

use core::fmt;
use core::str::FromStr;

use crate::piece::Role;
use crate::square::Square;

/// The pieces that a pawn can become (FIDE 3.7.3.3); the numbers are the contract's arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Promotion {
    /// Becomes a queen.
    Queen = 1,
    /// Becomes a rook.
    Rook = 2,
    /// Becomes a bishop.
    Bishop = 3,
    /// Becomes a knight.
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

    /// The promotion of a number from 1 to 4; `None` for others.
    ///
    /// ```
    /// use chess_rules::Promotion;
    /// assert_eq!(Promotion::from_number(4), Some(Promotion::Knight));
    /// assert_eq!(Promotion::from_number(0), None);
    /// ```
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            1 => Some(Promotion::Queen),
            2 => Some(Promotion::Rook),
            3 => Some(Promotion::Bishop),
            4 => Some(Promotion::Knight),
            _ => None,
        }
    }

    /// The piece that the pawn becomes.
    pub const fn role(self) -> Role {
        match self {
            Promotion::Queen => Role::Queen,
            Promotion::Rook => Role::Rook,
            Promotion::Bishop => Role::Bishop,
            Promotion::Knight => Role::Knight,
        }
    }
}

/// A move: its two squares, and the piece that a pawn becomes on the last rank. Castling is the
/// king's move of two squares.
///
/// Written and read in the notation of chess engines:
///
/// ```
/// use chess_rules::{Move, Promotion, Square};
///
/// let m: Move = "e7e8q".parse().unwrap();
/// assert_eq!(Some(m.from), Square::parse(b"e7"));
/// assert_eq!(m.promotion, Some(Promotion::Queen));
/// assert_eq!(m.to_string(), "e7e8q");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The square left.
    pub from: Square,
    /// The square reached.
    pub to: Square,
    /// Given exactly if a pawn reaches the last rank.
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
            from: Square::parse(&squares[..2]).ok_or(MoveError)?,
            to: Square::parse(&squares[2..]).ok_or(MoveError)?,
            promotion,
        })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            None => Ok(()),
            Some(Promotion::Queen) => f.write_str("q"),
            Some(Promotion::Rook) => f.write_str("r"),
            Some(Promotion::Bishop) => f.write_str("b"),
            Some(Promotion::Knight) => f.write_str("n"),
        }
    }
}
