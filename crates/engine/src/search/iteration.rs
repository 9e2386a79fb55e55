//! Iterative deepening: the root's window and depth, from the first iteration to the answer.

use super::purpose::{Play, Purpose};
use super::tree::{INFINITE, MATE, MATE_BOUND, MAX_DEPTH, NODE, Search};
use crate::board::Board;
use crate::mv::Move;
use crate::root::Root;

/// The number of moves in which a forced mate is surely found, at every depth; a found mate is rarely a move longer.
pub const SURE_MATE: u8 = 2;
/// The number of steps after which [`Search::run`] calls its `stop` argument. Each step considers one
/// move.
pub const STEPS_PER_CHECK: u32 = 32;

/// From this iteration on the window is an aspiration window.
const ASPIRATION_DEPTH: u8 = 4;
/// A window wider than this is opened.
const WIDE: i32 = 3_000;

/// The result of a search so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The best move found.
    pub best: Move,
    /// Its value to the side to move, in hundredths of a pawn; see [`mate_in`].
    pub score: i32,
    /// The last finished iteration.
    pub depth: u8,
    /// Nodes searched, weighted by their cost on chain: a made move counts one, a capture of an exchange half of one, a
    /// generated quiet move a sixth.
    pub nodes: u32,
    /// Whether the search is over.
    pub done: bool,
}

/// The number of moves (not plies) to mate in a score: positive if the side to move mates.
///
/// ```
/// use chess_engine::{MATE, mate_in};
/// assert_eq!(mate_in(MATE - 3), Some(2)); // three plies, two moves
/// assert_eq!(mate_in(35), None);
/// ```
pub fn mate_in(score: i32) -> Option<i32> {
    if score.abs() <= MATE_BOUND {
        None
    } else if score > 0 {
        Some((MATE - score + 1) / 2)
    } else {
        Some(-((MATE + score) / 2))
    }
}

impl<B: Board> Search<B, Play> {
    /// A search of a game that is not over, to a depth from 3 to 20; `None` otherwise.
    pub fn new<G: Root<Board = B>>(game: &G, depth: u8) -> Option<Self> {
        let mut search = Self::IDLE;
        search.begin(game, depth).then_some(search)
    }
}

impl<B: Board, P: Purpose> Search<B, P> {
    /// An idle search with a purpose and the memory of a table: a power of two entries.
    pub fn with_purpose(purpose: P, entries: P::Entries) -> Self {
        let mut search = Self::IDLE;
        search.purpose = purpose;
        search.table.entries = entries;
        search
    }

    /// The search's purpose.
    pub fn purpose(&self) -> &P {
        &self.purpose
    }

    /// The same, to be changed between two depths.
    pub fn purpose_mut(&mut self) -> &mut P {
        &mut self.purpose
    }

    /// Ends the search. Another one can use its purpose and its table.
    pub fn into_parts(self) -> (P, P::Entries) {
        (self.purpose, self.table.entries)
    }

    /// If the search is over, continues a ply deeper. Returns whether there is such a depth.
    pub fn deepen(&mut self) -> bool {
        let goes_on = self.done && self.iteration < MAX_DEPTH;
        if goes_on {
            self.done = false;
            self.target = self.iteration + 1;
            self.last_score = self.best_score;
            self.begin_iteration();
        }
        goes_on
    }

    /// Makes an idle search a search of a game, in place: a search is too large to be copied in a contract. Returns whether
    /// the game continues and the depth is one from 3 to 20.
    pub fn begin<G: Root<Board = B>>(&mut self, game: &G, depth: u8) -> bool {
        let fits = self.set_up(game, depth);
        if fits {
            self.begin_iteration();
        }
        fits
    }

    /// Continues the search for a number of nodes, or until `stop`, called every [`STEPS_PER_CHECK`] steps, returns
    /// true. Returns whether the search is over.
    pub fn run(&mut self, nodes: u32, mut stop: impl FnMut(&Self) -> bool) -> bool {
        // slices must end at the steps of an unbroken search
        let limit = (self.work / NODE + nodes as u64) * NODE;
        let mut steps = 0;
        while !self.done && self.work < limit {
            if steps == 0 {
                if stop(self) {
                    break;
                }
                steps = STEPS_PER_CHECK;
            }
            steps -= 1;
            if let Some(value) = self.step() {
                self.finish_iteration(value);
            }
        }
        self.done
    }

    /// The result so far. Before the first move is searched, the best move is the first legal one.
    pub fn answer(&self) -> Answer {
        Answer {
            best: self.best,
            score: self.best_score,
            depth: if self.done {
                self.iteration
            } else {
                self.iteration.saturating_sub(1)
            },
            nodes: (self.work / NODE).min(u32::MAX as u64) as u32,
            done: self.done,
        }
    }

    /// Continues to the next iteration. If its depth is that of a short mate, it looks for that mate
    /// first.
    fn begin_iteration(&mut self) {
        self.iteration += 1;
        self.probe = self.iteration == 2 * SURE_MATE - 1;
        if self.probe {
            self.low = MATE - 2 * SURE_MATE as i32;
            self.high = self.low + 1;
            self.open_root();
        } else {
            self.search_depth();
        }
    }

    /// Searches the iteration's depth.
    fn search_depth(&mut self) {
        self.probe = false;
        (self.low, self.high, self.width) = (-INFINITE, INFINITE, B::NUMBERS.window);
        if self.iteration >= ASPIRATION_DEPTH {
            self.low = self.last_score - B::NUMBERS.window;
            self.high = self.last_score + B::NUMBERS.window;
        }
        self.open_root();
    }

    /// Takes the root's value: opens its window, or continues to the next iteration.
    #[inline(never)] // rarely called
    fn finish_iteration(&mut self, value: i32) {
        if self.probe {
            if value < self.high {
                return self.search_depth();
            }
            self.best_score = value;
            self.done = true;
            return;
        }
        if value <= self.low {
            let middle = (self.low + self.high) / 2;
            self.low = value - self.width;
            self.high = middle.max(value + 1);
        } else if value >= self.high {
            self.high = value + self.width;
        } else {
            self.last_score = value;
            self.best_score = value;
            let mate = value.abs() > MATE_BOUND;
            if self.iteration == self.target || self.only_move || mate {
                self.done = true;
            } else {
                self.begin_iteration();
            }
            return;
        }
        self.width *= 3;
        if self.low < -WIDE {
            self.low = -INFINITE;
        }
        if self.high > WIDE {
            self.high = INFINITE;
        }
        self.open_root();
    }
}
