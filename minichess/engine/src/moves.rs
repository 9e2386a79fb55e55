//! Moves and their generation.

use crate::attack::{REACH, directions};
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
    pub(crate) const fn new() -> Self {
        Self {
            moves: [NO_MOVE; MAX_MOVES],
            len: 0,
        }
    }

    /// All moves of a position that obey the pieces' way of moving.
    pub(crate) fn of(position: &Position) -> Self {
        let mut list = Self::new();
        let mut writer = Writer::new(&mut list.moves, 0);
        position.quiets(true, &mut writer);
        list.len = writer.end;
        list
    }

    /// The moves.
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len]
    }

    /// Keeps the moves that a test holds for.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
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

/// The pieces a pawn may become, the queen first.
const PROMOTED: [u8; 4] = [QUEEN, KNIGHT, ROOK, BISHOP];

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

    #[inline(never)]
    fn push_pawn(&mut self, from: u8, to: u8, promotes: bool) {
        if promotes {
            for kind in PROMOTED {
                self.push(Move::raw(from, to, kind));
            }
        } else {
            self.push(Move::raw(from, to, 0));
        }
    }
}

/// For every kind and square, the squares of its moves on an empty board as a set of bits. The rows of pawns stay empty.
pub(crate) struct Reachable([[u64; 64]; 8]);

impl Reachable {
    pub(crate) fn new() -> Self {
        let mut sets = [[0; 64]; 8];
        for from in Square::all() {
            for to in Square::all() {
                let reach = REACH[to.0.wrapping_sub(from.0) as usize];
                for (kind, row) in sets.iter_mut().enumerate().skip(BISHOP as usize) {
                    if reach >> kind & 1 != 0 {
                        row[from.0 as usize & 63] |= bit(to.0);
                    }
                }
            }
        }
        Self(sets)
    }
}

/// The bit of a square in a set.
#[inline(always)]
pub(crate) fn bit(square: u8) -> u64 {
    1 << (square & 63)
}

impl Position {
    /// Captures and promotions that obey the pieces' way of moving; the own king may be left attacked.
    /// `narrow` leaves out captures of pawns.
    #[inline(never)]
    pub(crate) fn captures(&self, reachable: &Reachable, narrow: bool, writer: &mut Writer) {
        let colour = (self.side >> 3) as usize & 1;
        let mut enemies = self.occupied[colour ^ 1];
        if narrow {
            enemies &= !self.pawns[colour ^ 1];
        }
        self.pawns_capture(enemies, writer);
        for pair in self.pieces() {
            let from = pair[colour];
            if from == 0 {
                continue;
            }
            let kind = self.cells[from as usize] & 7;
            let mut targets = reachable.0[kind as usize & 7][from as usize & 63] & enemies;
            while targets != 0 {
                let to = targets.trailing_zeros() as u8;
                targets &= targets - 1;
                if self.is_clear(from, to) {
                    writer.push(Move::raw(from, to, 0));
                }
            }
        }
    }

    /// Captures on one square.
    pub(crate) fn captures_on(&self, target: u8, writer: &mut Writer) {
        let behind = target.wrapping_sub(self.forward());
        for from in [behind.wrapping_sub(1), behind.wrapping_add(1)] {
            if self.cells[from as usize] & 15 == PAWN | self.side {
                writer.push_pawn(from, target, self.is_last_rank(target));
            }
        }
        let colour = (self.side >> 3) as usize & 1;
        for pair in self.pieces() {
            let from = pair[colour];
            if from != 0 && self.attacks(from, target) {
                writer.push(Move::raw(from, target, 0));
            }
        }
    }

    /// Whether a move is a quiet one of a piece of the side to move, by its way of moving.
    pub(crate) fn is_quiet(&self, mv: Move) -> bool {
        let (from, to) = (mv.origin(), mv.target());
        let code = self.cells[from as usize] & 15;
        if code == 0 || code & WHITE != self.side || self.cells[to as usize] != 0 {
            return false;
        }
        if code & 7 != PAWN {
            return self.attacks(from, to);
        }
        let ahead = from.wrapping_add(self.forward());
        to == ahead && !self.is_last_rank(to)
            || to == ahead.wrapping_add(self.forward())
                && self.is_second_rank(from)
                && self.cells[ahead as usize] == 0
    }

    /// Captures and promotions by pawns, all pawns at once.
    #[inline(never)]
    fn pawns_capture(&self, enemies: u64, writer: &mut Writer) {
        let white = self.side == WHITE;
        let pawns = self.pawns[(self.side >> 3) as usize & 1];
        let targets = if self.ep == 0 {
            enemies
        } else {
            enemies | bit(self.ep)
        };
        for aside in [7u8, 9] {
            let mut hits = targets
                & if white {
                    pawns << aside
                } else {
                    pawns >> aside
                };
            while hits != 0 {
                let to = hits.trailing_zeros() as u8;
                hits &= hits - 1;
                let from = if white { to - aside } else { to + aside };
                writer.push_pawn(from, to, self.is_last_rank(to));
            }
        }
        let mut ready = pawns & if white { 0x7e << 40 } else { 0x7e << 16 };
        while ready != 0 {
            let from = ready.trailing_zeros() as u8;
            ready &= ready - 1;
            let ahead = from.wrapping_add(self.forward());
            if self.cells[ahead as usize] == 0 {
                writer.push_pawn(from, ahead, true);
            }
        }
    }

    /// The other moves: to an empty square, without promotion; with captures and promotions too if asked for.
    #[inline(never)]
    pub(crate) fn quiets(&self, captures_too: bool, writer: &mut Writer) {
        let colour = (self.side >> 3) as usize & 1;
        if captures_too {
            self.pawns_capture(self.occupied[colour ^ 1], writer);
        }
        for pair in &self.list[..12] {
            let from = pair[colour];
            if from == 0 {
                continue;
            }
            let kind = self.cells[from as usize] & 7;
            if kind == PAWN {
                let ahead = from.wrapping_add(self.forward());
                self.pawn_pushes(from, ahead, writer);
            } else {
                self.piece_moves(from, kind, captures_too, writer);
            }
        }
    }

    #[inline(always)]
    fn piece_moves(&self, from: u8, kind: u8, captures: bool, writer: &mut Writer) {
        let (directions, slides) = directions(kind);
        for &direction in directions {
            let mut to = from.wrapping_add(direction);
            let mut cell = self.cells[to as usize];
            while cell == 0 {
                writer.push(Move::raw(from, to, 0));
                if !slides {
                    break;
                }
                to = to.wrapping_add(direction);
                cell = self.cells[to as usize];
            }
            if captures && self.is_enemy(cell) {
                writer.push(Move::raw(from, to, 0));
            }
        }
    }

    fn pawn_pushes(&self, from: u8, ahead: u8, writer: &mut Writer) {
        if self.cells[ahead as usize] != 0 || self.is_last_rank(ahead) {
            return;
        }
        writer.push(Move::raw(from, ahead, 0));
        let far = ahead.wrapping_add(self.forward());
        if self.is_second_rank(from) && self.cells[far as usize] == 0 {
            writer.push(Move::raw(from, far, 0));
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

    /// Whether a pawn of the side to move may step two squares from this one.
    #[inline(always)]
    fn is_second_rank(&self, square: u8) -> bool {
        square >> 3 == if self.side == WHITE { 2 } else { 5 }
    }

    /// Whether a pawn of the side to move promotes on this square.
    #[inline(always)]
    fn is_last_rank(&self, square: u8) -> bool {
        square >> 3 == if self.side == WHITE { 6 } else { 1 }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::Game;

    /// The search takes a position's moves in two parts; together they are all of them.
    #[test]
    fn captures_and_quiet_moves_are_all_moves() {
        let reachable = Reachable::new();
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
                let all = MoveList::of(position);
                let mut parts = MoveList::new();
                let mut writer = Writer::new(&mut parts.moves, 0);
                position.captures(&reachable, false, &mut writer);
                let captures = writer.end;
                position.quiets(false, &mut writer);
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
