//! Repetition (FIDE 9.2, 9.6.1), found from the moves that led to a position.

use core::borrow::Borrow;

use crate::piece::EMPTY;
use crate::position::{Board, BoardCopy, Position};
use crate::square::Square;

/// Takes moves back, one by one, and counts how often the position has occurred.
///
/// Among the moves that [`RepetitionCounter::take_back`] accepts nothing was captured or promoted and
/// no right was lost, so each is taken back by moving its piece, and a position is the same
/// if every square and the turn are.
///
/// ```
/// use chess_rules::{Move, Position, RepetitionCounter};
/// let mut position = Position::START;
/// let moves: Vec<Move> = ["g1f3", "g8f6", "f3g1", "f6g8"].iter().map(|m| m.parse().unwrap()).collect();
/// for &m in &moves {
///     position.apply(m);
/// }
/// let mut counter = RepetitionCounter::of(&position);
/// for m in moves.iter().rev() {
///     counter.take_back(m.from, m.to);
/// }
/// assert_eq!(counter.occurrences(), 2);
/// ```
pub struct RepetitionCounter<'a> {
    now: &'a Board,
    earlier: BoardCopy,
    plies_left: u32,
    same_turn: bool,
    occurrences: u32,
}

impl<'a> RepetitionCounter<'a> {
    /// Begins at a position, which has occurred once.
    pub fn of<B: Borrow<Board>>(position: &'a Position<B>) -> Self {
        let now = position.board();
        RepetitionCounter {
            now,
            earlier: BoardCopy::of(now),
            plies_left: position.context.reversible_plies.into(),
            same_turn: true,
            occurrences: 1,
        }
    }

    /// Takes back the last move that hasn't been taken back yet. Does nothing if no earlier
    /// position can be the same.
    pub fn take_back(&mut self, from: Square, to: Square) {
        if self.plies_left == 0 {
            return;
        }
        self.plies_left -= 1;
        let board = self.earlier.board_mut();
        board[from.0 as usize & 63] = core::mem::replace(&mut board[to.0 as usize & 63], EMPTY);
        self.same_turn = !self.same_turn;
        let same = || board.iter().zip(self.now).all(|(then, now)| then == now);
        self.occurrences += (self.same_turn && same()) as u32;
    }

    /// Whether moves that have not been taken back yet decide if the position has occurred this
    /// number of times: it can recur after four plies at the soonest. Only these moves need to be
    /// looked up.
    pub fn is_open(&self, occurrences: u32) -> bool {
        let possible = self.occurrences + self.plies_left.div_ceil(4);
        self.occurrences < occurrences && occurrences <= possible
    }

    /// How often the position has occurred among the moves taken back so far.
    pub fn occurrences(&self) -> u32 {
        self.occurrences
    }
}
