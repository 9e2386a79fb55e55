use alloc::vec::Vec;

use crate::error::{DecodeError, Problem};
use crate::game::{GameId, GameMove};
#[cfg(feature = "serde")]
use crate::json::{JsonError, JsonProblem, Value};
use crate::{error::byte, game::write_object};

/// The start of a checker's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// A point, 0 to 23.
    Point(u8),
    /// The bar.
    Bar,
}

/// The end of a checker's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// A point, 0 to 23.
    Point(u8),
    /// Off the board.
    Off,
}

/// One checker's move with one die.
///
/// The distance of the two places is the die's number. A checker may be borne off by its exact number or a
/// higher one.
///
/// ```
/// use game_moves::{GameMove, backgammon::{Move, Origin, Target}};
/// let enter = Move::new(Origin::Bar, Target::Point(23), 1).unwrap();
/// assert_eq!(enter.to_hex(), "0xFF1701");
/// assert!(Move::new(Origin::Point(12), Target::Point(6), 5).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    from: Origin,
    to: Target,
    die: u8,
}

/// The bar's byte.
const BAR: u8 = 255;
/// The byte of bearing off.
const OFF: u8 = 254;

impl Move {
    /// A move.
    ///
    /// # Errors
    /// `from`, `to` and `die` when they are out of range, `die` also when neither player gets from `from` to `to` with it.
    pub fn new(from: Origin, to: Target, die: u8) -> Result<Self, DecodeError> {
        let out_of_range = |field| Err(DecodeError::new(field, Problem::OutOfRange));
        if matches!(from, Origin::Point(24..)) {
            return out_of_range("from");
        }
        if matches!(to, Target::Point(24..)) {
            return out_of_range("to");
        }
        if !(1..=6).contains(&die) {
            return out_of_range("die");
        }
        let fits = match (from, to) {
            (Origin::Point(from), Target::Point(to)) => from.abs_diff(to) == die,
            (Origin::Bar, Target::Point(to)) => to == die - 1 || to == 24 - die,
            // from the home board of either player
            (Origin::Point(from), Target::Off) => from < die || 23 - from < die,
            (Origin::Bar, Target::Off) => return Err(DecodeError::new("to", Problem::Impossible)),
        };
        if fits {
            Ok(Self { from, to, die })
        } else {
            Err(DecodeError::new("die", Problem::Impossible))
        }
    }

    /// A move that the rules generated.
    pub(super) fn legal(from: Origin, to: Target, die: u8) -> Self {
        Self { from, to, die }
    }

    /// The place that the checker comes from.
    pub fn from(&self) -> Origin {
        self.from
    }

    /// The place that it goes to.
    pub fn to(&self) -> Target {
        self.to
    }

    /// The played die, 1 to 6.
    pub fn die(&self) -> u8 {
        self.die
    }
}

impl GameMove for Move {
    const GAME: GameId = GameId::Backgammon;

    fn append_to(&self, bytes: &mut Vec<u8>) {
        let from = match self.from {
            Origin::Point(point) => point,
            Origin::Bar => BAR,
        };
        let to = match self.to {
            Target::Point(point) => point,
            Target::Off => OFF,
        };
        bytes.extend([from, to, self.die]);
    }

    fn decode(bytes: &[u8]) -> Result<(Self, usize), DecodeError> {
        let from = match byte(bytes, 0, "from")? {
            BAR => Origin::Bar,
            point => Origin::Point(point),
        };
        let to = match byte(bytes, 1, "to")? {
            OFF => Target::Off,
            point => Target::Point(point),
        };
        Ok((Self::new(from, to, byte(bytes, 2, "die")?)?, 3))
    }

    fn write_json(&self, sink: &mut impl FnMut(&[u8])) {
        write_object(sink, |w| {
            w.key("die").int(self.die);
            match self.from {
                Origin::Point(point) => w.key("from").int(point),
                Origin::Bar => w.key("from").string("bar"),
            }
            match self.to {
                Target::Point(point) => w.key("to").int(point),
                Target::Off => w.key("to").string("off"),
            }
        });
    }

    #[cfg(feature = "serde")]
    fn from_value(value: &Value) -> Result<Self, JsonError> {
        let place = |value: &Value, word: &str, kind| match value {
            Value::Int(_) => value.byte(23).map(Some),
            Value::String(text) if text == word => Ok(None),
            _ => Value::error(JsonProblem::Expected(kind)),
        };
        let fields = value.object("die from to")?;
        let die = fields.field("die", |value| value.int(1, 6))? as u8;
        let from = "a point 0 to 23 or \"bar\"";
        let from = fields.field("from", |value| place(value, "bar", from))?;
        let to = "a point 0 to 23 or \"off\"";
        let to = fields.field("to", |value| place(value, "off", to))?;
        let from = from.map_or(Origin::Bar, Origin::Point);
        Ok(Self::new(from, to.map_or(Target::Off, Target::Point), die)?)
    }
}
