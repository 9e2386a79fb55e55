//! Attacks on a square, and the moves that they forbid.

use super::castling::is_castling;
use super::making::behind;
use super::pieces::Position;
use crate::bitboard::{bit, first};
use crate::board::Board;
use crate::mv::Move;
use crate::piece::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE};

impl<B: Board> Position<B> {
    /// Whether the side to move is in check.
    #[inline(never)] // several callers
    pub fn in_check(&self) -> bool {
        self.attackers(self.king(self.side), self.side ^ WHITE, self.occupied()) != 0
    }

    /// The pieces of a side that attack a square.
    #[inline(never)] // many callers
    pub(crate) fn attackers(&self, square: u8, by: u8, occupied: u64) -> u64 {
        // a pawn attacks a square from the squares that a pawn of the other colour there would
        // attack
        B::empty_reach(by >> 3 ^ 1, square) & self.set(by | PAWN)
            | B::empty_reach(KNIGHT, square) & self.set(by | KNIGHT)
            | B::empty_reach(KING, square) & self.set(by | KING)
            | self.sliders(square, by, occupied)
    }

    /// The rooks, bishops and queens of a side that attack a square.
    #[inline(never)] // two callers
    fn sliders(&self, square: u8, by: u8, occupied: u64) -> u64 {
        let queens = self.set(by | QUEEN);
        let straight = self.set(by | ROOK) | queens;
        let diagonal = self.set(by | BISHOP) | queens;
        let mut found = 0;
        if B::empty_reach(ROOK, square) & straight != 0 {
            found = B::rook(square, occupied) & straight;
        }
        if B::empty_reach(BISHOP, square) & diagonal != 0 {
            found |= B::bishop(square, occupied) & diagonal;
        }
        found
    }

    /// The squares to which pieces other than the king may go so that the king is not in check: all
    /// squares, or the square of the checking piece and those between.
    pub(super) fn evasions(&self) -> u64 {
        let king = self.king(self.side);
        let checkers = self.attackers(king, self.side ^ WHITE, self.occupied());
        if checkers == 0 {
            return !0;
        }
        if checkers & (checkers - 1) != 0 {
            return 0;
        }
        let from = first(checkers);
        // lines from both meet only between them, unless neither lies on a line of the other
        let mut between = 0;
        if B::empty_reach(ROOK, king) & checkers != 0 {
            between = B::rook(king, checkers) & B::rook(from, bit(king));
        } else if B::empty_reach(BISHOP, king) & checkers != 0 {
            between = B::bishop(king, checkers) & B::bishop(from, bit(king));
        }
        checkers | between
    }

    /// Whether a pseudo-legal move that meets a check leaves the own king safe. `pinned`: the pieces of
    /// [`Position::pinned`], or more.
    #[inline(never)] // several callers
    pub(crate) fn is_legal(&self, mv: Move, pinned: u64) -> bool {
        let (from, to) = (mv.origin(), mv.target());
        let king = self.king(self.side);
        let them = self.side ^ WHITE;
        let occupied = self.occupied();
        if from == king {
            let safe = |square| self.attackers(square, them, occupied ^ bit(from)) == 0;
            // castling: not over an attacked square either (FIDE 3.8.2.2)
            let is_castling = B::CASTLES && from.abs_diff(to) == 2;
            return safe(to) && (!is_castling || safe((from + to) / 2));
        }
        let mut gone = bit(from);
        if self.is_en_passant(mv) {
            gone |= bit(behind(from, to));
        } else if gone & pinned == 0 {
            return true;
        }
        self.sliders(king, them, occupied & !gone | bit(to)) & !bit(to) == 0
    }

    /// Pieces of the side to move that may be pinned.
    #[inline(always)] // a call
    pub(crate) fn pinned(&self) -> u64 {
        self.screens(self.side, self.side ^ WHITE)
    }

    /// Pieces of the side to move that may open a line to the other king.
    #[inline(always)] // a call
    pub(crate) fn discoverers(&self) -> u64 {
        self.screens(self.side ^ WHITE, self.side)
    }

    /// Pieces of the side to move that stand first on a line to the king of a side, if a slider of side `by` may be
    /// behind them.
    #[inline(never)] // two callers
    fn screens(&self, side: u8, by: u8) -> u64 {
        let king = self.king(side);
        let occupied = self.occupied();
        let queens = self.set(by | QUEEN);
        let mut lines = 0;
        if B::empty_reach(ROOK, king) & (self.set(by | ROOK) | queens) != 0 {
            lines = B::rook(king, occupied);
        }
        if B::empty_reach(BISHOP, king) & (self.set(by | BISHOP) | queens) != 0 {
            lines |= B::bishop(king, occupied);
        }
        lines & self.set(self.side)
    }

    /// Whether a move may attack the other king; `discoverers`: the pieces that may open a line to it. `false` is
    /// certain.
    #[inline(always)] // on the search's path
    pub(crate) fn may_check(&self, mv: Move, discoverers: u64) -> bool {
        let them = self.king(self.side ^ WHITE);
        let (from, to) = (mv.origin(), mv.target());
        mv.kind() != 0
            || aims::<B>(self.cell(from), to, them)
            || discoverers & bit(from) != 0
            || self.is_en_passant(mv)
            || B::CASTLES && is_castling(self.cell(from), mv)
    }
}

/// Whether a piece on a square would attack another on an empty board.
#[inline(always)] // a load
fn aims<B: Board>(code: u8, from: u8, target: u8) -> bool {
    let row = if code & 7 == PAWN { code >> 3 } else { code };
    B::empty_reach(row, from) & bit(target) != 0
}
