//! The memory that a search leaves for the next one of its game: the deepest entries of its table.
//!
//! A memory has room for some entries more than the one before, up to a bound, and always uses all its room. So where
//! it is stored again and again, few bytes are added at a time and none are removed.

use super::purpose::Play;
use super::state::{MAX_STATE_BYTES, PRINT, StateError};
use super::table::Entry;
use super::tree::Search;
use crate::board::Board;
use crate::key;

/// Fingerprint and room.
const HEADER: usize = PRINT + 2;
/// The bytes of an entry: its place, and all bits except the one that marks use.
const ENTRY: usize = 2 + 7;
/// The fingerprint's seed, which keeps a memory from being read as a search's state.
const SEED: u64 = 0x6d65_6d6f_7279;
/// The number of a search's nodes for each entry that it leaves, at least.
const NODES_AN_ENTRY: u32 = 25;
/// The most entries that a search leaves.
const MOST: u32 = 1_024;
/// The number of memories in a game after which their room is at its bound.
const GROWING: u16 = 8;

/// The most entries that a search of this number of nodes leaves.
pub fn memory_of(nodes: u32) -> u16 {
    (nodes / NODES_AN_ENTRY).min(MOST) as u16
}

impl<B: Board> Search<B, Play> {
    /// The room of the memory that the search leaves, at most `most` entries.
    fn next_room(&self, most: u16) -> u16 {
        let most = most.min(MOST as u16);
        self.room.saturating_add(most.div_ceil(GROWING)).min(most)
    }

    /// The bytes that [`Search::leave`] writes.
    pub fn memory_len(&self, most: u16) -> usize {
        match self.next_room(most) {
            0 => 0,
            room => HEADER + ENTRY * room as usize,
        }
    }

    /// Writes the memory for the next search of the game: the deepest of the entries that were found or used, at most
    /// this number and at most 1,024. Returns its length, 0 if there are no entries.
    ///
    /// ```
    /// use chess_engine::chess::{Game, Search};
    /// use chess_engine::{MAX_STATE_BYTES, memory_of};
    /// let mut search = Search::new(&Game::start(), 6).unwrap();
    /// search.run(u32::MAX, |_| false);
    /// let mut bytes = [0; MAX_STATE_BYTES];
    /// let len = search.leave(memory_of(4_000), &mut bytes);
    /// let mut next = Search::new(&Game::start(), 6).unwrap();
    /// next.remember(&bytes[..len]).unwrap();
    /// next.run(u32::MAX, |_| false);
    /// assert!(next.answer().nodes < search.answer().nodes);
    /// ```
    #[inline(never)] // several callers
    pub fn leave(&self, most: u16, bytes: &mut [u8; MAX_STATE_BYTES]) -> usize {
        let len = self.memory_len(most);
        if len == 0 {
            return 0;
        }
        let room = self.next_room(most);
        let (depth, mut at_depth) = self.least_depth(room as u32);
        bytes[..len].fill(0);
        bytes[PRINT..HEADER].copy_from_slice(&room.to_be_bytes());
        let (slots, _) = bytes[HEADER..len].as_chunks_mut::<ENTRY>();
        let mut slots = slots.iter_mut();
        for (place, entry) in (0u16..).zip(&self.table.entries) {
            if !entry.is_used() || entry.depth() < depth {
                continue;
            }
            if entry.depth() == depth {
                if at_depth == 0 {
                    continue;
                }
                at_depth -= 1;
            }
            if let Some([high, low, entry_bytes @ ..]) = slots.next() {
                [*high, *low] = place.to_be_bytes();
                let [_, bytes @ ..] = entry.0.to_be_bytes();
                *entry_bytes = bytes;
            }
        }
        let print = key::print(SEED, &bytes[PRINT..len]);
        bytes[..PRINT].copy_from_slice(&print.to_be_bytes());
        len
    }

    /// The least depth of the stored entries if there is room for `room` of them, and the number of entries of that
    /// depth.
    fn least_depth(&self, room: u32) -> (i32, u32) {
        let mut of_depth = [0u32; 64];
        for entry in self.table.entries.iter().filter(|entry| entry.is_used()) {
            of_depth[entry.depth() as usize & 63] += 1;
        }
        let mut left = room;
        for (depth, number) in of_depth.into_iter().enumerate().rev() {
            if number >= left {
                return (depth as i32, left);
            }
            left -= number;
        }
        (0, 0)
    }

    /// Takes over the memory of the last search of the game. The search must have just begun.
    ///
    /// # Errors
    /// The bytes are no memory; then nothing is changed.
    #[inline(never)] // one caller, and large
    pub fn remember(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        let (print, memory) = bytes.split_first_chunk::<PRINT>().ok_or(StateError)?;
        if *print != key::print(SEED, memory).to_be_bytes() {
            return Err(StateError);
        }
        let Some((room, entries)) = memory.split_first_chunk() else {
            return Err(StateError);
        };
        self.room = u16::from_be_bytes(*room);
        let (entries, _) = entries.as_chunks::<ENTRY>();
        for [high, low, rest @ ..] in entries {
            let mut bytes = [0; 8];
            bytes[1..].copy_from_slice(rest);
            let entry = Entry(u64::from_be_bytes(bytes)).unused();
            if entry == Entry::EMPTY {
                break;
            }
            if let Some(place) =
                (self.table.entries).get_mut(u16::from_be_bytes([*high, *low]) as usize)
            {
                *place = entry;
                self.table.filled += 1;
            }
        }
        Ok(())
    }
}
