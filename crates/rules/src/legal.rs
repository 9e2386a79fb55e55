//! The possible moves (FIDE 3 and 4): what a piece can do, and whether its king stays safe.

use core::borrow::Borrow;
use core::ops::ControlFlow;

use crate::attack::{STEPS, attacks, is_attacked};
use crate::castling::Castling;
use crate::moves::{Move, Promotion};
use crate::piece::{self, Color, EMPTY, Role};
use crate::position::{Board, BoardCopy, Position};
use crate::square::Square;

impl<B: Borrow<Board>> Position<B> {
    /// Whether the piece on `from` can go to `to`, its own king's safety and the choice of a
    /// promotion left aside. A king is never captured (FIDE 1.4.1), and castling is refused
    /// through attacked squares (FIDE 3.8.2.2).
    ///
    /// ```
    /// use chess_rules::{Position, Square};
    ///
    /// let at = |name| Square::parse(name).unwrap();
    /// // the pinned knight could go there, but for its king
    /// let position: Position = "4r2k/8/8/8/8/4N3/8/4K3 w - - 0 1".parse().unwrap();
    /// assert!(position.is_pseudo_legal(at(b"e3"), at(b"d5")));
    /// assert!(!position.keeps_king_safe(at(b"e3"), at(b"d5")));
    /// assert!(!position.is_pseudo_legal(at(b"e3"), at(b"e4")));
    /// ```
    pub fn is_pseudo_legal(&self, from: Square, to: Square) -> bool {
        let (code, target) = (self.piece_at(from), self.piece_at(to));
        if !piece::is_of(code, self.context.turn)
            || piece::is_of(target, self.context.turn)
            || to == self.king(self.context.turn.other())
        {
            return false;
        }
        if code == Role::Pawn.code(self.context.turn) && from.file() == to.file() {
            return self.can_advance(from, to);
        }
        if !attacks(self.board(), from, to) {
            return code == Role::King.code(self.context.turn) && self.can_castle(from, to);
        }
        code != Role::Pawn.code(self.context.turn)
            || target != EMPTY
            || self.is_en_passant_square(to)
    }

    /// A pawn's step, or its double step from its first square (FIDE 3.7.1, 3.7.2).
    fn can_advance(&self, from: Square, to: Square) -> bool {
        let (ahead, first_row) = match self.context.turn {
            Color::White => (-8, 6),
            Color::Black => (8, 1),
        };
        let step = from.0.wrapping_add_signed(ahead);
        if self.piece_at(to) != EMPTY || self.piece_at(Square(step)) != EMPTY {
            return false;
        }
        to.0 == step || from.row() == first_row && to.0 == step.wrapping_add_signed(ahead)
    }

    /// Whether a pawn of the player to move captures en passant by going there.
    fn is_en_passant_square(&self, to: Square) -> bool {
        let row = match self.context.turn {
            Color::White => 2,
            Color::Black => 5,
        };
        to.0 == row * 8 + self.context.en_passant && self.context.en_passant < Position::NO_FILE
    }

    /// Castling (FIDE 3.8.2): the right is left, nothing stands between king and rook, and
    /// the king's square and the two that it crosses and reaches are not attacked.
    fn can_castle(&self, from: Square, to: Square) -> bool {
        let is_safe = |square| !is_attacked(self.board(), square, self.context.turn.other());
        Castling::SIDES.iter().any(|side| {
            self.context.castling.has(side.right)
                && to == side.king_to
                && from == side.king
                && attacks(self.board(), side.rook, from)
                && is_safe(from)
                && is_safe(Square((from.0 + to.0) / 2))
                && is_safe(to)
        })
    }

    /// Whether a move that the piece can make leaves the mover's own king unattacked
    /// (FIDE 3.9.2).
    ///
    /// ```
    /// use chess_rules::{Position, Square};
    ///
    /// let at = |name| Square::parse(name).unwrap();
    /// // the rook is pinned: it may move towards the other rook, not away from the file
    /// let position: Position = "4r2k/8/8/8/8/4R3/8/4K3 w - - 0 1".parse().unwrap();
    /// assert!(position.keeps_king_safe(at(b"e3"), at(b"e8")));
    /// assert!(!position.keeps_king_safe(at(b"e3"), at(b"a3")));
    /// ```
    pub fn keeps_king_safe(&self, from: Square, to: Square) -> bool {
        let mut copy = BoardCopy::of(self.board());
        let board = copy.board_mut();
        let mut put = |square: Square, code| board[square.0 as usize & 63] = code;
        put(self.captured_square(from, to), EMPTY);
        put(to, self.piece_at(from));
        put(from, EMPTY);
        let king = self.king(self.context.turn);
        let king = if from == king { to } else { king };
        !is_attacked(board, king, self.context.turn.other())
    }

    /// The square on which a move captures, if it does: its target, except for a pawn's en passant.
    pub(crate) fn captured_square(&self, from: Square, to: Square) -> Square {
        let pawn = self.piece_at(from) == Role::Pawn.code(self.context.turn);
        if pawn && self.piece_at(to) == EMPTY && from.file() != to.file() {
            Square((from.0 & !7) | (to.0 & 7))
        } else {
            to
        }
    }

    /// Whether a piece that goes there is a pawn that reaches the last rank and so must become
    /// another piece (FIDE 3.7.3.3).
    ///
    /// ```
    /// use chess_rules::{Position, Square};
    ///
    /// let position: Position = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap();
    /// let at = |name| Square::parse(name).unwrap();
    /// assert!(position.promotes(at(b"a7"), at(b"a8")));
    /// ```
    pub fn promotes(&self, from: Square, to: Square) -> bool {
        self.piece_at(from) == Role::Pawn.code(self.context.turn) && matches!(to.row(), 0 | 7)
    }

    /// Whether the player to move may play this move.
    ///
    /// ```
    /// use chess_rules::Position;
    ///
    /// assert!(Position::START.is_legal("e2e4".parse().unwrap()));
    /// assert!(!Position::START.is_legal("e2e5".parse().unwrap()));
    /// assert!(!Position::START.is_legal("e2e4q".parse().unwrap()));
    /// ```
    pub fn is_legal(&self, m: Move) -> bool {
        self.is_pseudo_legal(m.from, m.to)
            && m.promotion.is_some() == self.promotes(m.from, m.to)
            && self.keeps_king_safe(m.from, m.to)
    }

    /// Hands every legal pair of squares to `visit`, ordered by `from`, then by `to`, until it
    /// breaks. A promotion comes once, regardless of the piece.
    pub fn try_each_legal_pair<T>(
        &self,
        mut visit: impl FnMut(Square, Square) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        for from in Square::all() {
            if !piece::is_of(self.piece_at(from), self.context.turn) {
                continue;
            }
            for to in Square::all() {
                if self.is_pseudo_legal(from, to) && self.keeps_king_safe(from, to) {
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
    /// which usually gets out of a check itself.
    ///
    /// ```
    /// use chess_rules::Position;
    ///
    /// let mated: Position = "4R1k1/5ppp/8/8/8/8/8/6K1 b - - 0 1".parse().unwrap();
    /// assert!(!mated.has_legal_move());
    /// ```
    pub fn has_legal_move(&self) -> bool {
        let king = self.king(self.context.turn);
        (0..64).any(|n| {
            let from = Square::from_low_bits(king.0 + n);
            piece::is_of(self.piece_at(from), self.context.turn)
                && STEPS
                    .iter()
                    .any(|&step| self.has_legal_move_along(from, step))
        })
    }

    /// Whether one of a piece's moves that repeat a step is legal. If it can't go there, it can't
    /// go farther either: not even a pawn's double step or castling.
    fn has_legal_move_along(&self, from: Square, step: u8) -> bool {
        let mut to = from;
        loop {
            match to.step(step) {
                Some(next) if self.is_pseudo_legal(from, next) => to = next,
                _ => return false,
            }
            if self.keeps_king_safe(from, to) {
                return true;
            }
        }
    }

    /// Whether a colour's king is attacked (FIDE 3.9.1).
    ///
    /// ```
    /// use chess_rules::{Color, Position};
    ///
    /// let position: Position = "4r1k1/8/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap();
    /// assert!(position.is_in_check(Color::White));
    /// assert!(!position.is_in_check(Color::Black));
    /// ```
    pub fn is_in_check(&self, color: Color) -> bool {
        is_attacked(self.board(), self.king(color), color.other())
    }
}
