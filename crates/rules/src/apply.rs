//! Carrying out a move.

use core::borrow::BorrowMut;
use core::fmt;

use crate::castling::Castling;
use crate::moves::Move;
use crate::piece::{self, Color, EMPTY, Role};
use crate::position::{Board, Position};
use crate::square::Square;

impl<B: BorrowMut<Board>> Position<B> {
    /// Carries out a move if it is legal, and passes the turn. Whether the game is already over
    /// is left to [`Position::outcome`].
    ///
    /// # Errors
    /// The move isn't legal; then the position is unchanged.
    ///
    /// ```
    /// use chess_rules::{IllegalMove, Position};
    ///
    /// let mut position = Position::START;
    /// assert_eq!(position.try_play("e2e4".parse().unwrap()), Ok(()));
    /// let error = position.try_play("e8e6".parse().unwrap());
    /// assert_eq!(error, Err(IllegalMove::CannotGo));
    /// ```
    pub fn try_play(&mut self, m: Move) -> Result<(), IllegalMove> {
        if !piece::is_of(self.piece_at(m.from), self.context.turn) {
            return Err(IllegalMove::NoPiece);
        }
        if !self.is_pseudo_legal(m.from, m.to) {
            return Err(IllegalMove::CannotGo);
        }
        match (self.promotes(m.from, m.to), m.promotion) {
            (true, None) => return Err(IllegalMove::PromotionMissing),
            (false, Some(_)) => return Err(IllegalMove::NoPromotion),
            (true, Some(_)) | (false, None) => {}
        }
        if !self.keeps_king_safe(m.from, m.to) {
            return Err(IllegalMove::KingAttacked);
        }
        self.apply(m);
        Ok(())
    }

    /// Carries out a move without checking it, and passes the turn. [`Position::is_pseudo_legal`]
    /// must be true, and a promotion be given exactly if [`Position::promotes`] is; else the position
    /// is wrong afterwards. [`Position::try_play`] checks. The clocks stop at 255, the plies wrap
    /// around.
    ///
    /// ```
    /// use chess_rules::{Move, Position};
    ///
    /// let mut position = Position::START;
    /// let m: Move = "g1f3".parse().unwrap();
    /// if position.is_legal(m) {
    ///     position.apply(m);
    /// }
    /// assert_eq!((position.ply(), position.half_move_clock()), (1, 1));
    /// ```
    #[inline(never)]
    pub fn apply(&mut self, m: Move) {
        let Move {
            from,
            to,
            promotion,
        } = m;
        let code = self.piece_at(from);
        let pawn = code == Role::Pawn.code(self.context.turn);
        let irreversible = pawn || self.piece_at(to) != EMPTY;
        let lost_en_passant = self.context.en_passant != Position::NO_FILE;

        self.put(self.captured_square(from, to), EMPTY);
        if from == self.king(self.context.turn) {
            self.context.kings[self.context.turn as usize] = to;
            self.move_castling_rook(from, to);
        }
        self.put(from, EMPTY);
        self.put(
            to,
            match promotion {
                Some(promotion) => promotion.role().code(self.context.turn),
                None => code,
            },
        );

        let castling = self.context.castling;
        for side in &Castling::SIDES {
            // the king or the rook moved, or the rook was captured
            let touches = |square| from == square || to == square;
            if touches(side.king) || touches(side.rook) {
                self.context.castling.0 &= !side.right;
            }
        }
        let lost_castling = castling != self.context.castling;

        self.context.half_move_clock = match irreversible {
            true => 0,
            false => self.context.half_move_clock.saturating_add(1),
        };
        self.context.reversible_plies = match irreversible || lost_castling || lost_en_passant {
            true => 0,
            false => self.context.reversible_plies.saturating_add(1),
        };
        self.context.ply = self.context.ply.wrapping_add(1);
        self.context.turn = self.context.turn.other();
        self.context.en_passant = Position::NO_FILE;
        if pawn && from.0.abs_diff(to.0) == 16 {
            self.offer_en_passant(to);
        }
    }

    #[inline]
    fn put(&mut self, square: Square, code: u8) {
        self.board.borrow_mut()[square.0 as usize & 63] = code;
    }

    /// Castling is one move of king and rook (FIDE 3.8.2): a king that goes two squares takes
    /// the rook over to its other side.
    fn move_castling_rook(&mut self, from: Square, to: Square) {
        if from.0.abs_diff(to.0) != 2 {
            return;
        }
        let (rook, beside) = if to > from {
            (to.0 + 1, to.0 - 1)
        } else {
            (to.0 - 2, to.0 + 1)
        };
        self.put(Square(beside), self.piece_at(Square(rook)));
        self.put(Square(rook), EMPTY);
    }

    /// Notes that the pawn on `square` has just gone two squares, if the player to move can
    /// legally capture it en passant. Otherwise the position is the same as without (FIDE 9.2.3.1).
    pub(crate) fn offer_en_passant(&mut self, square: Square) {
        self.context.en_passant = square.file();
        let behind = match self.context.turn {
            Color::White => Square(square.0 - 8),
            Color::Black => Square(square.0 + 8),
        };
        let captures = |from| {
            let from = Square(from);
            self.piece_at(from) == Role::Pawn.code(self.context.turn)
                && self.is_pseudo_legal(from, behind)
                && self.keeps_king_safe(from, behind)
        };
        if !captures(square.0 - 1) && !captures(square.0 + 1) {
            self.context.en_passant = Position::NO_FILE;
        }
    }
}

/// Why a move isn't legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalMove {
    /// No piece of the player to move stands there.
    NoPiece,
    /// The piece can't go there.
    CannotGo,
    /// A pawn reaches the last rank, and the piece that it becomes is missing (FIDE 3.7.3.3).
    PromotionMissing,
    /// A promotion is given where nothing promotes.
    NoPromotion,
    /// The own king would be attacked (FIDE 3.9.2).
    KingAttacked,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IllegalMove::NoPiece => "no piece of the player to move stands there",
            IllegalMove::CannotGo => "the piece can't go there",
            IllegalMove::PromotionMissing => "the pawn must become another piece: q, r, b or n",
            IllegalMove::NoPromotion => "nothing promotes by this move",
            IllegalMove::KingAttacked => "the own king would be attacked",
        })
    }
}

impl core::error::Error for IllegalMove {}
