//! Counting the leaves of the game tree, to check the board of the search.

use super::game::Game;
use super::position::Position;
use crate::board::Root;
use crate::mv::MoveList;

/// The number of move sequences of a length from a game's position, by the moves that the search plays.
///
/// ```
/// use chess_engine::chess::{Game, perft};
/// assert_eq!(perft(&Game::start(), 3), 8_902);
/// ```
pub fn perft(game: &Game, depth: u32) -> u64 {
    leaves(&mut game.board().clone(), depth)
}

fn leaves(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = MoveList::EMPTY;
    position.list_legal_moves(&mut moves);
    if depth == 1 {
        return moves.as_slice().len() as u64;
    }
    let mut sum = 0;
    for &mv in moves.as_slice() {
        let undo = position.make(mv);
        sum += leaves(position, depth - 1);
        position.unmake(mv, undo);
    }
    sum
}
