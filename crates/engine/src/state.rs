//! A stopped search as bytes.
//!
//! Kept are the path from the root with each node's window and progress, and the killer moves. Move lists and
//! evaluations follow from the position and are made again when the search is resumed.

use crate::game::{Game, MAX_GAME_BYTES};
use crate::moves::Move;
use crate::search::{MAX_PLY, Search, mix};

/// The most bytes [`Search::save`] writes.
pub const MAX_STATE_BYTES: usize = HEADER + FRAME * (MAX_PLY + 1) + KILLERS * (MAX_PLY + 1);
const PRINT: usize = 8;
/// Fingerprint, depth asked for, iteration, nodes, first and best move, score, plies on the stack, done.
const HEADER: usize = PRINT + 2 + 4 + 2 + 2 + 2 + 2;
/// Alpha, beta, best value, alpha when the moves were listed, move, depth, picks.
const FRAME: usize = 12;
const KILLERS: usize = 4;

/// The bytes are no state of a search of this game.
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

/// Reads words; past the end it gives zeros.
struct Reader<'a> {
    words: &'a [[u8; 2]],
}

impl Reader<'_> {
    #[inline(never)]
    fn take(&mut self) -> u16 {
        match self.words.split_first() {
            Some((word, rest)) => {
                self.words = rest;
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

    /// Two bytes of a word.
    fn pair(&mut self) -> [u32; 2] {
        let word = self.take() as u32;
        [word >> 8, word & 255]
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
        let mut writer = Writer { bytes, len: PRINT };
        writer.put((self.target as u16) << 8 | self.iteration as u16);
        writer.put((self.nodes >> 16) as u16);
        writer.put(self.nodes as u16);
        writer.put(self.first.pack());
        writer.put(self.best.pack());
        writer.put(self.best_score as u16);
        writer.put((self.ply as u16) << 8 | self.done as u16);
        for frame in self.frames.iter().take(self.ply + 1) {
            for value in [frame.alpha, frame.beta, frame.best, frame.listed] {
                writer.put(value as u16);
            }
            writer.put(frame.mv.pack());
            writer.put((frame.depth << 8) as u16 | frame.picks as u16);
        }
        for [first, second] in self.killers.iter().take(self.target as usize + 1) {
            writer.put(first.pack());
            writer.put(second.pack());
        }
        let len = writer.len;
        let print = fingerprint(game, &bytes[PRINT..len]);
        bytes[..PRINT].copy_from_slice(&print.to_be_bytes());
        len
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
        let (print, state) = bytes.split_first_chunk().ok_or(StateError)?;
        let (words, rest) = state.as_chunks();
        let mut reader = Reader { words };
        let [target, iteration] = reader.pair();
        let known = *print == fingerprint(game, state).to_be_bytes() && rest.is_empty();
        if !known || !self.begin(game, target as u8) {
            return Err(StateError);
        }
        self.iteration = iteration as u8;
        let nodes = (reader.take() as u32) << 16 | reader.take() as u32;
        self.first = reader.mv();
        self.best = reader.mv();
        self.best_score = reader.value();
        let [ply, done] = reader.pair();
        self.done = done != 0;
        self.replay_path(ply as usize, reader);
        self.nodes = nodes;
        Ok(())
    }

    fn replay_path(&mut self, ply: usize, mut reader: Reader) {
        let frames = reader.words;
        // The killers, behind the frames, are needed for the frames' lists.
        reader.words = frames.get(FRAME / 2 * (ply + 1)..).unwrap_or_default();
        for pair in &mut self.killers {
            *pair = [reader.mv(), reader.mv()];
        }
        reader.words = frames;
        let mut check = self.position.in_check();
        for i in 0..=ply {
            let (alpha, beta) = (reader.value(), reader.value());
            let (best, listed) = (reader.value(), reader.value());
            let mv = reader.mv();
            let [depth, picks] = reader.pair();
            self.ply = i;
            self.open(depth as i32, listed, beta, check);
            for _ in 0..picks {
                self.pick();
            }
            let frame = self.node_mut();
            frame.alpha = alpha;
            frame.best = best;
            frame.listed = listed;
            frame.mv = mv;
            if i < ply {
                check = self.replay();
            }
        }
    }
}

/// A number that tells a search of this game, in this state, from all others.
#[inline(never)]
fn fingerprint(game: &Game, state: &[u8]) -> u64 {
    let mut bytes = [0; MAX_GAME_BYTES];
    let len = game.encode(&mut bytes);
    mix_all(mix_all(0, &bytes[..len]), state)
}

#[inline(never)]
fn mix_all(print: u64, bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(print, |print, byte| mix(print ^ *byte as u64))
}
