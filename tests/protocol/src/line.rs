//! The moves of a game, by their meaning for the protocol.

use std::fmt;

/// The effect of a ply: all of chess that matters here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// The game continues.
    Quiet,
    /// The game also continues, after another move.
    Other,
    /// The game continues, and the player to move may claim a draw.
    Claimable,
    /// The fifth occurrence of a position: an end, after which the pieces could still move.
    Fivefold,
    Mate,
    /// A drawn end after which nothing can move: stalemate, dead position, 75 moves.
    Dead,
}

impl Kind {
    const ALL: [Kind; 6] = [
        Kind::Quiet,
        Kind::Other,
        Kind::Claimable,
        Kind::Fivefold,
        Kind::Mate,
        Kind::Dead,
    ];

    /// Whether the game has ended on the board.
    pub fn is_end(self) -> bool {
        matches!(self, Kind::Fivefold | Kind::Mate | Kind::Dead)
    }

    /// Whether no move can follow.
    pub fn is_last(self) -> bool {
        matches!(self, Kind::Mate | Kind::Dead)
    }

    fn letter(self) -> char {
        match self {
            Kind::Quiet => 'q',
            Kind::Other => 'o',
            Kind::Claimable => 'c',
            Kind::Fivefold => 'f',
            Kind::Mate => 'm',
            Kind::Dead => 'd',
        }
    }
}

/// The plies of one game or round, at most [`Line::LONGEST`]: their number in the lowest bits, then
/// three bits for each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line(u64);

const LEN_BITS: usize = 5;
const KIND_BITS: usize = 3;

impl Line {
    pub const EMPTY: Line = Line(0);

    /// The most plies that it can hold.
    pub const LONGEST: usize = (64 - LEN_BITS) / KIND_BITS;

    pub fn len(self) -> usize {
        (self.0 & ((1 << LEN_BITS) - 1)) as usize
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    fn kind(self, ply: usize) -> Kind {
        let number = self.0 >> (LEN_BITS + KIND_BITS * ply) & ((1 << KIND_BITS) - 1);
        Kind::ALL[number as usize]
    }

    pub fn last(self) -> Option<Kind> {
        let ply = self.len().checked_sub(1)?;
        Some(self.kind(ply))
    }

    /// How the game has ended on the board.
    pub fn board_end(self) -> Option<Kind> {
        self.last().filter(|kind| kind.is_end())
    }

    /// This line and a ply more.
    ///
    /// # Panics
    /// The line is full.
    pub fn with(self, kind: Kind) -> Line {
        let len = self.len();
        assert!(len < Line::LONGEST, "a longer line than the bounds allow");
        Line((self.0 | (kind as u64) << (LEN_BITS + KIND_BITS * len)) + 1)
    }

    /// Its first plies.
    pub fn prefix(self, plies: usize) -> Line {
        let kinds = self.0 & ((1 << (LEN_BITS + KIND_BITS * plies)) - 1);
        Line(kinds >> LEN_BITS << LEN_BITS | plies as u64)
    }

    pub fn starts_with(self, other: Line) -> bool {
        self.len() >= other.len() && self.prefix(other.len()) == other
    }

    pub fn kinds(self) -> impl DoubleEndedIterator<Item = Kind> {
        (0..self.len()).map(move |ply| self.kind(ply))
    }
}

impl FromIterator<Kind> for Line {
    fn from_iter<T: IntoIterator<Item = Kind>>(kinds: T) -> Self {
        kinds.into_iter().fold(Line::EMPTY, Line::with)
    }
}

/// A letter for each ply; `-` before the first.
impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        self.kinds()
            .try_for_each(|kind| write!(f, "{}", kind.letter()))
    }
}
