//! The interface of a game for the search.

use crate::board::Board;
use crate::mv::MoveList;
use crate::position::Position;

/// The most bytes that a game takes, on either board.
pub const MAX_GAME_BYTES: usize = 240;

/// A game whose position can be searched.
pub trait Root {
    /// Its board.
    type Board: Board;
    /// The position on the board.
    fn board(&self) -> &Position<Self::Board>;
    /// Writes the Zobrist keys of the positions since the last that cannot recur, oldest first, without the present one. Returns their number.
    fn past_keys(&self, key: u64, keys: &mut [u64]) -> usize;
    /// Lists the legal moves; none if the game is over.
    fn moves(&self, list: &mut MoveList);
    /// A number that distinguishes this game and its state from others.
    fn print(&self) -> u64;
}
