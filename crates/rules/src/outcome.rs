//! The ends of a game (FIDE 5 and 9), except repetition ([`crate::RepetitionCounter`]).

use core::borrow::Borrow;

use crate::piece::Color;
use crate::position::{Board, Position};

/// The outcome of a position for the game.
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
    /// The position's outcome, for the player to move.
    ///
    /// ```
    /// use chess_rules::{Outcome, Position};
    ///
    /// let stalemate: Position = "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1".parse().unwrap();
    /// assert_eq!(stalemate.outcome(), Outcome::Stalemate);
    /// ```
    pub fn outcome(&self) -> Outcome {
        if !self.has_legal_move() {
            if self.is_in_check(self.context.turn) {
                Outcome::Checkmate
            } else {
                Outcome::Stalemate
            }
        } else if self.is_dead() {
            Outcome::DeadPosition
        } else if self.context.half_move_clock >= 150 {
            Outcome::SeventyFiveMoves
        } else {
            Outcome::Ongoing
        }
    }

    /// Whether neither colour has the material to checkmate: only kings, one knight or one bishop
    /// in addition, or bishops that all stand on squares of one colour. Two knights, or bishops of
    /// both colours, could.
    ///
    /// ```
    /// use chess_rules::Position;
    ///
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2N w - - 0 1".parse().unwrap();
    /// assert!(position.is_dead());
    /// ```
    // Asked after every move, so in one pass: twice `has_mating_material` would be 115 bytes more.
    pub fn is_dead(&self) -> bool {
        !self.has_mating_material(Color::Black) && !self.has_mating_material(Color::White)
    }
}
