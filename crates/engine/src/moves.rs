//! Moves and their generation.

use crate::attack::{BOARD, bit, reach, squares};
use crate::position::Position;
use crate::square::Square;
use crate::word::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE};

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
        Self::ALL.get(number.wrapping_sub(1) as usize).copied()
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

/// No move.
pub(crate) const NO_MOVE: Move = Move(0);
/// The bits of a move proper; above them the search keeps an ordering score.
const MOVE_BITS: u32 = 0x7fff;
const SCORE_SHIFT: u32 = 16;

impl Move {
    /// A move from its parts.
    pub fn new(from: Square, to: Square, promotion: Option<Promotion>) -> Self {
        Self::raw(from.0, to.0, promotion.map_or(0, Promotion::kind))
    }

    #[inline(always)]
    pub(crate) fn raw(from: u8, to: u8, kind: u8) -> Self {
        Self(from as u32 | (to as u32) << 6 | (kind as u32) << 12)
    }

    /// The same move with an ordering score in 0..65,536 above it.
    #[inline(always)]
    pub(crate) fn with_score(self, score: u32) -> Self {
        Self(self.0 | score << SCORE_SHIFT)
    }

    /// The move without its score.
    #[inline(always)]
    pub(crate) fn bare(self) -> Self {
        Self(self.0 & MOVE_BITS)
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
        self.0 as u8 & 63
    }

    #[inline(always)]
    pub(crate) fn target(self) -> u8 {
        (self.0 >> 6) as u8 & 63
    }

    /// The promoted piece's kind, or 0.
    #[inline(always)]
    pub(crate) fn kind(self) -> u8 {
        (self.0 >> 12) as u8 & 7
    }

    /// The number of what the pawn becomes (see [`Promotion`]), 0 if the move does not promote.
    pub fn promotion_number(self) -> u8 {
        const NUMBERS: [u8; 8] = [0, 0, 3, 2, 4, 1, 0, 0];
        NUMBERS[self.kind() as usize]
    }

    /// Two bytes: six bits from, six bits to (document 002's indices), three bits
    /// the promoted piece's kind. Zero is no move.
    pub fn pack(self) -> u16 {
        self.0 as u16
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

    /// Takes the legal moves of a position.
    #[inline(never)]
    pub(crate) fn fill(&mut self, position: &Position) {
        let mut writer = Writer::new(&mut self.moves, 0);
        position.all(&mut writer);
        self.len = writer.end;
        self.retain(|mv| position.is_legal(mv, !0));
    }

    /// The moves.
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len]
    }

    /// Keeps the moves that a test holds for.
    fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let len = core::mem::take(&mut self.len);
        for i in 0..len {
            let mv = self.moves[i];
            if keep(mv) {
                self.moves[self.len] = mv;
                self.len += 1;
            }
        }
    }
}

/// Writes moves into a list from a place on; what doesn't fit is left out.
pub(crate) struct Writer<'a> {
    list: &'a mut [Move],
    pub(crate) end: usize,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(list: &'a mut [Move], end: usize) -> Self {
        Self { list, end }
    }

    #[inline(always)]
    fn push(&mut self, mv: Move) {
        if let Some(entry) = self.list.get_mut(self.end) {
            *entry = mv;
            self.end += 1;
        }
    }
}

/// Which squares moves may go to.
#[derive(Clone, Copy)]
struct Targets {
    king: u64,
    others: u64,
}

impl Position {
    /// Captures and promotions that obey the pieces' way of moving, by a side that is not in check; the own king may be
    /// left attacked.
    #[inline(never)]
    pub(crate) fn captures(&self, writer: &mut Writer) {
        let enemies = self.set(self.side ^ WHITE);
        self.pawns_capture(enemies, !0, writer);
        self.piece_moves(
            Targets {
                king: enemies,
                others: enemies,
            },
            writer,
        );
    }

    /// The squares that pieces of the side to move attack.
    #[inline(never)]
    pub(crate) fn attacked(&self) -> u64 {
        let pawns = self.set(self.side | PAWN);
        let occupied = self.occupied();
        squares(self.set(self.side) ^ pawns).fold(
            self.ahead(pawns, 7) | self.ahead(pawns, 9),
            |attacked, from| attacked | reach(self.cell(from) & 7, from, occupied),
        )
    }

    /// Where pawns of the side to move can promote without a capture.
    #[inline(never)]
    pub(crate) fn promotions(&self) -> u64 {
        self.ahead(self.set(self.side | PAWN), 8) & LAST_RANKS & !self.occupied()
    }

    /// The square some steps behind another, for the side to move.
    #[inline(always)]
    pub(crate) fn behind(&self, to: u8, distance: u8) -> u8 {
        if self.side == WHITE {
            to - distance
        } else {
            to + distance
        }
    }

    /// The other moves of a side that is not in check: to an empty square, without promotion.
    pub(crate) fn quiets(&self, writer: &mut Writer) {
        let empty = !self.occupied();
        self.pawns_advance(!0, writer);
        self.piece_moves(
            Targets {
                king: empty,
                others: empty,
            },
            writer,
        );
    }

    /// All moves; out of check, those that may meet it.
    #[inline(never)]
    pub(crate) fn all(&self, writer: &mut Writer) {
        let evasions = self.evasions();
        let open = !self.set(self.side);
        self.pawns_capture(self.set(self.side ^ WHITE), evasions, writer);
        self.pawns_advance(evasions, writer);
        self.piece_moves(
            Targets {
                king: open,
                others: open & evasions,
            },
            writer,
        );
    }

    #[inline(never)]
    fn piece_moves(&self, targets: Targets, writer: &mut Writer) {
        let occupied = self.occupied();
        let mut end = writer.end;
        for from in squares(self.set(self.side) ^ self.set(self.side | PAWN)) {
            let kind = self.cell(from) & 7;
            let targets = if kind == KING {
                targets.king
            } else {
                targets.others
            };
            for to in squares(reach(kind, from, occupied) & targets) {
                if let Some(entry) = writer.list.get_mut(end) {
                    *entry = Move::raw(from, to, 0);
                    end += 1;
                }
            }
        }
        writer.end = end;
    }

    /// Captures and promotions by pawns that meet a check.
    fn pawns_capture(&self, enemies: u64, evasions: u64, writer: &mut Writer) {
        let pawns = self.set(self.side | PAWN);
        let mut targets = enemies & evasions;
        if self.ep != 0 {
            // Where the capturing pawn goes, and the pawn that it takes.
            let passing = bit(self.ep);
            if (passing | passing << 8 | passing >> 8) & evasions != 0 {
                targets |= passing;
            }
        }
        for distance in [7, 9] {
            self.push_pawns(self.ahead(pawns, distance) & targets, distance, writer);
        }
        let promoting = self.promotions() & evasions;
        self.push_pawns(promoting, 8, writer);
    }

    /// Steps of pawns to some of the empty squares, without promotion.
    fn pawns_advance(&self, targets: u64, writer: &mut Writer) {
        let empty = BOARD & !LAST_RANKS & !self.occupied();
        let near = self.ahead(self.set(self.side | PAWN), 8) & empty;
        let far = self.ahead(near & self.third_rank(), 8) & empty;
        self.push_pawns(near & targets, 8, writer);
        self.push_pawns(far & targets, 16, writer);
    }

    /// A set of squares, each moved ahead for the side to move.
    #[inline(always)]
    fn ahead(&self, set: u64, distance: u8) -> u64 {
        if self.side == WHITE {
            set << distance
        } else {
            set >> distance
        }
    }

    /// Writes the moves of pawns that have gone ahead to the squares of a set.
    #[inline(never)]
    fn push_pawns(&self, set: u64, distance: u8, writer: &mut Writer) {
        for to in squares(set) {
            let from = self.behind(to, distance);
            if bit(to) & LAST_RANKS != 0 {
                for kind in (BISHOP..=QUEEN).rev() {
                    writer.push(Move::raw(from, to, kind));
                }
            } else {
                writer.push(Move::raw(from, to, 0));
            }
        }
    }

    /// Whether a move is a quiet one of a piece of the side to move, by its way of moving, without promotion.
    pub(crate) fn is_quiet(&self, mv: Move) -> bool {
        let (from, to) = (mv.origin(), mv.target());
        let code = self.cell(from);
        if code == 0 || code & WHITE != self.side || mv.kind() != 0 {
            return false;
        }
        let reached = if code & 7 == PAWN {
            let empty = !LAST_RANKS & !self.occupied();
            let near = self.ahead(bit(from), 8) & empty;
            near | self.ahead(near & self.third_rank(), 8)
        } else {
            reach(code & 7, from, self.occupied())
        };
        reached & !self.occupied() & bit(to) != 0
    }

    /// Where pawns of the side to move are after one step.
    #[inline(always)]
    fn third_rank(&self) -> u64 {
        if self.side == WHITE {
            0x7e << 24
        } else {
            0x7e << 32
        }
    }
}

/// Where pawns of either colour promote.
pub(crate) const LAST_RANKS: u64 = 0x007e_0000_0000_7e00;

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::Game;

    /// The search takes a position's moves in two parts; together they are all of them.
    #[test]
    fn captures_and_quiet_moves_are_all_moves() {
        let mut random = 1usize;
        for _ in 0..200 {
            let mut game = Game::start();
            loop {
                let moves = game.legal_moves();
                let moves = moves.as_slice();
                if moves.is_empty() {
                    break;
                }
                let position = game.position();
                if position.in_check() {
                    // There the search takes all moves at once.
                    game.play(moves[0]).unwrap();
                    continue;
                }
                let mut all = MoveList::EMPTY;
                let mut writer = Writer::new(&mut all.moves, 0);
                position.all(&mut writer);
                all.len = writer.end;
                let mut parts = MoveList::EMPTY;
                let mut writer = Writer::new(&mut parts.moves, 0);
                position.captures(&mut writer);
                let captures = writer.end;
                position.quiets(&mut writer);
                parts.len = writer.end;
                for (i, mv) in parts.as_slice().iter().enumerate() {
                    assert!(all.as_slice().contains(mv));
                    assert!(!parts.as_slice()[..i].contains(mv));
                    assert_eq!(position.is_quiet(*mv), i >= captures, "{mv}");
                }
                assert_eq!(
                    parts.as_slice().len(),
                    all.as_slice().len(),
                    "{}",
                    game.fen()
                );
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                game.play(moves[(random >> 33) % moves.len()]).unwrap();
            }
        }
    }
}
