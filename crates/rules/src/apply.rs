//! Carrying out a move.

use crate::piece::{Color, EMPTY, Kind};
use core::borrow::BorrowMut;

use crate::{Board, Castling, Move, Position, square};

impl<B: BorrowMut<Board>> Position<B> {
    /// Carries out a move and passes the turn. [`Position::can_go`] must hold, and a promotion
    /// be given exactly where [`Position::promotes`] does. The clocks stop at 255, the plies wrap
    /// around.
    #[inline(never)]
    pub fn apply(&mut self, m: Move) {
        let Move {
            from,
            to,
            promotion,
        } = m;
        let code = self.piece_at(from);
        let pawn = code == Kind::Pawn.code(self.turn);
        let irreversible = pawn || self.piece_at(to) != EMPTY;
        let lost_en_passant = self.en_passant != Position::NO_FILE;

        self.put(self.captured_square(from, to), EMPTY);
        if from == self.king(self.turn) {
            self.kings[self.turn as usize] = to;
            self.move_castling_rook(from, to);
        }
        self.put(from, EMPTY);
        self.put(
            to,
            match promotion {
                Some(promotion) => promotion.kind().code(self.turn),
                None => code,
            },
        );

        let castling = self.castling;
        for side in &Castling::SIDES {
            // the king or the rook moved, or the rook was captured
            let touches = |square| from == square || to == square;
            if touches(side.king) || touches(side.rook) {
                self.castling.0 &= !side.right;
            }
        }
        let lost_castling = castling != self.castling;

        self.half_move_clock = match irreversible {
            true => 0,
            false => self.half_move_clock.saturating_add(1),
        };
        self.reversible_plies = match irreversible || lost_castling || lost_en_passant {
            true => 0,
            false => self.reversible_plies.saturating_add(1),
        };
        self.ply = self.ply.wrapping_add(1);
        self.turn = self.turn.other();
        self.en_passant = Position::NO_FILE;
        if pawn && from.abs_diff(to) == 16 {
            self.offer_en_passant(to);
        }
    }

    #[inline]
    fn put(&mut self, square: u8, code: u8) {
        self.board.borrow_mut()[square as usize & 63] = code;
    }

    /// Castling is one move of king and rook (FIDE 3.8.2): a king that goes two squares takes
    /// the rook over to its other side.
    fn move_castling_rook(&mut self, from: u8, to: u8) {
        if from.abs_diff(to) != 2 {
            return;
        }
        let (rook, beside) = if to > from {
            (to + 1, to - 1)
        } else {
            (to - 2, to + 1)
        };
        self.put(beside, self.piece_at(rook));
        self.put(rook, EMPTY);
    }

    /// Notes that the pawn on `square` has just gone two squares, where the player to move can
    /// legally capture it en passant. Elsewhere the position is the same as without (FIDE 9.2.3.1).
    pub(crate) fn offer_en_passant(&mut self, square: u8) {
        self.en_passant = square::file(square);
        let behind = match self.turn {
            Color::White => square - 8,
            Color::Black => square + 8,
        };
        let captures = |from| {
            self.piece_at(from) == Kind::Pawn.code(self.turn)
                && self.can_go(from, behind)
                && self.keeps_king_safe(from, behind)
        };
        if !captures(square - 1) && !captures(square + 1) {
            self.en_passant = Position::NO_FILE;
        }
    }
}
