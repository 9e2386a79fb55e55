//! What a game's position has of the things that the evaluation weighs, for whoever tunes it.

use super::game::Game;
use super::geometry::Position;
use crate::board::{Board, Root};
use crate::piece::WHITE;

impl Game {
    /// The middlegame's share in the evaluation, from 0 to 1.
    pub fn evaluation_phase(&self) -> f32 {
        self.board().evaluation_phase()
    }

    /// The static evaluation in hundredths of a pawn to White, as if neither side were to move.
    pub fn evaluation(&self) -> i32 {
        let board = self.board();
        let sum = board.sum().plus(Position::correction(&board.network()));
        (board.evaluate(WHITE, sum) - board.evaluate(0, sum)) / 2
    }

    /// The place in the tables of each piece, counted from the first table's first square, with 1 for White and -1 for Black.
    pub fn pieces(&self) -> impl Iterator<Item = (u16, i8)> {
        (0..64u8).filter_map(|square| {
            let code = self.board().cell(square);
            let kind = u16::from(code & 7).checked_sub(1)?;
            // The tables begin with a8, as White sees it.
            Some(if code & WHITE != 0 {
                (kind * 64 + u16::from(square ^ 56), 1)
            } else {
                (kind * 64 + u16::from(square), -1)
            })
        })
    }
}
