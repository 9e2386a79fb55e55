//! Which moves there are (FIDE 3 and 4): what a piece can do, and whether its king stays safe.

use core::borrow::Borrow;
use core::ops::ControlFlow;

use crate::piece::{self, Color, EMPTY, Kind};
use crate::{Board, Castling, Move, Position, Promotion, Rows, attacks, is_attacked, square};

/// A king's steps and a knight's, on a board whose rows are 16 wide.
const STEPS: [u8; 16] = {
    let [king, knight] = [[1, 15, 16, 17], [14, 18, 31, 33]];
    let mut steps = [0; 16];
    let mut i = 0;
    while i < 4 {
        steps[i] = king[i];
        steps[i + 4] = 0u8.wrapping_sub(king[i]);
        steps[i + 8] = knight[i];
        steps[i + 12] = 0u8.wrapping_sub(knight[i]);
        i += 1;
    }
    steps
};

impl<B: Borrow<Board>> Position<B> {
    /// Whether the piece on `from` can go to `to`, its own king's safety and the choice of a
    /// promotion left aside. A king is never captured (FIDE 1.4.1), and castling is refused
    /// through attacked squares (FIDE 3.8.2.2). Squares above 63 answer false.
    pub fn can_go(&self, from: u8, to: u8) -> bool {
        if from > 63 || to > 63 {
            return false;
        }
        let (code, target) = (self.piece_at(from), self.piece_at(to));
        if !piece::is_of(code, self.turn)
            || piece::is_of(target, self.turn)
            || to == self.king(self.turn.other())
        {
            return false;
        }
        if code == Kind::Pawn.code(self.turn) && square::file(from) == square::file(to) {
            return self.can_advance(from, to);
        }
        if !attacks(self.board(), from, to) {
            return code == Kind::King.code(self.turn) && self.can_castle(from, to);
        }
        code != Kind::Pawn.code(self.turn) || target != EMPTY || self.is_en_passant_square(to)
    }

    /// A pawn's step, or its double step from where it started (FIDE 3.7.1, 3.7.2).
    fn can_advance(&self, from: u8, to: u8) -> bool {
        let (ahead, first_row) = match self.turn {
            Color::White => (-8, 6),
            Color::Black => (8, 1),
        };
        let step = from.wrapping_add_signed(ahead);
        if self.piece_at(to) != EMPTY || self.piece_at(step) != EMPTY {
            return false;
        }
        to == step || square::row(from) == first_row && to == step.wrapping_add_signed(ahead)
    }

    /// Whether a pawn of the player to move captures en passant by going there.
    fn is_en_passant_square(&self, to: u8) -> bool {
        let row = match self.turn {
            Color::White => 2,
            Color::Black => 5,
        };
        to == row * 8 + self.en_passant && self.en_passant < Position::NO_FILE
    }

    /// Castling (FIDE 3.8.2): the right is left, nothing stands between king and rook, and
    /// the king's square and the two that it crosses and reaches are not attacked.
    fn can_castle(&self, from: u8, to: u8) -> bool {
        let is_safe = |square| !is_attacked(self.board(), square, self.turn.other());
        Castling::SIDES.iter().any(|side| {
            self.castling.0 & side.right != 0
                && to == side.king_to
                && from == side.king
                && attacks(self.board(), side.rook, from)
                && is_safe(from)
                && is_safe((from + to) / 2)
                && is_safe(to)
        })
    }

    /// Whether a move that the piece can make leaves the mover's own king unattacked
    /// (FIDE 3.9.2).
    pub fn keeps_king_safe(&self, from: u8, to: u8) -> bool {
        let mut rows = Rows::of(self.board());
        let board = rows.board_mut();
        let mut put = |square: u8, code| board[square as usize & 63] = code;
        put(self.captured_square(from, to), EMPTY);
        put(to, self.piece_at(from));
        put(from, EMPTY);
        let king = self.king(self.turn);
        let king = if from == king { to } else { king };
        !is_attacked(board, king, self.turn.other())
    }

    /// Where a move captures, if it does: where it goes, except for a pawn's en passant.
    pub(crate) fn captured_square(&self, from: u8, to: u8) -> u8 {
        let pawn = self.piece_at(from) == Kind::Pawn.code(self.turn);
        if pawn && self.piece_at(to) == EMPTY && square::file(from) != square::file(to) {
            (from & !7) | (to & 7)
        } else {
            to
        }
    }

    /// Whether a piece that goes there is a pawn that reaches the last rank and so must become
    /// another piece (FIDE 3.7.3.3).
    pub fn promotes(&self, from: u8, to: u8) -> bool {
        self.piece_at(from) == Kind::Pawn.code(self.turn) && matches!(square::row(to), 0 | 7)
    }

    /// Whether the player to move may play this move.
    pub fn is_legal(&self, m: Move) -> bool {
        self.can_go(m.from, m.to)
            && m.promotion.is_some() == self.promotes(m.from, m.to)
            && self.keeps_king_safe(m.from, m.to)
    }

    /// Hands every legal pair of squares to `visit`, ordered by `from`, then by `to`, until it
    /// breaks. A promotion comes once, whatever the piece.
    pub fn try_each_legal_pair<T>(
        &self,
        mut visit: impl FnMut(u8, u8) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        for from in 0..64 {
            if !piece::is_of(self.piece_at(from), self.turn) {
                continue;
            }
            for to in 0..64 {
                if self.can_go(from, to) && self.keeps_king_safe(from, to) {
                    visit(from, to)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Hands every legal move to `visit`, ordered by `from`, `to` and the promotion's number,
    /// until it breaks.
    ///
    /// ```
    /// use chess_rules::Position;
    /// use core::ops::ControlFlow;
    ///
    /// let mut count = 0;
    /// let _ = Position::START.try_each_legal(|_| {
    ///     count += 1;
    ///     ControlFlow::<()>::Continue(())
    /// });
    /// assert_eq!(count, 20);
    /// ```
    pub fn try_each_legal<T>(
        &self,
        mut visit: impl FnMut(Move) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        self.try_each_legal_pair(|from, to| {
            let mut give = |promotion| {
                visit(Move {
                    from,
                    to,
                    promotion,
                })
            };
            if self.promotes(from, to) {
                for promotion in Promotion::ALL {
                    give(Some(promotion))?;
                }
                ControlFlow::Continue(())
            } else {
                give(None)
            }
        })
    }

    /// Whether the player to move has a legal move; stops at the first. Begins with the king,
    /// which most often gets out of a check by itself.
    pub fn has_legal_move(&self) -> bool {
        let king = self.king(self.turn);
        (0..64).map(|n| (king + n) & 63).any(|from| {
            piece::is_of(self.piece_at(from), self.turn)
                && STEPS
                    .iter()
                    .any(|&step| self.has_legal_move_along(from, step))
        })
    }

    /// Whether one of a piece's moves that repeat a step is legal. Where it can't go, it can't
    /// go farther either: not even a pawn's double step or castling.
    fn has_legal_move_along(&self, from: u8, step: u8) -> bool {
        // rows of 16, so that a step over the edge leaves one of the bits 0x88
        let mut wide = from + (from & !7);
        loop {
            wide = wide.wrapping_add(step);
            let to = (wide & 7) | ((wide >> 1) & !7);
            if wide & 0x88 != 0 || !self.can_go(from, to) {
                return false;
            }
            if self.keeps_king_safe(from, to) {
                return true;
            }
        }
    }

    /// Whether a colour's king is attacked (FIDE 3.9.1).
    pub fn is_in_check(&self, color: Color) -> bool {
        is_attacked(self.board(), self.king(color), color.other())
    }
}
