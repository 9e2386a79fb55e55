//! When a game is over (FIDE 5 and 9), repetition left to [`crate::occurrences`].

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
        let (mut knights, mut light, mut dark) = (0, 0, 0);
        for square in 0..64 {
            match piece::kind(self.piece_at(square)) {
                None | Some(Kind::King) => {}
                Some(Kind::Knight) => knights += 1,
                Some(Kind::Bishop) if (square::file(square) + square::row(square)) & 1 == 0 => {
                    light += 1
                }
                Some(Kind::Bishop) => dark += 1,
                Some(_) => return false,
            }
        }
        match knights {
            0 => light == 0 || dark == 0,
            1 => light + dark == 0,
            _ => false,
        }
    }
}
