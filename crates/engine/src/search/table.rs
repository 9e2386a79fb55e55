//! The transposition table: the search's results for positions that it has seen. It is part of a stopped search's
//! state, so it is small in a search that plays.

use core::ops::Range;

use crate::board::Board;
use crate::mv::{Move, NO_MOVE};

/// The number of its entries in a search that plays; a board may use fewer.
pub const ENTRIES: usize = 4096;
/// The bytes of an entry in a state.
pub(crate) const ENTRY_BYTES: usize = 8;

/// The meaning of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Bound {
    /// The value is at least the score.
    Lower = 1,
    /// The value is at most the score.
    Upper = 2,
    /// The value is the score.
    Exact = 3,
}

/// An entry of the transposition table: a bit that says whether the search has found or used it, 16 bits of the key, 16 of the move, 16
/// of the score, 6 of the depth, 2 of the bound; 0 is empty.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Entry(pub(crate) u64);

/// The bit of entries that the search has found or used; other entries are from an earlier search.
const USED: u64 = 1 << 56;

impl Entry {
    /// An empty entry.
    pub const EMPTY: Self = Self(0);

    fn tag(key: u64) -> u64 {
        key >> 48
    }

    fn new(key: u64, mv: Move, score: i32, depth: i32, bound: Bound) -> Self {
        let low = (score as u16 as u64) << 8 | (depth as u64 & 63) << 2 | bound as u64;
        Self(USED | Self::tag(key) << 40 | (mv.pack() as u64) << 24 | low)
    }

    #[inline(always)] // some shifts
    fn is_of(self, key: u64) -> bool {
        self.0 >> 40 & 0xffff == Self::tag(key) && self.0 != 0
    }

    /// Whether this search has found or used it.
    #[inline(always)] // one instruction
    pub(crate) fn is_used(self) -> bool {
        self.0 & USED != 0
    }

    /// The same entry for a search that has not used it.
    #[inline(always)] // one instruction
    pub(crate) fn unused(self) -> Self {
        Self(self.0 & !USED)
    }

    #[inline(always)] // some shifts
    pub(crate) fn depth(self) -> i32 {
        (self.0 >> 2 & 63) as i32
    }

    #[inline(always)] // some shifts
    pub(crate) fn score(self) -> i32 {
        (self.0 >> 8) as i16 as i32
    }

    #[inline(always)] // some shifts
    pub(crate) fn mv(self) -> Move {
        Move((self.0 >> 24) as u32).bare()
    }

    /// Whether a value with this bound decides a window.
    #[inline(always)] // some comparisons
    pub(crate) fn decides(self, score: i32, alpha: i32, beta: i32) -> bool {
        match self.0 & 3 {
            1 => score >= beta,
            2 => score <= alpha,
            _ => true,
        }
    }
}

/// The table.
pub(crate) struct Table<E> {
    pub(crate) entries: E,
    /// The entries that are not empty.
    pub(crate) filled: u32,
}

impl<E: AsRef<[Entry]> + AsMut<[Entry]>> Table<E> {
    /// The places of a position among a power of two of entries.
    #[inline(always)] // some instructions
    fn places<B: Board>(key: u64, len: usize) -> Range<usize> {
        let first = key as usize & len.wrapping_sub(B::WAYS);
        first..first.wrapping_add(B::WAYS)
    }

    /// The entry of a position, if there is one; it then counts as used. `size`: the number of entries in use, a power
    /// of two.
    #[inline(always)] // one caller
    pub(crate) fn probe<B: Board>(&mut self, key: u64, size: usize) -> Option<Entry> {
        let places = Self::places::<B>(key, size);
        let entries = self.entries.as_mut().get_mut(places)?;
        let entry = entries.iter_mut().find(|entry| entry.is_of(key))?;
        entry.0 |= USED;
        Some(*entry)
    }

    /// Stores a result in place of the least deep one in its places, unless the table has a much deeper one for the
    /// position.
    #[inline(never)] // two callers
    pub(crate) fn store<B: Board>(
        &mut self,
        (key, size): (u64, usize),
        mv: Move,
        score: i32,
        depth: i32,
        bound: Bound,
    ) {
        let places = Self::places::<B>(key, size);
        let entries = self.entries.as_mut().get_mut(places).unwrap_or_default();
        let worth = |entry: &&mut Entry| if entry.is_of(key) { -1 } else { entry.depth() };
        let Some(entry) = entries.iter_mut().min_by_key(worth) else {
            return;
        };
        self.filled += (*entry == Entry::EMPTY) as u32;
        let known = entry.is_of(key);
        if known && depth + 2 < entry.depth() && bound != Bound::Exact {
            return;
        }
        let mv = if mv == NO_MOVE && known {
            entry.mv()
        } else {
            mv
        };
        *entry = Entry::new(key, mv, score, depth, bound);
    }
}
