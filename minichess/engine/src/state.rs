//! A stopped search as bytes.
//!
//! Kept are the path from the root with each node's window and progress, and the killer moves. Move lists and
//! evaluations follow from the position and are made again when the search is resumed.

use crate::game::Game;
use crate::moves::{Move, NO_MOVE};
use crate::search::{MAX_DEPTH, MAX_PLY, Mode, QUIESCENCE, Search};

/// The most bytes [`Search::save`] writes.
pub const MAX_STATE_BYTES: usize = HEADER + FRAME * (MAX_PLY + 1) + KILLERS * (MAX_PLY + 1);
/// Fingerprint, depth asked for, iteration, nodes, first and best move, score, plies on the stack, done.
const HEADER: usize = 8 + 1 + 1 + 4 + 2 + 2 + 2 + 1 + 1;
/// Alpha, beta, best value, move, depth, picks, searched, modes.
const FRAME: usize = 2 + 2 + 2 + 2 + 1 + 1 + 1 + 1;
const KILLERS: usize = 4;

/// The bytes are no state of a search of this game's position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateError;

struct Writer<'a> {
    bytes: &'a mut [u8; MAX_STATE_BYTES],
    len: usize,
}

impl Writer<'_> {
    fn put<const N: usize>(&mut self, bytes: [u8; N]) {
        self.bytes[self.len..self.len + N].copy_from_slice(&bytes);
        self.len += N;
    }

    fn value(&mut self, value: i32) {
        self.put((value as i16).to_be_bytes());
    }

    fn mv(&mut self, mv: Move) {
        self.put(mv.pack().to_be_bytes());
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], StateError> {
        let (bytes, rest) = self.0.split_first_chunk().ok_or(StateError)?;
        self.0 = rest;
        Ok(*bytes)
    }

    fn value(&mut self) -> Result<i32, StateError> {
        Ok(i16::from_be_bytes(self.take()?) as i32)
    }

    fn mv(&mut self) -> Result<Move, StateError> {
        match u16::from_be_bytes(self.take()?) {
            0 => Ok(NO_MOVE),
            packed => Move::unpack(packed).ok_or(StateError),
        }
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
        writer.put(Self::fingerprint(game, self.target).to_be_bytes());
        writer.put([self.target, self.iteration]);
        writer.put(self.nodes.to_be_bytes());
        writer.mv(self.first);
        writer.mv(self.best);
        writer.value(self.best_score);
        writer.put([self.ply as u8, self.done as u8]);
        if self.done {
            return writer.len;
        }
        for frame in &self.frames[..=self.ply] {
            writer.value(frame.alpha);
            writer.value(frame.beta);
            writer.value(frame.best);
            writer.mv(frame.mv);
            writer.put([frame.depth as u8, frame.picks, frame.searched]);
            writer.put([frame.mode as u8 | (frame.pending as u8) << 4]);
        }
        let used = self
            .killers
            .iter()
            .rposition(|k| k[0] != NO_MOVE)
            .map_or(0, |i| i + 1);
        for killers in &self.killers[..used] {
            writer.mv(killers[0]);
            writer.mv(killers[1]);
        }
        writer.len
    }

    /// Takes up a search that was saved, of the same game at the same position.
    pub fn resume(game: &Game, bytes: &[u8]) -> Result<Self, StateError> {
        let mut reader = Reader(bytes);
        let print = u64::from_be_bytes(reader.take()?);
        let [target, iteration] = reader.take()?;
        let mut search = Self::new(game, target).ok_or(StateError)?;
        if print != Self::fingerprint(game, target) || !(1..=target).contains(&iteration) {
            return Err(StateError);
        }
        search.iteration = iteration;
        search.nodes = u32::from_be_bytes(reader.take()?);
        search.first = reader.mv()?;
        search.best = reader.mv()?;
        search.best_score = reader.value()?;
        let [ply, done] = reader.take()?;
        search.done = done == 1;
        if search.best != NO_MOVE && !game.is_legal(search.best)
            || done > 1
            || ply as usize > MAX_PLY
        {
            return Err(StateError);
        }
        if !search.done {
            search.replay_path(ply as usize, reader)?;
        }
        Ok(search)
    }

    fn replay_path(&mut self, ply: usize, mut reader: Reader) -> Result<(), StateError> {
        let frames = reader.0.get(..FRAME * (ply + 1)).ok_or(StateError)?;
        let (killers, rest) = reader.0[frames.len()..].as_chunks::<KILLERS>();
        if !rest.is_empty() || killers.len() > self.killers.len() {
            return Err(StateError);
        }
        for (killer, bytes) in self.killers.iter_mut().zip(killers) {
            let mut pair = Reader(bytes);
            *killer = [pair.mv()?, pair.mv()?];
        }
        let mut check = self.position.in_check();
        for i in 0..=ply {
            let (alpha, beta, best, mv) = (
                reader.value()?,
                reader.value()?,
                reader.value()?,
                reader.mv()?,
            );
            let [depth, picks, searched, modes] = reader.take()?;
            let depth = depth as i8;
            if !(-QUIESCENCE..=MAX_DEPTH as i8).contains(&depth) || searched > picks {
                return Err(StateError);
            }
            self.ply = i;
            self.open(depth, alpha, beta, check);
            let mut last = NO_MOVE;
            for _ in 0..picks {
                last = self.pick().ok_or(StateError)?;
            }
            let frame = &mut self.frames[i];
            frame.alpha = alpha;
            frame.best = best;
            frame.searched = searched;
            frame.mv = mv;
            frame.mode = Mode::from_code(modes & 15).ok_or(StateError)?;
            frame.pending = Mode::from_code(modes >> 4).ok_or(StateError)?;
            let needs_move = i < ply && frame.mode != Mode::Null
                || !matches!(frame.pending, Mode::Next | Mode::Null);
            if needs_move && (last == NO_MOVE || last != mv) {
                return Err(StateError);
            }
            if i < ply {
                check = self.replay().ok_or(StateError)?;
            }
        }
        Ok(())
    }
}
