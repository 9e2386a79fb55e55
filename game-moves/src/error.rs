use core::fmt;

/// Why bytes or digits are not the canonical encoding of a value: the field, and what is wrong with it.
///
/// ```
/// use game_moves::{chess::Move, Problem};
/// let error = Move::decode(&[12, 28 | 0x80]).unwrap_err();
/// assert_eq!((error.field, error.problem), ("promotion flag", Problem::Reserved));
/// assert_eq!(error.to_string(), "promotion flag: reserved bits are set");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// The field's name, as FORMAT.md has it.
    pub field: &'static str,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What can be wrong with a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The input ends before the field does.
    Missing,
    /// The input goes on behind the last field.
    Trailing,
    /// Bits that must be zero are not.
    Reserved,
    /// A number outside the field's range.
    OutOfRange,
    /// No move has this value together with the fields before it.
    Impossible,
}

impl DecodeError {
    pub(crate) const fn new(field: &'static str, problem: Problem) -> Self {
        Self { field, problem }
    }
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
        })
    }
}

impl core::error::Error for DecodeError {}
