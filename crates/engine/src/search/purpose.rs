//! The purpose of a search: to play, as on chain, or to analyse, with more memory and for more than a move.

use super::table::{ENTRIES, Entry};
use crate::board::Board;
use crate::mv::Move;

/// The purpose of a search. It has the table's memory, and receives the data that an analysis needs.
pub trait Purpose {
    /// The memory of the transposition table: a power of two entries.
    type Entries: AsRef<[Entry]> + AsMut<[Entry]>;
    /// Empty memory, or memory with empty entries.
    const NO_ENTRIES: Self::Entries;
    /// The memory at the start.
    const IDLE: Self;

    /// The number of its entries that a search of a board uses: a power of two.
    #[inline(always)] // a length
    fn size<B: Board>(entries: &Self::Entries) -> usize {
        entries.as_ref().len()
    }

    /// Whether the search considers a move at the root.
    fn is_wanted(&self, mv: Move) -> bool;
    /// A node begins at a ply, the root at 0: it has no line yet.
    fn begin(&mut self, ply: usize);
    /// A move of the node at a ply is better than those before it. Its line continues with that of the
    /// next ply.
    fn improve(&mut self, ply: usize, mv: Move);
    /// The value of the node at a ply is known, and its line is the best one. `key`: its position's.
    fn settle(&mut self, ply: usize, key: u64);
    /// The table has the value of the node at a ply, which was settled before.
    fn recall(&mut self, ply: usize, key: u64);
}

/// The search for a move, as in the contracts.
pub struct Play;

impl Purpose for Play {
    type Entries = [Entry; ENTRIES];
    const NO_ENTRIES: Self::Entries = [Entry::EMPTY; ENTRIES];
    const IDLE: Self = Self;

    #[inline(always)] // a constant
    fn size<B: Board>(_: &Self::Entries) -> usize {
        B::ENTRIES
    }

    #[inline(always)] // nothing
    fn is_wanted(&self, _: Move) -> bool {
        true
    }

    #[inline(always)] // nothing
    fn begin(&mut self, _: usize) {}

    #[inline(always)] // nothing
    fn improve(&mut self, _: usize, _: Move) {}

    #[inline(always)] // nothing
    fn settle(&mut self, _: usize, _: u64) {}

    #[inline(always)] // nothing
    fn recall(&mut self, _: usize, _: u64) {}
}
