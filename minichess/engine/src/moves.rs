//! Moves and their generation.

use crate::attack::directions;
use crate::position::Position;
use crate::square::{Square, UP};
use crate::word::{BISHOP, KNIGHT, PAWN, QUEEN, ROOK, WHITE};

/// What a pawn becomes on the last rank; the numbers are those of both contracts' `promotion` argument.
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
        Self::ALL.into_iter().find(|p| *p as u8 == number)
    }

    fn kind(self) -> u8 {
        match self {
            Self::Queen => QUEEN,
            Self::Rook => ROOK,
            Self::Bishop => BISHOP,
            Self::Knight => KNIGHT,
        }
    }

    fn from_kind(kind: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.kind() == kind)
    }
}

/// A move: from, to and what the pawn becomes.
///
/// ```
/// use minichess_engine::{Move, Promotion, Square};
/// let square = |name: &[u8]| Square::from_name(name).unwrap();
/// let mv = Move::new(square(b"a5"), square(b"a6"), Some(Promotion::Queen));
/// assert_eq!(mv.to().index(), 54);
/// assert_eq!(mv.promotion(), Some(Promotion::Queen));
/// assert_eq!(Move::parse(b"a5a6q"), Some(mv));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move(pub(crate) u32);

/// No move; also the search's null move.
pub(crate) const NO_MOVE: Move = Move(0);
/// The bits of a move proper; above them a list keeps the ordering score.
const MOVE_BITS: u32 = 0x7_ffff;
const SCORE_SHIFT: u32 = 19;

impl Move {
    /// A move from its parts.
    pub fn new(from: Square, to: Square, promotion: Option<Promotion>) -> Self {
        Self::raw(from.0, to.0, promotion.map_or(0, Promotion::kind))
    }

    #[inline(always)]
    pub(crate) fn raw(from: u8, to: u8, kind: u8) -> Self {
        Self(from as u32 | (to as u32) << 8 | (kind as u32) << 16)
    }

    /// The square it starts from.
    pub fn from(self) -> Square {
        Square(self.origin())
    }

    /// The square it ends on.
    pub fn to(self) -> Square {
        Square(self.target())
    }

    /// What the pawn becomes, if it reaches the last rank.
    pub fn promotion(self) -> Option<Promotion> {
        Promotion::from_kind(self.kind())
    }

    #[inline(always)]
    pub(crate) fn origin(self) -> u8 {
        self.0 as u8
    }

    #[inline(always)]
    pub(crate) fn target(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// The promoted piece's kind, or 0.
    #[inline(always)]
    pub(crate) fn kind(self) -> u8 {
        (self.0 >> 16) as u8 & 7
    }

    /// Two bytes: six bits from, six bits to (document 002's indices), three bits
    /// the promoted piece's kind. Zero is no move.
    pub fn pack(self) -> u16 {
        if self == NO_MOVE {
            return 0;
        }
        let (from, to) = (self.from().index(), self.to().index());
        from as u16 | (to as u16) << 6 | (self.kind() as u16) << 12
    }

    /// The inverse of [`Move::pack`]; `None` for a square off the board or an impossible promotion.
    pub fn unpack(packed: u16) -> Option<Self> {
        let from = Square::from_index(packed as u8 & 63)?;
        let to = Square::from_index((packed >> 6) as u8 & 63)?;
        let kind = (packed >> 12) as u8;
        let promotion = Promotion::from_kind(kind);
        (kind == 0 || promotion.is_some()).then(|| Self::new(from, to, promotion))
    }

    /// Coordinate notation: `e2e4`, `a5a6q`.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let promotion = match text.get(4) {
            None => None,
            Some(b'q') => Some(Promotion::Queen),
            Some(b'r') => Some(Promotion::Rook),
            Some(b'b') => Some(Promotion::Bishop),
            Some(b'n') => Some(Promotion::Knight),
            Some(_) => return None,
        };
        let from = Square::from_name(text.get(..2)?)?;
        let to = Square::from_name(text.get(2..4)?)?;
        (text.len() <= 5).then(|| Self::new(from, to, promotion))
    }
}

impl core::fmt::Display for Move {
    fn fmt(&self, f: &mut core::fmt::Formatter) -> core::fmt::Result {
        for byte in self.from().name().into_iter().chain(self.to().name()) {
            write!(f, "{}", byte as char)?;
        }
        match self.promotion() {
            None => Ok(()),
            Some(Promotion::Queen) => write!(f, "q"),
            Some(Promotion::Rook) => write!(f, "r"),
            Some(Promotion::Bishop) => write!(f, "b"),
            Some(Promotion::Knight) => write!(f, "n"),
        }
    }
}

/// More than any position of at most twelve pieces a side has moves.
pub const MAX_MOVES: usize = 192;

/// Takes generated moves. `quiet` and `capture` differ only for move ordering.
pub(crate) trait Sink {
    fn quiet(&mut self, position: &Position, mv: Move);
    fn capture(&mut self, position: &Position, mv: Move, victim: u8);
}

/// A list of moves, without allocation.
pub struct MoveList {
    moves: [Move; MAX_MOVES],
    len: usize,
}

impl MoveList {
    pub(crate) const fn new() -> Self {
        Self {
            moves: [NO_MOVE; MAX_MOVES],
            len: 0,
        }
    }

    /// The moves.
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len]
    }

    fn push(&mut self, mv: Move) {
        self.moves[self.len] = mv;
        self.len += 1;
    }

    /// Keeps the moves that a test holds for.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let len = core::mem::take(&mut self.len);
        for i in 0..len {
            let mv = self.moves[i];
            if keep(mv) {
                self.push(mv);
            }
        }
    }
}

impl Sink for MoveList {
    fn quiet(&mut self, _: &Position, mv: Move) {
        self.push(mv);
    }

    fn capture(&mut self, _: &Position, mv: Move, _: u8) {
        self.push(mv);
    }
}

/// A move with its ordering score above it: comparing entries compares scores first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Scored(u32);

impl Scored {
    pub(crate) const NONE: Self = Self(0);

    /// `score` in 0..8192.
    #[inline(always)]
    pub(crate) fn new(mv: Move, score: u32) -> Self {
        Self(mv.0 | score << SCORE_SHIFT)
    }

    #[inline(always)]
    pub(crate) fn mv(self) -> Move {
        Move(self.0 & MOVE_BITS)
    }
}

/// The pieces a pawn may become, the queen first.
const PROMOTED: [u8; 4] = [QUEEN, KNIGHT, ROOK, BISHOP];

impl Position {
    /// Captures and promotions that obey the pieces' way of moving; the own king may be left attacked.
    pub(crate) fn captures(&self, sink: &mut impl Sink) {
        let side = self.side;
        for slot in 0..12 {
            let from = self.list[(slot << 1 | (side >> 3)) as usize & 31];
            if from == 0 {
                continue;
            }
            let kind = self.cells[from as usize] & 7;
            if kind == PAWN {
                self.pawn_captures(from, sink);
                continue;
            }
            let (directions, slides) = directions(kind);
            for &direction in directions {
                let mut to = from.wrapping_add(direction);
                let mut cell = self.cells[to as usize];
                while slides && cell == 0 {
                    to = to.wrapping_add(direction);
                    cell = self.cells[to as usize];
                }
                if self.is_enemy(cell) {
                    sink.capture(self, Move::raw(from, to, 0), cell);
                }
            }
        }
    }

    /// The other moves: to an empty square, without promotion.
    pub(crate) fn quiets(&self, sink: &mut impl Sink) {
        let side = self.side;
        for slot in 0..12 {
            let from = self.list[(slot << 1 | (side >> 3)) as usize & 31];
            if from == 0 {
                continue;
            }
            let kind = self.cells[from as usize] & 7;
            if kind == PAWN {
                self.pawn_pushes(from, sink);
                continue;
            }
            let (directions, slides) = directions(kind);
            for &direction in directions {
                let mut to = from.wrapping_add(direction);
                while self.cells[to as usize] == 0 {
                    sink.quiet(self, Move::raw(from, to, 0));
                    if !slides {
                        break;
                    }
                    to = to.wrapping_add(direction);
                }
            }
        }
    }

    fn pawn_captures(&self, from: u8, sink: &mut impl Sink) {
        let ahead = from.wrapping_add(self.forward());
        let promotes = self.is_last_rank(ahead);
        for to in [ahead.wrapping_sub(1), ahead.wrapping_add(1)] {
            let cell = self.cells[to as usize];
            if self.is_enemy(cell) {
                self.pawn_move(from, to, promotes, cell, sink);
            } else if to == self.ep && to != 0 {
                sink.capture(self, Move::raw(from, to, 0), PAWN);
            }
        }
        if promotes && self.cells[ahead as usize] == 0 {
            self.pawn_move(from, ahead, true, 0, sink);
        }
    }

    fn pawn_move(&self, from: u8, to: u8, promotes: bool, victim: u8, sink: &mut impl Sink) {
        if promotes {
            for kind in PROMOTED {
                sink.capture(self, Move::raw(from, to, kind), victim);
            }
        } else {
            sink.capture(self, Move::raw(from, to, 0), victim);
        }
    }

    fn pawn_pushes(&self, from: u8, sink: &mut impl Sink) {
        let forward = self.forward();
        let to = from.wrapping_add(forward);
        if self.cells[to as usize] != 0 || self.is_last_rank(to) {
            return;
        }
        sink.quiet(self, Move::raw(from, to, 0));
        let second = if self.side == WHITE { 3 } else { 6 };
        let far = to.wrapping_add(forward);
        if from >> 4 == second && self.cells[far as usize] == 0 {
            sink.quiet(self, Move::raw(from, far, 0));
        }
    }

    #[inline(always)]
    fn forward(&self) -> u8 {
        if self.side == WHITE {
            UP
        } else {
            UP.wrapping_neg()
        }
    }

    /// Whether a pawn of the side to move promotes on this square.
    #[inline(always)]
    fn is_last_rank(&self, square: u8) -> bool {
        square >> 4 == if self.side == WHITE { 7 } else { 2 }
    }
}
