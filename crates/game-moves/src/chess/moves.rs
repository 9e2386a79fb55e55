use alloc::vec::Vec;

use chess_rules::Promotion;

use super::Square;
use crate::error::{DecodeError, Problem};
use crate::game::{GameId, GameMove, write_object};
#[cfg(feature = "serde")]
use crate::json::{JsonError, JsonProblem, Value};

/// A chess move: its two squares, and the piece that a pawn becomes. Castling is the king's move.
///
/// The two squares differ, and there is a promotion only if a pawn could promote: one rank ahead to the last rank,
/// at most one file aside. Whether the move is legal depends on the position.
///
/// ```
/// use game_moves::chess::{Move, Promotion, Square};
/// let (e7, e8) = (Square::new_from_a1(52).unwrap(), Square::new_from_a1(60).unwrap());
/// let queen = Move::new(e7, e8, Some(Promotion::Queen)).unwrap();
/// assert_eq!(queen.encode().as_bytes(), [52, 60 | 0x40, 0]);
/// assert_eq!(Move::decode(&[52, 60 | 0x40, 0]), Ok((queen, 3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    from: Square,
    to: Square,
    promotion: Option<Promotion>,
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
        if from.index_from_a1() == to.index_from_a1() {
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

    /// A move that a piece can make by the Laws, which is always valid here.
    pub const fn of_legal(mv: chess_rules::Move) -> Self {
        Self {
            from: mv.from,
            to: mv.to,
            promotion: mv.promotion,
        }
    }

    /// The square that the piece comes from.
    pub const fn from(&self) -> Square {
        self.from
    }

    /// The square that it goes to.
    pub const fn to(&self) -> Square {
        self.to
    }

    /// The piece that the pawn becomes.
    pub const fn promotion(&self) -> Option<Promotion> {
        self.promotion
    }

    /// The binary encoding: byte 0 from, byte 1 to with the promotion flag in bit 6, byte 2 (only then) the piece, 0 queen to 3 knight.
    ///
    /// The flag tells each move's length, so a whole game is the concatenation of its moves.
    ///
    /// ```
    /// # use game_moves::chess::{Move, Square};
    /// let e2e4 = Move::new(Square::new_from_a1(12).unwrap(), Square::new_from_a1(28).unwrap(), None).unwrap();
    /// assert_eq!(e2e4.encode().as_bytes(), [12, 28]);
    /// ```
    pub const fn encode(&self) -> Encoded {
        let (from, to) = (self.from.index_from_a1(), self.to.index_from_a1());
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

    /// The first move of `bytes`, and its length in bytes. More moves may follow.
    ///
    /// # Errors
    /// Names the field that is cut off, has reserved bits set, or that no move has.
    ///
    /// ```
    /// # use game_moves::chess::Move;
    /// let game = [12, 28, 52, 36]; // e2e4 e7e5
    /// let (first, used) = Move::decode(&game).unwrap();
    /// let (second, _) = Move::decode(&game[used..]).unwrap();
    /// assert_eq!((first.to().index_from_a1(), second.to().index_from_a1()), (28, 36));
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
            (PROMOTION_FLAG, [piece, ..]) => match Promotion::from_number(piece.wrapping_add(1)) {
                Some(piece) => (Some(piece), 3),
                None => return error("promotion", Problem::Reserved),
            },
            _ => return error("promotion flag", Problem::Reserved),
        };
        match Self::new(from_low_bits(from), from_low_bits(to), promotion) {
            Ok(mv) => Ok((mv, used)),
            Err(error) => Err(error),
        }
    }
}

const fn is_promotion_step(from: Square, to: Square) -> bool {
    from.file().abs_diff(to.file()) <= 1 && matches!((from.rank(), to.rank()), (6, 7) | (1, 0))
}

/// The square of a byte's low six bits, counted from a1.
const fn from_low_bits(byte: u8) -> Square {
    Square::from_low_bits(byte ^ 56)
}

impl From<Move> for chess_rules::Move {
    fn from(mv: Move) -> Self {
        Self {
            from: mv.from,
            to: mv.to,
            promotion: mv.promotion,
        }
    }
}

/// The errors of [`Move::new`].
impl TryFrom<chess_rules::Move> for Move {
    type Error = DecodeError;

    fn try_from(mv: chess_rules::Move) -> Result<Self, DecodeError> {
        Self::new(mv.from, mv.to, mv.promotion)
    }
}

/// The promotion's letters, by its number.
const LETTERS: [&str; 4] = ["q", "r", "b", "n"];

impl Move {
    /// `FFTTPP`: the squares and the promotion's number, 0 for none. Sorts like the encoding.
    pub(super) fn hex(&self) -> [u8; 3] {
        [
            self.from.index_from_a1(),
            self.to.index_from_a1(),
            self.promotion.map_or(0, |piece| piece as u8),
        ]
    }
}

impl GameMove for Move {
    const GAME: GameId = GameId::Chess;

    fn append_to(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(self.encode().as_bytes());
    }

    fn decode(bytes: &[u8]) -> Result<(Self, usize), DecodeError> {
        Self::decode(bytes)
    }

    fn hex_bytes(&self) -> Vec<u8> {
        self.hex().into()
    }

    fn from_hex_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let square = |index, field| {
            Square::new_from_a1(index).ok_or(DecodeError::new(field, Problem::OutOfRange))
        };
        match bytes {
            [] => Err(DecodeError::new("from", Problem::Missing)),
            [_] => Err(DecodeError::new("to", Problem::Missing)),
            [_, _] => Err(DecodeError::new("promotion", Problem::Missing)),
            [from, to, piece] => {
                let promotion = Promotion::from_number(*piece);
                if promotion.is_none() && *piece != 0 {
                    return Err(DecodeError::new("promotion", Problem::OutOfRange));
                }
                Self::new(square(*from, "from")?, square(*to, "to")?, promotion)
            }
            _ => Err(DecodeError::new("move", Problem::Trailing)),
        }
    }

    fn write_json(&self, sink: &mut impl FnMut(&[u8])) {
        write_object(sink, |w| {
            w.key("from").ints([self.from.file(), self.from.rank()]);
            match self.promotion {
                Some(piece) => w.key("promotion").string(LETTERS[piece as usize - 1]),
                None => w.key("promotion").null(),
            }
            w.key("to").ints([self.to.file(), self.to.rank()]);
        });
    }

    #[cfg(feature = "serde")]
    fn from_value(value: &Value) -> Result<Self, JsonError> {
        let square = |value: &Value| {
            let [x, y] = value.exactly(|item| item.byte(7))?;
            Ok(from_low_bits(y << 3 | x))
        };
        let letter = |value: &Value| {
            let number = match value {
                Value::Null => return Ok(None),
                Value::String(text) => LETTERS.iter().position(|letter| text == letter),
                _ => None,
            };
            match number.and_then(|number| Promotion::from_number(number as u8 + 1)) {
                None => Value::error(JsonProblem::Expected("\"q\", \"r\", \"b\", \"n\" or null")),
                piece => Ok(piece),
            }
        };
        let fields = value.object("from promotion to")?;
        let (from, to) = (fields.field("from", square)?, fields.field("to", square)?);
        let promotion = if fields.get("promotion").is_some() {
            fields.field("promotion", letter)?
        } else {
            None
        };
        Ok(Self::new(from, to, promotion)?)
    }
}
