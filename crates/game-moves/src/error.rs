use core::fmt;

/// Why bytes or digits are not the canonical encoding of a value: the field and its fault.
///
/// ```
/// use game_moves::{chess::Move, Problem};
/// let error = Move::decode(&[12, 28 | 0x80]).unwrap_err();
/// assert_eq!((error.field, error.problem), ("promotion flag", Problem::Reserved));
/// assert_eq!(error.to_string(), "promotion flag: reserved bits are set");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// The field's name in FORMAT.md.
    pub field: &'static str,
    /// The fault.
    pub problem: Problem,
}

/// The faults of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The input ends before the field does.
    Missing,
    /// The input continues after the last field.
    Trailing,
    /// Bits that must be zero are not.
    Reserved,
    /// A number outside the field's range.
    OutOfRange,
    /// No move has this value after the fields before it.
    Impossible,
    /// Hex without the prefix `0x`.
    NoPrefix,
    /// A hex digit without its pair.
    OddDigits,
    /// A character that is not one of `0`–`9` and `A`–`F` (small letters are not canonical).
    NotADigit,
}

impl DecodeError {
    pub(crate) const fn new(field: &'static str, problem: Problem) -> Self {
        Self { field, problem }
    }
}

/// The byte of a field.
pub(crate) fn byte(bytes: &[u8], index: usize, field: &'static str) -> Result<u8, DecodeError> {
    let byte = bytes.get(index).copied();
    byte.ok_or(DecodeError::new(field, Problem::Missing))
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.problem)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Missing => "missing, the input ends too early",
            Self::Trailing => "there is more input than one value",
            Self::Reserved => "reserved bits are set",
            Self::OutOfRange => "out of range",
            Self::Impossible => "no move has this value",
            Self::NoPrefix => "must begin with 0x",
            Self::OddDigits => "an odd number of hex digits",
            Self::NotADigit => "not a hex digit 0-9 or A-F",
        })
    }
}

impl core::error::Error for DecodeError {}

/// Why no game can have a state.
///
/// ```
/// let error = game_moves::ludo::State::new(5, 0).unwrap_err();
/// assert_eq!(error.to_string(), "playerCount: two to four can play");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateError {
    /// The state's key.
    pub field: &'static str,
    /// The fault, in words.
    pub reason: &'static str,
}

/// A field of a state, and its fault.
pub(crate) type Fault = (&'static str, &'static str);

impl StateError {
    pub(crate) fn new((field, reason): Fault) -> Self {
        Self { field, reason }
    }

    /// Refuses a state that has a fault.
    pub(crate) fn refuse(fault: Option<Fault>) -> Result<(), Self> {
        fault.map_or(Ok(()), |fault| Err(Self::new(fault)))
    }
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.reason)
    }
}

impl core::error::Error for StateError {}

/// Why a move, a roll or an elimination does not follow from a state: document 004's validation steps in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepError {
    /// The game is over.
    GameOver,
    /// Another player is to move.
    NotYourTurn {
        /// The player to move.
        turn: u8,
    },
    /// The dice must be rolled before anyone moves.
    RollFirst,
    /// There is nothing to roll now, or the game has no dice.
    NothingToRoll,
    /// The claimed dice are not the seed's.
    WrongDice,
    /// The move is not among the legal ones.
    IllegalMove,
    /// The player is no longer in the game, or the game has no eliminations.
    CannotEliminate,
    /// The players of this game can't agree on a draw.
    NoAgreedDraw,
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::NotYourTurn { turn } => write!(f, "it is player {turn}'s turn"),
            Self::RollFirst => f.write_str("the dice must be rolled first"),
            Self::NothingToRoll => f.write_str("there is nothing to roll now"),
            Self::WrongDice => f.write_str("the seed gives other dice"),
            Self::IllegalMove => f.write_str("the move is not legal here"),
            Self::CannotEliminate => f.write_str("this player cannot be eliminated"),
            Self::NoAgreedDraw => f.write_str("the players of this game cannot agree on a draw"),
        }
    }
}

impl core::error::Error for StepError {}
