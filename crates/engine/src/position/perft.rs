//! Counting the leaves of the game tree, to check the boards.

use super::pieces::Position;
use crate::board::Board;

/// The number of move sequences of a length from a position, by the moves of the search.
///
/// ```
/// use chess_engine::{Position, perft};
/// assert_eq!(perft(&mut Position::start(), 3), 2_840);
/// ```
pub fn perft<B: Board>(position: &mut Position<B>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.as_slice().len() as u64;
    }
    moves
        .as_slice()
        .iter()
        .map(|&mv| {
            let undo = position.make(mv);
            let leaves = perft(position, depth - 1);
            position.unmake(mv, undo);
            leaves
        })
        .sum()
}
