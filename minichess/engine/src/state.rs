//! A stopped search as bytes.
//!
//! Kept are the path from the root with each node's window and progress, and the killer moves. Move lists and
//! evaluations follow from the position and are made again when the search is resumed.

use crate::game::Game;
use crate::moves::{Move, NO_MOVE};
use crate::search::{MAX_DEPTH, MAX_PLY, Mode, Search};

/// The most bytes [`Search::save`] writes.
pub const MAX_STATE_BYTES: usize = HEADER + FRAME * (MAX_PLY + 1) + KILLERS * (MAX_PLY + 1);
/// Fingerprint, depth asked for, iteration, nodes, first and best move, score, plies on the stack, done.
const HEADER: usize = 8 + 2 + 4 + 2 + 2 + 2 + 2;
/// Alpha, beta, best value, alpha when the moves were listed, move, depth, picks, searched, modes.
const FRAME: usize = 14;
const KILLERS: usize = 4;

/// The bytes are no state of a search of this game's position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateError;

struct Writer<'a> {
    bytes: &'a mut [u8; MAX_STATE_BYTES],
    len: usize,
}

impl Writer<'_> {
    #[inline(never)]
    fn put(&mut self, word: u16) {
        if let Some(place) = self.bytes.as_chunks_mut().0.get_mut(self.len / 2) {
            *place = word.to_be_bytes();
            self.len += 2;
        }
    }
}

/// Reads words; past the end it gives zeros and remembers that.
struct Reader<'a> {
    bytes: &'a [u8],
    failed: bool,
}

impl Reader<'_> {
    #[inline(never)]
    fn take(&mut self) -> u16 {
        match self.bytes.split_first_chunk() {
            Some((word, rest)) => {
                self.bytes = rest;
                u16::from_be_bytes(*word)
            }
            None => {
                self.failed = true;
                0
            }
        }
    }

    fn value(&mut self) -> i32 {
        self.take() as i16 as i32
    }

    /// A move; whether it is one shows when it is used.
    fn mv(&mut self) -> Move {
        Move(self.take() as u32).bare()
    }

    fn check(&self) -> Result<(), StateError> {
        if self.failed { Err(StateError) } else { Ok(()) }
    }
}

impl Search {
    /// Writes what the search needs to go on, and returns its length.
    ///
    /// ```
    /// use minichess_engine::{Game, MAX_STATE_BYTES, Search};
    /// let game = Game::start();
    /// let mut search = Search::new(&game, 5).unwrap();
    /// search.run(1_000, || false);
    /// let mut bytes = [0; MAX_STATE_BYTES];
    /// let len = search.save(&game, &mut bytes);
    /// let mut resumed = Search::resume(&game, &bytes[..len]).unwrap();
    /// search.run(u32::MAX, || false);
    /// resumed.run(u32::MAX, || false);
    /// assert_eq!(resumed.answer(), search.answer());
    /// ```
    pub fn save(&self, game: &Game, bytes: &mut [u8; MAX_STATE_BYTES]) -> usize {
        let mut writer = Writer { bytes, len: 0 };
        let print = Self::fingerprint(game, self.target);
        for shift in [48, 32, 16, 0] {
            writer.put((print >> shift) as u16);
        }
        writer.put((self.target as u16) << 8 | self.iteration as u16);
        writer.put((self.nodes >> 16) as u16);
        writer.put(self.nodes as u16);
        writer.put(self.first.pack());
        writer.put(self.best.pack());
        writer.put(self.best_score as u16);
        writer.put((self.ply as u16) << 8 | self.done as u16);
        if self.done {
            return writer.len;
        }
        for frame in &self.frames[..=self.ply] {
            for value in [frame.alpha, frame.beta, frame.best, frame.listed] {
                writer.put(value as u16);
            }
            writer.put(frame.mv.pack());
            writer.put((frame.depth as u16) << 8 | frame.picks as u16);
            let modes = frame.mode as u16 | (frame.pending as u16) << 4;
            writer.put((frame.searched as u16) << 8 | modes);
        }
        let used = self.killers.iter().rposition(|k| k[0] != NO_MOVE);
        for [first, second] in &self.killers[..used.map_or(0, |last| last + 1)] {
            writer.put(first.pack());
            writer.put(second.pack());
        }
        writer.len
    }

    /// Takes up a search that was saved, of the same game at the same position.
    pub fn resume(game: &Game, bytes: &[u8]) -> Result<Self, StateError> {
        let mut search = Self::IDLE;
        search.take_up(game, bytes)?;
        Ok(search)
    }

    /// Makes an idle search one that was saved, where it is (see [`Search::begin`]).
    #[inline(never)]
    pub fn take_up(&mut self, game: &Game, bytes: &[u8]) -> Result<(), StateError> {
        let mut reader = Reader {
            bytes,
            failed: !bytes.len().is_multiple_of(2),
        };
        let mut print = 0;
        for _ in 0..4 {
            print = print << 16 | reader.take() as u64;
        }
        let [target, iteration] = reader.take().to_be_bytes();
        if !self.begin(game, target)
            || print != Self::fingerprint(game, target)
            || !(1..=target).contains(&iteration)
        {
            return Err(StateError);
        }
        self.iteration = iteration;
        let nodes = (reader.take() as u32) << 16 | reader.take() as u32;
        self.first = reader.mv();
        self.best = reader.mv();
        self.best_score = reader.value();
        let [ply, done] = reader.take().to_be_bytes();
        self.done = done == 1;
        reader.check()?;
        if !game.is_legal(self.best) || done > 1 || ply as usize > MAX_PLY {
            return Err(StateError);
        }
        if !self.done {
            self.replay_path(ply as usize, reader)?;
        }
        self.nodes = nodes;
        Ok(())
    }

    fn replay_path(&mut self, ply: usize, mut reader: Reader) -> Result<(), StateError> {
        let frames = reader.bytes;
        // The killers, behind the frames, are needed for the frames' lists.
        reader.bytes = frames.get(FRAME * (ply + 1)..).ok_or(StateError)?;
        for pair in &mut self.killers {
            if reader.bytes.is_empty() {
                break;
            }
            *pair = [reader.mv(), reader.mv()];
        }
        reader.failed |= !reader.bytes.is_empty();
        reader.bytes = frames;
        let mut check = self.position.in_check();
        for i in 0..=ply {
            let (alpha, beta) = (reader.value(), reader.value());
            let (best, listed) = (reader.value(), reader.value());
            let mv = reader.mv();
            let [depth, picks] = reader.take().to_be_bytes();
            let [searched, modes] = reader.take().to_be_bytes();
            let depth = depth as i32;
            let (mode, pending) = (Mode::from_code(modes & 15), Mode::from_code(modes >> 4));
            let possible = (0..=MAX_DEPTH as i32).contains(&depth)
                && (i > 0 || depth > 0)
                && searched <= picks.saturating_add(1);
            let (true, Some(mode), Some(pending)) = (possible, mode, pending) else {
                return Err(StateError);
            };
            reader.check()?;
            self.ply = i;
            self.open(depth, listed, beta, check);
            let mut last = NO_MOVE;
            for _ in 0..picks {
                last = self.pick().ok_or(StateError)?;
            }
            let needs_move =
                i < ply && mode != Mode::Null || !matches!(pending, Mode::Next | Mode::Null);
            if needs_move && (last == NO_MOVE || last != mv) {
                return Err(StateError);
            }
            let frame = &mut self.frames[i];
            frame.alpha = alpha;
            frame.best = best;
            frame.listed = listed;
            frame.searched = searched as u32;
            frame.mv = mv;
            frame.mode = mode;
            frame.pending = pending;
            if i < ply {
                check = self.replay().ok_or(StateError)?;
            }
        }
        Ok(())
    }
}
