//! When a game is over (FIDE 5 and 9), repetition left to [`crate::Recurrence`].

use core::borrow::Borrow;

use crate::{Board, Color, Position};

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

    /// Whether neither colour has the material to checkmate: only kings, one knight or one bishop
    /// besides, or bishops that all stand on squares of one colour. Two knights, or bishops of
    /// both colours, could.
    pub fn is_dead(&self) -> bool {
        // Black first: its pieces are the first that are looked at
        !self.has_mating_material(Color::Black) && !self.has_mating_material(Color::White)
    }
}
