//! Repetition (FIDE 9.2, 9.6.1), found from the moves that led to a position.

use core::borrow::Borrow;

use crate::piece::EMPTY;
use crate::{Board, Position, Rows};

/// Takes moves back, one by one, and counts how often the position has occurred.
///
/// Among the moves that [`Recurrence::take_back`] accepts nothing was captured or promoted and
/// no right was lost, so each is taken back by moving its piece, and a position is the same
/// where every square and the turn are.
///
/// ```
/// use chess_rules::{Move, Position, Recurrence};
/// let mut position = Position::START;
/// let moves: Vec<Move> = ["g1f3", "g8f6", "f3g1", "f6g8"].iter().map(|m| m.parse().unwrap()).collect();
/// for &m in &moves {
///     position.apply(m);
/// }
/// let mut recurrence = Recurrence::of(&position);
/// for m in moves.iter().rev() {
///     recurrence.take_back(m.from, m.to);
/// }
/// assert_eq!(recurrence.occurrences(), 2);
/// ```
pub struct Recurrence<'a> {
    now: &'a Board,
    earlier: Rows,
    /// On how many squares the earlier board differs.
    differing: i32,
    plies_left: u8,
    same_turn: bool,
    occurrences: u8,
}

impl<'a> Recurrence<'a> {
    /// Begins at a position, which has occurred once.
    pub fn of<B: Borrow<Board>>(position: &'a Position<B>) -> Self {
        let now = position.board();
        Recurrence {
            now,
            earlier: Rows::of(now),
            differing: 0,
            plies_left: position.reversible_plies,
            same_turn: true,
            occurrences: 1,
        }
    }

    /// Takes back the last move that hasn't been taken back yet. False, and nothing is done,
    /// where no earlier position can be the same.
    pub fn take_back(&mut self, from: u8, to: u8) -> bool {
        if self.plies_left == 0 {
            return false;
        }
        self.plies_left -= 1;
        let (from, to) = (from as usize & 63, to as usize & 63);
        let board = self.earlier.board_mut();
        let mut set = |square: usize, code: u8| {
            self.differing += (code != self.now[square]) as i32;
            self.differing -= (board[square] != self.now[square]) as i32;
            core::mem::replace(&mut board[square], code)
        };
        let piece = set(to, EMPTY);
        set(from, piece);
        self.same_turn = !self.same_turn;
        self.occurrences += (self.same_turn && self.differing == 0) as u8;
        true
    }

    /// How often the position has occurred, as far as moves were taken back.
    pub fn occurrences(&self) -> u8 {
        self.occurrences
    }
}
