//! A stopped search as bytes.
//!
//! It contains the path from the root with each node's window, progress and moves, the killer moves, the history and
//! the table. A resumed search derives the rest from the position.

use super::frame::{Pass, Stage};
use super::picker::LEAST_QUIET;
use super::purpose::Play;
use super::table::{ENTRIES, ENTRY_BYTES, Entry};
use super::tree::{FRAMES, KEYS, MAX_DEPTH, MAX_PLY, MOVES, Search};
use crate::board::Board;
use crate::key;
use crate::mv::{Move, NO_MOVE};
use crate::root::Root;

/// The most bytes [`Search::save`] writes.
pub const MAX_STATE_BYTES: usize =
    PRINT + HEADER + FRAME * FRAMES + 2 * MOVES + KILLERS * FRAMES + HISTORY + TABLE;
pub(super) const PRINT: usize = 8;
/// Requested depth and iteration; work; best move; scores; window; room of its memory; plies on the stack, and done.
const HEADER: usize = 2 + 6 + 2 + 2 + 2 + 2 + 2 + 4 + 2 + 2;
/// Window, best value, evaluation; three moves; depth and next depth; reduction and moves considered; stage, pass and flags; numbers of moves taken and left.
const FRAME: usize = 8 + 6 + 2 + 2 + 2 + 2;
const KILLERS: usize = 4;
/// A bit for each piece on each of at most 64 squares, and two bytes for each entry of the history
/// that isn't 0.
const HISTORY: usize = 16 * 64 / 8 + 2 * 16 * 64;
/// A bit for each entry, and the bytes of the entries that aren't empty.
const TABLE: usize = ENTRIES / 8 + ENTRIES * ENTRY_BYTES;

/// Marks a capture that loses material.
const LOSES: u16 = 0x8000;

/// The bytes aren't a state of a search of this game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateError;

struct Writer<'a> {
    bytes: &'a mut [u8; MAX_STATE_BYTES],
    len: usize,
}

impl Writer<'_> {
    #[inline(never)] // many callers
    fn put(&mut self, word: u16) {
        if let Some(place) = self.bytes.get_mut(self.len..self.len + 2) {
            place.copy_from_slice(&word.to_be_bytes());
            self.len += 2;
        }
    }

    fn pair(&mut self, high: i32, low: i32) {
        self.put((high << 8) as u16 | low as u16 & 255);
    }
}

/// Reads words; past the end it returns zeros.
struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    #[inline(never)] // many callers
    fn take(&mut self) -> u16 {
        match self.bytes.split_first_chunk() {
            Some((word, rest)) => {
                self.bytes = rest;
                u16::from_be_bytes(*word)
            }
            None => 0,
        }
    }

    fn value(&mut self) -> i32 {
        self.take() as i16 as i32
    }

    fn mv(&mut self) -> Move {
        Move(self.take() as u32).bare()
    }

    /// Two signed bytes as a word.
    fn pair(&mut self) -> [i32; 2] {
        self.take().to_be_bytes().map(|byte| byte as i8 as i32)
    }
}

/// Writes a bit for each of some items, in words of 16, and after each word the items that are set.
fn put_sparse<T>(
    writer: &mut Writer,
    things: &[T],
    is_set: impl Fn(&T) -> bool,
    put: impl Fn(&mut Writer, &T),
) {
    for chunk in things.chunks(16) {
        let bits = chunk
            .iter()
            .fold(0, |bits, thing| bits << 1 | is_set(thing) as u16);
        writer.put(bits);
        if bits != 0 {
            chunk
                .iter()
                .filter(|thing| is_set(thing))
                .for_each(|thing| put(writer, thing));
        }
    }
}

/// The inverse of [`put_sparse`], for items that are not set yet. Returns the number of those that
/// were set.
fn take_sparse<T>(reader: &mut Reader, things: &mut [T], take: impl Fn(&mut Reader) -> T) -> u32 {
    let mut number = 0;
    for chunk in things.chunks_mut(16) {
        let bits = reader.take();
        if bits == 0 {
            continue;
        }
        let len = chunk.len();
        for (i, thing) in chunk.iter_mut().enumerate() {
            if bits >> (len - 1 - i) & 1 != 0 {
                *thing = take(reader);
                number += 1;
            }
        }
    }
    number
}

impl<B: Board> Search<B, Play> {
    /// The most bytes that [`Search::save`] would write now.
    pub fn state_len(&self) -> usize {
        PRINT
            + HEADER
            + (FRAME + KILLERS) * (self.ply + 1)
            + KILLERS * (self.plies_with_killers() - self.ply - 1)
            + 2 * self.top().end as usize
            + HISTORY
            - 2 * 16 * 64
            + 2 * self.history.used as usize
            + B::ENTRIES / 8
            + ENTRY_BYTES * self.table.filled as usize
    }

    fn plies_with_killers(&self) -> usize {
        (2 * self.target as usize + 2).max(self.ply + 1).min(FRAMES)
    }

    /// Writes the data that the search needs to continue, and returns its length.
    ///
    /// ```
    /// use chess_engine::{Game, MAX_STATE_BYTES, Search};
    /// let game = Game::start();
    /// let mut search = Search::new(&game, 7).unwrap();
    /// search.run(1_000, |_| false);
    /// let mut bytes = [0; MAX_STATE_BYTES];
    /// let len = search.save(&game, &mut bytes);
    /// let mut resumed = Search::resume(&game, &bytes[..len]).unwrap();
    /// search.run(u32::MAX, |_| false);
    /// resumed.run(u32::MAX, |_| false);
    /// assert_eq!(resumed.answer(), search.answer());
    /// ```
    #[inline(never)] // several callers
    pub fn save<G: Root<Board = B>>(
        &mut self,
        game: &G,
        bytes: &mut [u8; MAX_STATE_BYTES],
    ) -> usize {
        let mut writer = Writer { bytes, len: PRINT };
        writer.pair(self.target as i32, self.iteration as i32);
        for part in [32, 16, 0] {
            writer.put((self.work >> part) as u16);
        }
        writer.put(self.best.pack());
        for value in [self.best_score, self.last_score, self.low, self.high] {
            writer.put(value as u16);
        }
        writer.put((self.width >> 16) as u16);
        writer.put(self.width as u16);
        writer.put(self.room);
        writer.pair(self.ply as i32, (self.probe as i32) << 1 | self.done as i32);
        for i in 0..=self.ply {
            self.save_frame(i, &mut writer);
        }
        for [first, second] in self.killers.iter().take(self.plies_with_killers()) {
            writer.put(first.pack());
            writer.put(second.pack());
        }
        let history = self.history.entries.as_flattened();
        put_sparse(
            &mut writer,
            history,
            |entry| *entry != 0,
            |writer, entry| {
                writer.put(*entry as u16);
            },
        );
        put_sparse(
            &mut writer,
            &self.table.entries[..B::ENTRIES],
            |entry| *entry != Entry::EMPTY,
            |writer, entry| {
                for part in [48, 32, 16, 0] {
                    writer.put((entry.0 >> part) as u16);
                }
            },
        );
        let len = writer.len;
        let print = key::print(game.print(), &bytes[PRINT..len]);
        bytes[..PRINT].copy_from_slice(&print.to_be_bytes());
        len
    }

    fn save_frame(&mut self, i: usize, writer: &mut Writer) {
        let frame = &self.frames[i % FRAMES];
        for value in [frame.alpha, frame.beta, frame.best, frame.eval] {
            writer.put(value as u16);
        }
        for mv in [frame.best_move, frame.table_move, frame.mv] {
            writer.put(mv.pack());
        }
        // The rest of an earlier node's move depends on the search's slices.
        let is_moving = frame.mv != NO_MOVE || frame.pass == Pass::Skipped;
        let under_way = |value| if is_moving { value } else { 0 };
        writer.pair(frame.depth, under_way(frame.next_depth));
        writer.pair(under_way(frame.reduction), frame.considered as i32);
        let flags = frame.check as i32
            | (frame.pv as i32) << 1
            | (frame.selective as i32) << 2
            | (frame.improving as i32) << 3
            | (frame.skip_quiets as i32) << 4
            | (frame.pass as i32) << 5
            | (frame.cut as i32) << 7;
        writer.pair(frame.stage as i32, flags);
        let (next, end) = (frame.next as usize, frame.end as usize);
        writer.pair((next - frame.start as usize) as i32, (end - next) as i32);
        // In the order of their scores, which are not stored.
        if let Some(left) = self.moves.get_mut(next..end) {
            left.sort_unstable_by_key(|mv| core::cmp::Reverse(mv.0));
        }
        for i in frame.start as usize..end {
            if let Some(mv) = self.moves.get(i) {
                let loses = i >= next && mv.score() < LEAST_QUIET as u32;
                let losing = if loses { LOSES } else { 0 };
                writer.put(mv.bare().pack() | losing);
            }
        }
    }

    /// Resumes a saved search of the same game at the same position.
    pub fn resume<G: Root<Board = B>>(game: &G, bytes: &[u8]) -> Result<Self, StateError> {
        let mut search = Self::IDLE;
        search.take_up(game, bytes)?;
        Ok(search)
    }

    /// Whether bytes are a state of a search of this game at this position.
    pub fn is_state_of<G: Root<Board = B>>(game: &G, bytes: &[u8]) -> bool {
        bytes
            .split_first_chunk()
            .is_some_and(|(print, state)| *print == key::print(game.print(), state).to_be_bytes())
    }

    /// Makes an idle search a saved one, in place: a search is too large to be copied in a contract.
    #[inline(never)] // several callers
    pub fn take_up<G: Root<Board = B>>(
        &mut self,
        game: &G,
        bytes: &[u8],
    ) -> Result<(), StateError> {
        let (_, state) = bytes.split_first_chunk::<PRINT>().ok_or(StateError)?;
        let known = Self::is_state_of(game, bytes);
        let mut reader = Reader { bytes: state };
        let [target, iteration] = reader.pair();
        if !known || !(0..=MAX_DEPTH as i32).contains(&target) || !self.set_up(game, target as u8) {
            return Err(StateError);
        }
        self.iteration = iteration as u8;
        self.work = (0..3).fold(0, |work, _| work << 16 | reader.take() as u64);
        self.best = reader.mv();
        self.best_score = reader.value();
        self.last_score = reader.value();
        self.low = reader.value();
        self.high = reader.value();
        self.width = (reader.take() as i32) << 16 | reader.take() as i32;
        self.room = reader.take();
        let [ply, done] = reader.pair();
        self.done = done & 1 != 0;
        self.probe = done & 2 != 0;
        for i in 0..=(ply as usize).min(MAX_PLY) {
            if i > 0 {
                self.go_on();
            }
            self.read_frame(i, &mut reader);
        }
        for i in 0..self.plies_with_killers() {
            self.killers[i % FRAMES] = [reader.mv(), reader.mv()];
        }
        self.history.used = take_sparse(
            &mut reader,
            self.history.entries.as_flattened_mut(),
            |reader| reader.take() as i16,
        );
        self.table.filled = take_sparse(
            &mut reader,
            &mut self.table.entries[..B::ENTRIES],
            |reader| Entry((0..4).fold(0, |entry, _| entry << 16 | reader.take() as u64)),
        );
        Ok(())
    }

    fn read_frame(&mut self, i: usize, reader: &mut Reader) {
        self.ply = i;
        let start = match i.checked_sub(1) {
            Some(parent) => self.frames[parent % FRAMES].end,
            None => 0,
        };
        let (pinned, discoverers) = (self.board.pinned(), self.board.discoverers());
        let in_check = self.board.in_check();
        let correction = self.correction(i, in_check);
        let frame = &mut self.frames[i % FRAMES];
        frame.correction = correction;
        frame.pinned = pinned;
        frame.discoverers = discoverers;
        frame.alpha = reader.value();
        frame.beta = reader.value();
        frame.best = reader.value();
        frame.eval = reader.value();
        frame.best_move = reader.mv();
        frame.table_move = reader.mv();
        frame.mv = reader.mv();
        [frame.depth, frame.next_depth] = reader.pair();
        let [reduction, considered] = reader.pair();
        frame.reduction = reduction;
        frame.considered = considered as u8 as u32;
        let [stage, flags] = reader.pair();
        frame.stage = Stage::from_number(stage as u8);
        frame.check = flags & 1 != 0;
        frame.pv = flags & 2 != 0;
        frame.selective = flags & 4 != 0;
        frame.improving = flags & 8 != 0;
        frame.skip_quiets = flags & 16 != 0;
        frame.pass = Pass::from_number(flags as u8 >> 5 & 3);
        frame.cut = flags & 128 != 0;
        let [taken, left] = reader.pair().map(|number| number as u8 as u32);
        frame.start = start;
        frame.next = start + taken;
        frame.end = frame.next + left;
        for i in 0..taken + left {
            let word = reader.take();
            let mv = Move(word as u32).bare();
            // The first move has the best score in any case.
            let most = if word & LOSES != 0 {
                LEAST_QUIET as u32 - 1
            } else {
                65_535
            };
            let mv = if i < taken {
                mv
            } else {
                mv.with_score((most - i) & 65_535)
            };
            if let Some(place) = self.moves.get_mut((start + i) as usize) {
                *place = mv;
            }
        }
    }

    /// Moves from the node on top of the stack to the one after its current move.
    fn go_on(&mut self) {
        let here = self.root + self.ply;
        let frame = &self.frames[self.ply % FRAMES];
        let (mv, pass, sum) = (frame.mv, frame.pass, frame.sum);
        let key = self.keys[here % KEYS];
        let rights = self.board.rights();
        let code = self.board.cell(mv.origin());
        let (sum, key, undo) = if pass == Pass::Skipped {
            (sum, key ^ key::SIDE, self.board.pass())
        } else {
            let (sum, key) = self.board.change(mv, sum, key);
            (sum, key, self.board.make(mv))
        };
        let frame = self.top_mut();
        frame.code = code;
        frame.undo = undo;
        self.keys[(here + 1) % KEYS] = key ^ rights ^ self.board.rights();
        self.frames[(self.ply + 1) % FRAMES].sum = sum;
    }
}
