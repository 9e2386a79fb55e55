//! Repetition (FIDE 9.2, 9.6.1), found from the moves that led to a position.

use core::borrow::Borrow;

use crate::position::copy_rows;
use crate::{Board, Position};

/// How often the position has occurred, this time included. `earlier` gives the squares (from,
/// to) of the moves that led to it, the last one first; no more than
/// [`Position::reversible_plies`] are taken.
///
/// Among those moves nothing was captured or promoted and no right was lost, so each is taken
/// back by moving its piece, and a position is the same where every square and the turn are.
///
/// ```
/// use chess_rules::{Move, Position, occurrences};
/// let mut position = Position::START;
/// let moves: Vec<Move> = ["g1f3", "g8f6", "f3g1", "f6g8"].iter().map(|m| m.parse().unwrap()).collect();
/// for &m in &moves {
///     position.apply(m);
/// }
/// let earlier = moves.iter().rev().map(|m| (m.from, m.to));
/// assert_eq!(occurrences(&position, earlier), 2);
/// ```
pub fn occurrences<B: Borrow<Board>>(
    position: &Position<B>,
    earlier: impl Iterator<Item = (u8, u8)>,
) -> u8 {
    let now = position.board();
    let mut rows = copy_rows(now);
    let board = rows.as_flattened_mut();
    // on how many squares the earlier board differs
    let mut differing = 0i8;
    let mut same_turn = true;
    let mut count = 1;
    for (from, to) in earlier.take(position.reversible_plies as usize) {
        let (from, to) = (from as usize & 63, to as usize & 63);
        for square in [from, to] {
            differing -= (board[square] != now[square]) as i8;
        }
        board.swap(from, to);
        for square in [from, to] {
            differing += (board[square] != now[square]) as i8;
        }
        same_turn = !same_turn;
        count += (same_turn && differing == 0) as u8;
    }
    count
}
