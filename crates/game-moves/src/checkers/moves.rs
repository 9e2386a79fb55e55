use alloc::vec::Vec;

use super::Square;
use crate::error::{DecodeError, Problem};
use crate::game::{GameId, GameMove};
#[cfg(feature = "serde")]
use crate::json::{JsonError, JsonProblem, Value};
use crate::{error::byte, game::write_object, json::Writer};

/// One turn's move: a step to a diagonal neighbour, or a whole sequence of jumps.
///
/// The captured squares are in the order of the jumps. Each is next to the piece's square at that
/// point, so they alone determine the piece's path; `new` refuses other captures.
///
/// ```
/// use game_moves::{GameMove, checkers::{Move, Square}};
/// let at = |x, y| Square::new(x, y).unwrap();
/// let double_jump = Move::new(at(2, 2), at(6, 6), vec![at(3, 3), at(5, 5)]).unwrap();
/// assert_eq!(double_jump.to_hex(), "0x2266023355");
/// assert!(Move::new(at(2, 2), at(6, 6), vec![at(5, 5), at(3, 3)]).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    from: Square,
    to: Square,
    captures: Vec<Square>,
}

/// The opponent has no more pieces.
const MOST_CAPTURES: usize = 12;

impl Move {
    /// A move.
    ///
    /// # Errors
    /// `captures` when there are more than 12, when one stands twice, or when they are not jumped one after the other;
    /// `to` when the piece does not end there.
    pub fn new(from: Square, to: Square, captures: Vec<Square>) -> Result<Self, DecodeError> {
        let impossible = |field| DecodeError::new(field, Problem::Impossible);
        if captures.len() > MOST_CAPTURES {
            return Err(DecodeError::new("captures", Problem::OutOfRange));
        }
        if captures.is_empty() {
            from.direction_to(to).ok_or(impossible("to"))?;
        } else {
            let mut at = from;
            for (index, captured) in captures.iter().enumerate() {
                let direction = at.direction_to(*captured).ok_or(impossible("captures"))?;
                at = captured.step(direction).ok_or(impossible("captures"))?;
                if captures[..index].contains(captured) {
                    return Err(impossible("captures"));
                }
            }
            if at != to {
                return Err(impossible("to"));
            }
        }
        Ok(Self { from, to, captures })
    }

    /// A move that the rules generated.
    pub(super) fn legal(from: Square, to: Square, captures: Vec<Square>) -> Self {
        Self { from, to, captures }
    }

    /// The start.
    pub fn from(&self) -> Square {
        self.from
    }

    /// The end.
    pub fn to(&self) -> Square {
        self.to
    }

    /// The captured squares in the order of the jumps; empty for a step.
    pub fn captures(&self) -> &[Square] {
        &self.captures
    }
}

impl GameMove for Move {
    const GAME: GameId = GameId::Checkers;

    fn append_to(&self, bytes: &mut Vec<u8>) {
        bytes.extend([
            self.from.packed(),
            self.to.packed(),
            self.captures().len() as u8,
        ]);
        bytes.extend(self.captures().iter().map(|square| square.packed()));
    }

    fn decode(bytes: &[u8]) -> Result<(Self, usize), DecodeError> {
        let square = |index: usize, field| {
            let byte = byte(bytes, index, field)?;
            Square::new(byte >> 4, byte & 15).ok_or(DecodeError::new(field, Problem::OutOfRange))
        };
        let (from, to) = (square(0, "from")?, square(1, "to")?);
        let count = usize::from(byte(bytes, 2, "capture count")?);
        if count > MOST_CAPTURES {
            return Err(DecodeError::new("capture count", Problem::OutOfRange));
        }
        let captures = (3..3 + count)
            .map(|index| square(index, "captures"))
            .collect::<Result<_, _>>()?;
        Ok((Self::new(from, to, captures)?, 3 + count))
    }

    fn write_json(&self, sink: &mut impl FnMut(&[u8])) {
        fn pair<S: FnMut(&[u8])>(w: &mut Writer<S>, square: Square) {
            w.ints([square.x(), square.y()]);
        }
        write_object(sink, |w| {
            w.key("captures")
                .array(self.captures(), |w, square| pair(w, *square));
            pair(w.key("from"), self.from);
            pair(w.key("to"), self.to);
        });
    }

    #[cfg(feature = "serde")]
    fn from_value(value: &Value) -> Result<Self, JsonError> {
        let square = |value: &Value| {
            let [x, y] = value.exactly(|item| item.byte(7))?;
            let reason = "pieces stand only where x + y is even";
            Square::new(x, y).ok_or(JsonError::new("", JsonProblem::Impossible(reason)))
        };
        let fields = value.object("captures from to")?;
        let captures = fields.field("captures", |value| value.array(square))?;
        let (from, to) = (fields.field("from", square)?, fields.field("to", square)?);
        Ok(Self::new(from, to, captures)?)
    }
}
