use super::Square;
use crate::{DecodeError, Problem};

/// A chess move: where from, where to, and the piece a pawn becomes. Castling is the king's move.
///
/// Two different squares always, and a promotion only where a pawn could promote: one rank ahead to the last rank, at
/// most one file aside. Whether the move is legal is the position's business.
///
/// ```
/// use game_moves::chess::{Move, Promotion, Square};
/// let (e7, e8) = (Square::new(52).unwrap(), Square::new(60).unwrap());
/// let queen = Move::new(e7, e8, Some(Promotion::Queen)).unwrap();
/// assert_eq!(queen.encode().as_bytes(), [52, 60 | 0x40, 0]);
/// assert_eq!(Move::decode(&[52, 60 | 0x40, 0]), Ok((queen, 3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    from: Square,
    to: Square,
    promotion: Option<Promotion>,
}

/// What a pawn becomes; the number is document 004's in hex, and the contract's argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Promotion {
    Queen = 1,
    Rook = 2,
    Bishop = 3,
    Knight = 4,
}

impl Promotion {
    /// 1 queen, 2 rook, 3 bishop, 4 knight.
    pub const fn from_code(code: u8) -> Option<Self> {
        match code {
            1 => Some(Self::Queen),
            2 => Some(Self::Rook),
            3 => Some(Self::Bishop),
            4 => Some(Self::Knight),
            _ => None,
        }
    }
}

/// One move's two or three bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoded {
    bytes: [u8; 3],
    promotes: bool,
}

impl Encoded {
    /// The bytes: two, or three with a promotion.
    pub const fn as_bytes(&self) -> &[u8] {
        match &self.bytes {
            all if self.promotes => all,
            [two @ .., _] => two,
        }
    }
}

/// In byte 1: a promotion byte follows.
const PROMOTION_FLAG: u8 = 0x40;

impl Move {
    /// A move.
    ///
    /// # Errors
    /// `to` when both squares are the same, `promotion` when no pawn promotes by that step.
    pub const fn new(
        from: Square,
        to: Square,
        promotion: Option<Promotion>,
    ) -> Result<Self, DecodeError> {
        if from.index() == to.index() {
            return Err(DecodeError::new("to", Problem::Impossible));
        }
        if promotion.is_some() && !is_promotion_step(from, to) {
            return Err(DecodeError::new("promotion", Problem::Impossible));
        }
        Ok(Self {
            from,
            to,
            promotion,
        })
    }

    /// Where the piece comes from.
    pub const fn from(&self) -> Square {
        self.from
    }

    /// Where it goes.
    pub const fn to(&self) -> Square {
        self.to
    }

    /// What the pawn becomes.
    pub const fn promotion(&self) -> Option<Promotion> {
        self.promotion
    }

    /// The binary encoding: byte 0 from, byte 1 to with the promotion flag in bit 6, byte 2 (only then) the piece, 0 queen to 3 knight.
    ///
    /// The flag tells each move's length, so a whole game is the concatenation of its moves.
    ///
    /// ```
    /// # use game_moves::chess::{Move, Square};
    /// let e2e4 = Move::new(Square::new(12).unwrap(), Square::new(28).unwrap(), None).unwrap();
    /// assert_eq!(e2e4.encode().as_bytes(), [12, 28]);
    /// ```
    pub const fn encode(&self) -> Encoded {
        let (from, to) = (self.from.index(), self.to.index());
        match self.promotion {
            None => Encoded {
                bytes: [from, to, 0],
                promotes: false,
            },
            Some(piece) => Encoded {
                bytes: [from, to | PROMOTION_FLAG, piece as u8 - 1],
                promotes: true,
            },
        }
    }

    /// The first move of `bytes`, and how many bytes it takes. More moves may follow.
    ///
    /// # Errors
    /// Names the field that is cut off, has reserved bits set, or that no move has.
    ///
    /// ```
    /// # use game_moves::chess::Move;
    /// let game = [12, 28, 52, 36]; // e2e4 e7e5
    /// let (first, used) = Move::decode(&game).unwrap();
    /// let (second, _) = Move::decode(&game[used..]).unwrap();
    /// assert_eq!((first.to().index(), second.to().index()), (28, 36));
    /// ```
    pub const fn decode(bytes: &[u8]) -> Result<(Self, usize), DecodeError> {
        const fn error<T>(field: &'static str, problem: Problem) -> Result<T, DecodeError> {
            Err(DecodeError::new(field, problem))
        }
        let (from, to, rest) = match bytes {
            [] => return error("from", Problem::Missing),
            [_] => return error("to", Problem::Missing),
            [from, to, rest @ ..] => (*from, *to, rest),
        };
        if from >= 64 {
            return error("from", Problem::Reserved);
        }
        let (promotion, used) = match (to & 0xC0, rest) {
            (0, _) => (None, 2),
            (PROMOTION_FLAG, []) => return error("promotion", Problem::Missing),
            (PROMOTION_FLAG, [piece, ..]) => match Promotion::from_code(piece.wrapping_add(1)) {
                Some(piece) => (Some(piece), 3),
                None => return error("promotion", Problem::Reserved),
            },
            _ => return error("promotion flag", Problem::Reserved),
        };
        match Self::new(
            Square::from_low_bits(from),
            Square::from_low_bits(to),
            promotion,
        ) {
            Ok(mv) => Ok((mv, used)),
            Err(error) => Err(error),
        }
    }
}

const fn is_promotion_step(from: Square, to: Square) -> bool {
    from.x().abs_diff(to.x()) <= 1 && matches!((from.y(), to.y()), (6, 7) | (1, 0))
}
