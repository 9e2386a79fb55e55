//! The best lines of a position, each searched without the first moves of the lines before it.

use std::collections::HashMap;

use chess_engine::{Answer, BoardSearch, Entry, MIN_DEPTH, Move, Purpose, mate_in};

use crate::variant::Variant;

/// More than the plies of any search.
const PLIES: usize = 66;

/// The most remembered lines.
const MOST_KNOWN: usize = 100_000;

/// The memory of a search for another search of the same game.
#[derive(Default)]
pub struct Memory {
    /// The transposition table: a power of two entries.
    pub entries: Vec<Entry>,
    /// The best lines of positions whose value is known exactly.
    known: HashMap<u64, Vec<Move>>,
}

impl Memory {
    /// An empty memory with this number of entries in the table.
    pub fn of(entries: usize) -> Self {
        Self {
            entries: vec![Entry::EMPTY; entries],
            known: HashMap::new(),
        }
    }
}

/// The purpose of a line's search: a table of any size, and the first moves that it may search.
struct Analysis {
    /// The first moves that it searches.
    wanted: Vec<Move>,
    /// The best line from each ply.
    lines: [Vec<Move>; PLIES],
    known: Option<HashMap<u64, Vec<Move>>>,
}

impl Purpose for Analysis {
    type Entries = Vec<Entry>;
    const NO_ENTRIES: Self::Entries = Vec::new();
    const IDLE: Self = Self {
        wanted: Vec::new(),
        lines: [const { Vec::new() }; PLIES],
        known: None,
    };

    fn is_wanted(&self, mv: Move) -> bool {
        self.wanted.contains(&mv)
    }

    fn begin(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    fn improve(&mut self, ply: usize, mv: Move) {
        let [line, rest] = &mut self.lines[ply..=ply + 1] else {
            return;
        };
        line.clear();
        line.push(mv);
        line.extend_from_slice(rest);
    }

    fn settle(&mut self, ply: usize, key: u64) {
        let known = self.known.get_or_insert_default();
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(key, self.lines[ply].clone());
    }

    fn recall(&mut self, ply: usize, key: u64) {
        if let Some(line) = self.known.as_ref().and_then(|known| known.get(&key)) {
            self.lines[ply].clone_from(line);
        }
    }
}

/// A found line.
pub struct Found {
    /// Its score and depth.
    pub answer: Answer,
    /// Its moves, at least one.
    pub moves: Vec<Move>,
}

/// The searches of the best lines.
pub struct Lines<G: Variant> {
    game: G,
    /// The first moves to search.
    wanted: Vec<Move>,
    /// The searches, the best line's first.
    searches: Vec<Box<BoardSearch<G::Board, Analysis>>>,
    /// The index of the current line.
    line: usize,
}

impl<G: Variant> Lines<G> {
    /// Begins to search some of the legal moves, at least one, for `lines` lines. Each has a table as large as
    /// `memory`, which belongs to the best line.
    pub fn begin(game: &G, wanted: Vec<Move>, lines: usize, memory: Memory) -> Self {
        let lines = lines.clamp(1, wanted.len());
        let entries = memory.entries.len();
        let mut first = Some(memory);
        let search = |line: usize| {
            let memory = first.take().unwrap_or_else(|| Memory::of(entries));
            let mut search = BoardSearch::with_purpose(Analysis::IDLE, memory.entries);
            let analysis = search.purpose_mut();
            analysis.wanted = wanted[line..].to_vec();
            analysis.known = Some(memory.known);
            search.begin(game, MIN_DEPTH);
            Box::new(search)
        };
        Self {
            game: game.clone(),
            searches: (0..lines).map(search).collect(),
            wanted,
            line: 0,
        }
    }

    /// Searches at most this number of nodes more. Returns whether each line is searched to its
    /// depth.
    pub fn run(&mut self, nodes: u32) -> bool {
        let line = self.line;
        if self.searches[line].run(nodes, |_| false) {
            self.line += 1;
            self.leave_to_the_next();
        }
        self.line == self.searches.len()
    }

    /// the current line is searched without the first moves of the lines before it
    fn leave_to_the_next(&mut self) {
        let (before, rest) = self.searches.split_at_mut(self.line);
        if let Some(search) = rest.first_mut() {
            let is_free = |mv: &Move| before.iter().all(|search| search.answer().best != *mv);
            let left = self.wanted.iter().copied().filter(is_free);
            search.purpose_mut().wanted = left.collect();
        }
    }

    /// Once each line is searched to its depth, continues a ply deeper. Returns whether there is such a depth.
    pub fn deepen(&mut self) -> bool {
        self.line = 0;
        self.leave_to_the_next();
        self.searches
            .iter_mut()
            .fold(false, |any, search| search.deepen() | any)
    }

    /// The nodes of all lines.
    pub fn nodes(&self) -> u64 {
        let nodes = self.searches.iter().map(|search| search.answer().nodes);
        nodes.map(u64::from).sum()
    }

    /// The depth of the best line's search.
    pub fn depth(&self) -> u8 {
        self.searches[0].answer().depth
    }

    /// Whether each line ends in mate.
    pub fn are_mates(&self) -> bool {
        let mut answers = self.searches.iter().map(|search| search.answer());
        answers.all(|answer| answer.depth > 0 && mate_in(answer.score).is_some())
    }

    /// The lines found so far, the best first.
    pub fn found(&self) -> Vec<Found> {
        let mut found: Vec<_> = (0..self.searches.len())
            .map(|line| self.line(line))
            .collect();
        // a line that was not begun has no score
        let key = |Answer { depth, score, .. }| (depth, if depth == 0 { 0 } else { score });
        found.sort_by_key(|found| std::cmp::Reverse(key(found.answer)));
        found
    }

    /// A line up to its first illegal move: the table recognises a position by its key alone.
    fn line(&self, line: usize) -> Found {
        let search = &self.searches[line];
        let answer = search.answer();
        let known = &search.purpose().lines[0];
        let mut game = self.game.clone();
        let moves = match known.first() {
            Some(first) if *first == answer.best => {
                let legal = known.iter().take_while(|mv| game.play_move(**mv).is_ok());
                legal.copied().collect()
            }
            _ => vec![answer.best],
        };
        Found { answer, moves }
    }

    /// Ends the searches. Another search can use the best line's memory.
    pub fn into_memory(mut self) -> Memory {
        let (analysis, entries) = self.searches.swap_remove(0).into_parts();
        let known = analysis.known.unwrap_or_default();
        Memory { entries, known }
    }
}
