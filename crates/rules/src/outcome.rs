//! When a game is over (FIDE 5 and 9), repetition left to [`crate::Recurrence`].

use core::borrow::Borrow;

use crate::piece::{self, Kind};
use crate::{Board, Position, square};

/// What a position means for the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The player to move has a move.
    Ongoing,
    /// The king of the player to move is attacked and nothing helps (FIDE 5.1.1).
    Checkmate,
    /// The player to move has no legal move and their king is not attacked (FIDE 5.2.1).
    Stalemate,
    /// Neither player could ever checkmate, by material (FIDE 5.2.2).
    DeadPosition,
    /// 75 moves by each player without a capture or a pawn move (FIDE 9.6.2); checkmate comes first.
    SeventyFiveMoves,
}

impl<B: Borrow<Board>> Position<B> {
    /// What the position means, for the player to move.
    pub fn outcome(&self) -> Outcome {
        if !self.has_legal_move() {
            if self.is_in_check(self.turn) {
                Outcome::Checkmate
            } else {
                Outcome::Stalemate
            }
        } else if self.is_dead() {
            Outcome::DeadPosition
        } else if self.half_move_clock >= 150 {
            Outcome::SeventyFiveMoves
        } else {
            Outcome::Ongoing
        }
    }

    /// Whether the material left can give no checkmate: only kings, one knight or one bishop
    /// besides, or bishops that all stand on squares of one colour. Two knights, or bishops of
    /// both colours, could.
    pub fn is_dead(&self) -> bool {
        const KNIGHT: u8 = 1;
        const SECOND_KNIGHT: u8 = 2;
        const LIGHT_BISHOP: u8 = 4;
        const DARK_BISHOP: u8 = 8;
        let mut seen = 0;
        for square in 0..64 {
            seen |= match piece::kind(self.piece_at(square)) {
                None | Some(Kind::King) => 0,
                Some(Kind::Knight) if seen & KNIGHT != 0 => SECOND_KNIGHT,
                Some(Kind::Knight) => KNIGHT,
                Some(Kind::Bishop) if (square::file(square) + square::row(square)) & 1 == 0 => {
                    LIGHT_BISHOP
                }
                Some(Kind::Bishop) => DARK_BISHOP,
                Some(_) => return false,
            }
        }
        matches!(seen, 0 | KNIGHT | LIGHT_BISHOP | DARK_BISHOP)
    }
}
