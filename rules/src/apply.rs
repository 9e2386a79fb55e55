//! Carrying out a move.

use crate::piece::{Color, EMPTY, Kind};
use crate::{Castling, Move, Position, square};

impl Position {
    /// Carries out a move for which [`Position::can_go`] holds, and passes the turn. A
    /// promotion is taken where a pawn reaches the last rank (a queen where none is given) and
    /// has no effect elsewhere. Counters stop at their types' ends.
    pub fn apply(&mut self, m: Move) {
        let Move {
            from,
            to,
            promotion,
        } = m;
        let mut code = self.piece_at(from);
        let pawn = code == Kind::Pawn.code(self.turn);
        let irreversible = pawn || self.piece_at(to) != EMPTY;
        let lost_en_passant = self.en_passant != Self::NO_FILE;

        if let Some(captured) = self.en_passant_capture(from, to) {
            self.put(captured, EMPTY);
        }
        if self.promotes(from, to) {
            code = match promotion {
                Some(promotion) => promotion.kind(),
                None => Kind::Queen,
            }
            .code(self.turn);
        }
        if from == self.king(self.turn) {
            self.kings[self.turn as usize] = to;
            self.move_castling_rook(from, to);
        }
        self.put(from, EMPTY);
        self.put(to, code);

        let kept = self.castling.0 & kept_rights(from) & kept_rights(to);
        let lost_castling = kept != self.castling.0;
        self.castling = Castling(kept);

        self.half_move_clock = match irreversible {
            true => 0,
            false => self.half_move_clock.saturating_add(1),
        };
        self.reversible_plies = match irreversible || lost_castling || lost_en_passant {
            true => 0,
            false => self.reversible_plies.saturating_add(1),
        };
        self.ply = self.ply.saturating_add(1);
        self.turn = self.turn.other();
        self.en_passant = Self::NO_FILE;
        if pawn && from.abs_diff(to) == 16 {
            self.offer_en_passant(to);
        }
    }

    #[inline]
    fn put(&mut self, square: u8, code: u8) {
        self.board[square as usize & 63] = code;
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
        let capturable = [square - 1, square + 1].iter().any(|&from| {
            self.piece_at(from) == Kind::Pawn.code(self.turn)
                && self.can_go(from, behind)
                && self.keeps_king_safe(from, behind)
        });
        if !capturable {
            self.en_passant = Self::NO_FILE;
        }
    }
}

/// The castling rights that outlast a move from or to a square.
fn kept_rights(square: u8) -> u8 {
    !match square {
        0 => Castling::BLACK_LONG,
        4 => Castling::BLACK_LONG | Castling::BLACK_SHORT,
        7 => Castling::BLACK_SHORT,
        56 => Castling::WHITE_LONG,
        60 => Castling::WHITE_LONG | Castling::WHITE_SHORT,
        63 => Castling::WHITE_SHORT,
        _ => 0,
    }
}
