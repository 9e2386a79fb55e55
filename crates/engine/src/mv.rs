//! Moves and lists of them.

use crate::piece::{BISHOP, KNIGHT, QUEEN, ROOK};

/// The piece that a pawn becomes on the last rank, in the numbers of the contracts' `promotion` argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promotion {
    /// 1
    Queen = 1,
    /// 2
    Rook = 2,
    /// 3
    Bishop = 3,
    /// 4
    Knight = 4,
}

impl Promotion {
    /// All four, the queen first.
    pub const ALL: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// The promotion with a number from 1 to 4.
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(number.wrapping_sub(1) as usize).copied()
    }

    pub(crate) fn kind(self) -> u8 {
        match self {
            Self::Queen => QUEEN,
            Self::Rook => ROOK,
            Self::Bishop => BISHOP,
            Self::Knight => KNIGHT,
        }
    }

    pub(crate) fn from_kind(kind: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.kind() == kind)
    }
}

/// A move: from, to and what the pawn becomes.
///
/// ```
/// use chess_engine::{Move, Promotion, Square};
/// let square = |name: &[u8]| Square::from_name(name).unwrap();
/// let mv = Move::new(square(b"a5"), square(b"a6"), Some(Promotion::Queen));
/// assert_eq!(mv.to().index(), 54);
/// assert_eq!(mv.promotion(), Some(Promotion::Queen));
/// assert_eq!(Move::parse(b"a5a6q"), Some(mv));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move(pub(crate) u32);

/// No move.
pub(crate) const NO_MOVE: Move = Move(0);
/// The bits of the move itself; above them the search stores an ordering score.
const MOVE_BITS: u32 = 0x7fff;
const SCORE_SHIFT: u32 = 16;

impl Move {
    /// A move from squares (0 to 63) and the promoted piece's kind, or 0.
    #[inline(always)] // two shifts
    pub(crate) fn raw(from: u8, to: u8, kind: u8) -> Self {
        Self(from as u32 | (to as u32) << 6 | (kind as u32) << 12)
    }

    /// The same move with an ordering score in 0..65,536 above it.
    #[inline(always)] // one shift
    pub(crate) fn with_score(self, score: u32) -> Self {
        Self(self.0 | score << SCORE_SHIFT)
    }

    #[inline(always)] // one shift
    pub(crate) fn score(self) -> u32 {
        self.0 >> SCORE_SHIFT
    }

    /// The move without its score.
    #[inline(always)] // one instruction
    pub(crate) fn bare(self) -> Self {
        Self(self.0 & MOVE_BITS)
    }

    /// The piece that the pawn becomes, if it reaches the last rank.
    pub fn promotion(self) -> Option<Promotion> {
        Promotion::from_kind(self.kind())
    }

    /// The square it starts from, 0 to 63.
    #[inline(always)] // one instruction
    pub(crate) fn origin(self) -> u8 {
        self.0 as u8 & 63
    }

    /// The square it ends on, 0 to 63.
    #[inline(always)] // two instructions
    pub(crate) fn target(self) -> u8 {
        (self.0 >> 6) as u8 & 63
    }

    /// The promoted piece's kind, or 0.
    #[inline(always)] // two instructions
    pub(crate) fn kind(self) -> u8 {
        (self.0 >> 12) as u8 & 7
    }

    /// The number of what the pawn becomes (see [`Promotion`]), 0 if the move does not promote.
    pub fn promotion_number(self) -> u8 {
        const NUMBERS: [u8; 8] = [0, 0, 3, 2, 4, 1, 0, 0];
        NUMBERS[self.kind() as usize]
    }

    /// Two bytes: six bits from, six bits to, three bits the promoted piece's kind. Zero is no move.
    pub fn pack(self) -> u16 {
        self.0 as u16
    }
}

/// More than the moves of any position.
pub const MAX_MOVES: usize = 256;

/// A list of moves, without allocation.
pub struct MoveList {
    moves: [Move; MAX_MOVES],
    len: usize,
}

impl MoveList {
    /// No move.
    pub const EMPTY: Self = Self {
        moves: [NO_MOVE; MAX_MOVES],
        len: 0,
    };

    /// The moves.
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len]
    }

    /// Takes the moves of `write` that `keep` accepts.
    #[inline(always)] // one caller a board
    pub(crate) fn fill(
        &mut self,
        write: impl FnOnce(&mut Writer),
        mut keep: impl FnMut(Move) -> bool,
    ) {
        let mut writer = Writer::new(&mut self.moves, 0);
        write(&mut writer);
        let written = writer.end;
        self.len = 0;
        for i in 0..written {
            let mv = self.moves[i];
            if keep(mv) {
                self.moves[self.len] = mv;
                self.len += 1;
            }
        }
    }
}

/// Writes moves into a list from a place; moves that don't fit are dropped.
pub struct Writer<'a> {
    pub(crate) list: &'a mut [Move],
    pub(crate) end: usize,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(list: &'a mut [Move], end: usize) -> Self {
        Self { list, end }
    }

    #[inline(always)] // one store
    pub(crate) fn push(&mut self, mv: Move) {
        if let Some(entry) = self.list.get_mut(self.end) {
            *entry = mv;
            self.end += 1;
        }
    }
}
