//! The players who can still checkmate: by the material, and by the next move.

use core::borrow::Borrow;
use core::ops::ControlFlow;

use crate::piece::{self, Color, Role};
use crate::position::{Board, BoardCopy, Position};
use crate::square::Square;

impl<B: Borrow<Board>> Position<B> {
    /// Whether a colour could still checkmate if the opponent helped. One who can't doesn't win
    /// when the opponent runs out of time (FIDE 6.9) or makes an illegal move (7.5.5): the game is
    /// drawn.
    ///
    /// The colour needs the [material](Position::has_mating_material). If the opponent is to move,
    /// it also needs a move of the opponent after which it still has the material, and a legal move
    /// itself: not if every move mates, stalemates or takes the last piece that could mate. Like
    /// lichess since 2026, the rule looks no further ahead. So a blocked position in which nobody
    /// could ever mate counts as one that could be won.
    ///
    /// ```
    /// use chess_rules::{Color, Position};
    ///
    /// // the only move takes the rook
    /// let position: Position = "6Rk/8/7K/8/8/8/8/8 b - - 0 1".parse().unwrap();
    /// assert!(position.has_mating_material(Color::White));
    /// assert!(!position.can_still_mate(Color::White));
    /// ```
    pub fn can_still_mate(&self, color: Color) -> bool {
        let has_material = self.has_mating_material(color);
        if self.turn() == color || !has_material {
            return has_material;
        }
        self.try_each_legal(|m| {
            let mut board = BoardCopy::of(self.board());
            let mut next = Position::from_parts(board.board_mut(), self.context());
            next.apply(m);
            match next.has_mating_material(color) && next.has_legal_move() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })
        .is_break()
    }

    /// Whether a colour has the material to checkmate if the opponent helps. The first half of
    /// [`Position::can_still_mate`]. These can't checkmate:
    /// - a bare king;
    /// - a lone knight against nothing but queens;
    /// - bishops that stand on squares of one colour, unless someone has a knight, a pawn or a
    ///   bishop on the other colour.
    ///
    /// ```
    /// use chess_rules::{Color, Position};
    ///
    /// let position: Position = "4k2q/8/8/8/8/8/8/4K2N w - - 0 1".parse().unwrap();
    /// assert!(!position.has_mating_material(Color::White));
    /// assert!(position.has_mating_material(Color::Black));
    /// ```
    #[inline(never)]
    pub fn has_mating_material(&self, color: Color) -> bool {
        const KNIGHT: u8 = 1;
        const BISHOP: u8 = 2;
        // either colour's bishops, by the colour of their squares
        const LIGHT_BISHOP: u8 = 4;
        const DARK_BISHOP: u8 = 8;
        // another knight, or a pawn of the opponent
        const HELPER: u8 = 16;
        const ROOK: u8 = 32;

        let mut seen = 0;
        for square in Square::all() {
            let code = self.piece_at(square);
            let own = piece::is_of(code, color);
            seen |= match piece::role(code) {
                Some(Role::Queen | Role::Rook | Role::Pawn) if own => return true,
                Some(Role::Knight) if own && seen & KNIGHT == 0 => KNIGHT,
                Some(Role::Knight | Role::Pawn) => HELPER,
                Some(Role::Bishop) => {
                    let on = match (square.file() + square.row()) & 1 {
                        0 => LIGHT_BISHOP,
                        _ => DARK_BISHOP,
                    };
                    if own { on | BISHOP } else { on }
                }
                Some(Role::Rook) => ROOK,
                Some(Role::King | Role::Queen) | None => 0,
            };
        }
        if seen & KNIGHT != 0 {
            seen != KNIGHT
        } else {
            let both = LIGHT_BISHOP | DARK_BISHOP;
            seen & BISHOP != 0 && (seen & HELPER != 0 || seen & both == both)
        }
    }
}
