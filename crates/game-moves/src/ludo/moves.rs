use alloc::vec::Vec;

use crate::error::{DecodeError, Problem};
use crate::game::{GameId, GameMove};
#[cfg(feature = "serde")]
use crate::json::{JsonError, Value};
use crate::{error::byte, game::write_object};

/// A token's move: out of the base, or some squares ahead.
///
/// ```
/// use game_moves::{GameMove, ludo::Move};
/// assert_eq!(Move::new(2, 4).unwrap().to_hex(), "0x0204");
/// assert_eq!(Move::new(4, 0).unwrap_err().field, "tokenIndex");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    token: u8,
    steps: u8,
}

impl Move {
    /// A move of token 0 to 3 by 1 to 6 steps, or 0 for leaving the base.
    ///
    /// # Errors
    /// `tokenIndex` and `steps` when they are out of range.
    pub fn new(token: u8, steps: u8) -> Result<Self, DecodeError> {
        if token > 3 {
            Err(DecodeError::new("tokenIndex", Problem::OutOfRange))
        } else if steps > 6 {
            Err(DecodeError::new("steps", Problem::OutOfRange))
        } else {
            Ok(Self { token, steps })
        }
    }

    /// The token, 0 to 3.
    pub fn token(&self) -> u8 {
        self.token
    }

    /// The number of squares, 1 to 6; 0 leaves the base.
    pub fn steps(&self) -> u8 {
        self.steps
    }
}

impl GameMove for Move {
    const GAME: GameId = GameId::Ludo;

    fn append_to(&self, bytes: &mut Vec<u8>) {
        bytes.extend([self.token, self.steps]);
    }

    fn decode(bytes: &[u8]) -> Result<(Self, usize), DecodeError> {
        let (token, steps) = (byte(bytes, 0, "tokenIndex")?, byte(bytes, 1, "steps")?);
        Ok((Self::new(token, steps)?, 2))
    }

    fn write_json(&self, sink: &mut impl FnMut(&[u8])) {
        write_object(sink, |w| {
            w.key("steps").int(self.steps);
            w.key("tokenIndex").int(self.token);
        });
    }

    #[cfg(feature = "serde")]
    fn from_value(value: &Value) -> Result<Self, JsonError> {
        let fields = value.object("steps tokenIndex")?;
        let steps = fields.field("steps", |value| value.byte(6))?;
        let token = fields.field("tokenIndex", |value| value.byte(3))?;
        Ok(Self { token, steps })
    }
}
