use alloc::vec::Vec;

use crate::error::{DecodeError, Problem};
use crate::game::{GameId, GameMove};
#[cfg(feature = "serde")]
use crate::json::{JsonError, JsonProblem, Value};
use crate::{error::byte, game::write_object};

/// An end of the line of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum End {
    Left,
    Right,
}

/// A tile played, a tile drawn, or a pass.
///
/// ```
/// use game_moves::{GameMove, dominos::{End, Move}};
/// let mv = Move::play(5, End::Right, true).unwrap();
/// assert_eq!(mv.to_bytes(), [0xC7]);
/// assert_eq!(mv.to_hex(), "0x0711");
/// assert_eq!(Move::Draw.to_hex(), "0x0100");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Nothing can be played and the boneyard is empty.
    Pass,
    /// Nothing can be played: draws one tile from the boneyard.
    Draw,
    /// Plays a tile of the hand.
    Play {
        /// The tile's index in the hand, 0 to 27; [`play`](Self::play) checks it.
        tile: TileIndex,
        /// The end where it goes.
        end: End,
        /// Whether its second end is on the left, instead of its first.
        flip: bool,
    },
}

/// An index in a hand, 0 to 27.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TileIndex(u8);

impl TileIndex {
    /// The index, 0 to 27.
    pub const fn get(self) -> usize {
        self.0 as usize
    }
}

const END_BIT: u8 = 0x40;
const FLIP_BIT: u8 = 0x80;
/// The last tile's number.
const LAST: u8 = 27;
/// The offset of a tile's number, so that -2 and -1 become 0 and 1.
const OFFSET: u8 = 2;

impl Move {
    /// Plays a tile.
    ///
    /// # Errors
    /// `tileIndex` above 27.
    pub const fn play(tile: u8, end: End, flip: bool) -> Result<Self, DecodeError> {
        if tile > LAST {
            return Err(DecodeError::new("tileIndex", Problem::OutOfRange));
        }
        Ok(Self::Play {
            tile: TileIndex(tile),
            end,
            flip,
        })
    }

    /// The tile's number + 2 (0 pass, 1 draw), whether it goes to the right, and whether it is
    /// flipped.
    fn parts(self) -> (u8, bool, bool) {
        match self {
            Self::Pass => (0, false, false),
            Self::Draw => (1, false, false),
            Self::Play { tile, end, flip } => (tile.0 + OFFSET, end == End::Right, flip),
        }
    }

    fn from_parts(number: u8, right: bool, flip: bool) -> Result<Self, DecodeError> {
        let end = if right { End::Right } else { End::Left };
        match number {
            0 | 1 if right => Err(DecodeError::new("end", Problem::Impossible)),
            0 | 1 if flip => Err(DecodeError::new("flip", Problem::Impossible)),
            0 => Ok(Self::Pass),
            1 => Ok(Self::Draw),
            _ => Self::play(number - OFFSET, end, flip),
        }
    }
}

impl GameMove for Move {
    const GAME: GameId = GameId::Dominos;

    fn append_to(&self, bytes: &mut Vec<u8>) {
        let (number, right, flip) = self.parts();
        bytes.push(number | if right { END_BIT } else { 0 } | if flip { FLIP_BIT } else { 0 });
    }

    fn decode(bytes: &[u8]) -> Result<(Self, usize), DecodeError> {
        let byte = byte(bytes, 0, "tileIndex")?;
        let (right, flip) = (byte & END_BIT != 0, byte & FLIP_BIT != 0);
        let mv = Self::from_parts(byte & !(END_BIT | FLIP_BIT), right, flip)?;
        Ok((mv, 1))
    }

    fn hex_bytes(&self) -> Vec<u8> {
        let (number, right, flip) = self.parts();
        [number, u8::from(right) << 4 | u8::from(flip)].into()
    }

    fn from_hex_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let bit = |value: u8, field| match value {
            0 | 1 => Ok(value == 1),
            _ => Err(DecodeError::new(field, Problem::OutOfRange)),
        };
        match bytes {
            [] => Err(DecodeError::new("tileIndex", Problem::Missing)),
            [_] => Err(DecodeError::new("end", Problem::Missing)),
            [number, ends] => {
                Self::from_parts(*number, bit(ends >> 4, "end")?, bit(ends & 15, "flip")?)
            }
            _ => Err(DecodeError::new("move", Problem::Trailing)),
        }
    }

    fn write_json(&self, sink: &mut impl FnMut(&[u8])) {
        let (number, right, flip) = self.parts();
        write_object(sink, |w| {
            w.key("end").string(if right { "right" } else { "left" });
            w.key("flip").bool(flip);
            w.key("tileIndex").int(number as i8 - OFFSET as i8);
        });
    }

    #[cfg(feature = "serde")]
    fn from_value(value: &Value) -> Result<Self, JsonError> {
        let fields = value.object("end flip tileIndex")?;
        let right = fields.field("end", |value| match value {
            Value::String(end) if end == "left" => Ok(false),
            Value::String(end) if end == "right" => Ok(true),
            _ => Value::error(JsonProblem::Expected("\"left\" or \"right\"")),
        })?;
        let flip = fields.field("flip", Value::bool)?;
        let number = fields.field("tileIndex", |value| value.int(-2, LAST.into()))?;
        let number = (number + i64::from(OFFSET)) as u8;
        Ok(Self::from_parts(number, right, flip)?)
    }
}
