//! The search: principal variation search with iterative deepening on an explicit stack.
//!
//! What looks bad is searched less deep or not at all (see `step`). One step considers one move, and backs up what is known by it. Between two
//! steps the search can be stopped; all that it needs to go on is its state (see `state`), so it visits the same nodes however it is sliced.
//!
//! Before the third iteration it looks for a mate in two moves, with a window that nothing else gets through and without any selection; a
//! mate in one is found by the first iteration.

mod frame;
mod history;
mod picker;
mod state;
mod step;
mod table;

use crate::board::{Board, Root};
use crate::mv::{Move, MoveList, NO_MOVE};
use crate::quiescence::LONGEST;
use frame::Frame;
use history::History;
pub use state::{MAX_STATE_BYTES, StateError};
use table::Table;

/// The least depth a search may be asked for (document 002).
pub const MIN_DEPTH: u8 = 3;
/// The greatest depth a search may be asked for (document 002).
pub const MAX_DEPTH: u8 = 20;
/// The score of a mate on the board; a mate in n plies scores `MATE - n`.
pub const MATE: i32 = 30_000;
/// A forced mate in so many moves is always found, whatever the depth asked for.
pub const SURE_MATE: u8 = 2;
/// [`Search::run`] asks its `stop` argument after so many steps, of which each takes one move.
pub const STEPS_PER_CHECK: u32 = 16;

/// Nodes on the stack at most: checks are searched deeper down to twice the depth asked for.
const FRAMES: usize = 64;
const MAX_PLY: usize = FRAMES - 2;
/// At least one for each reversible move of the game and each ply: a power of two.
const KEYS: usize = 256;
const INFINITE: i32 = 32_000;
/// Scores beyond are mates.
const MATE_BOUND: i32 = MATE - 1_000;
/// Room for the moves of all nodes on the stack. Full lists at every ply would need
/// more, but a position with that many moves has few captures to go deep with.
const MOVES: usize = 2_048;
/// Half the first aspiration window, in hundredths of a pawn.
const WINDOW: i32 = 25;
/// From this iteration on the window is an aspiration window.
const ASPIRATION_DEPTH: u8 = 4;
/// A window that reaches beyond is opened.
const WIDE: i32 = 3_000;

/// What a search has found so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The best move found.
    pub best: Move,
    /// Its value to the side to move, in hundredths of a pawn; see [`mate_in`].
    pub score: i32,
    /// The last iteration that was finished.
    pub depth: u8,
    /// Nodes searched: the moves that were made, and the captures of exchanges.
    pub nodes: u32,
    /// Whether the search is over.
    pub done: bool,
}

/// The moves (not plies) to mate that a score tells: positive if the side to move mates.
///
/// ```
/// use minichess_engine::{MATE, mate_in};
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

/// A search of a game's position to a chosen depth.
// What is used most comes first: small offsets are shorter in a contract's code.
#[repr(C)]
pub struct Search<B: Board> {
    ply: usize,
    /// The root's place in `keys`.
    root: usize,
    nodes: u32,
    best: Move,
    best_score: i32,
    /// The depth asked for.
    target: u8,
    /// The depth under way.
    iteration: u8,
    /// A mate in [`SURE_MATE`] moves is looked for, before the iteration proper.
    probe: bool,
    done: bool,
    /// The root has a single move.
    only_move: bool,
    /// The last iteration's score.
    last_score: i32,
    /// The root's window, and by how much it is opened next.
    low: i32,
    high: i32,
    width: i32,
    board: B,
    frames: [Frame<B>; FRAMES],
    killers: [[Move; 2]; FRAMES],
    history: History,
    /// For exchanges.
    values: [i32; LONGEST],
    /// Keys of the positions since the last irreversible move of the game, then of the stack.
    keys: [u64; KEYS],
    moves: [Move; MOVES],
    table: Table,
}

impl<B: Board> Search<B> {
    /// A search of nothing, for [`Search::begin`] or [`Search::take_up`]. All of it is zero, so that nothing has to be copied.
    pub const IDLE: Self = Self {
        ply: 0,
        root: 0,
        nodes: 0,
        best: NO_MOVE,
        best_score: 0,
        target: 0,
        iteration: 0,
        probe: false,
        done: false,
        only_move: false,
        last_score: 0,
        low: 0,
        high: 0,
        width: 0,
        board: B::EMPTY,
        frames: [Frame::EMPTY; FRAMES],
        killers: [[NO_MOVE; 2]; FRAMES],
        history: History::EMPTY,
        values: [0; LONGEST],
        keys: [0; KEYS],
        moves: [NO_MOVE; MOVES],
        table: Table::EMPTY,
    };

    /// A search of a game that is not over, to a depth from 3 to 20; `None` otherwise.
    pub fn new<G: Root<Board = B>>(game: &G, depth: u8) -> Option<Self> {
        let mut search = Self::IDLE;
        search.begin(game, depth).then_some(search)
    }

    /// Makes an idle search one of a game, where it is: a search is too large to be copied in a contract. Returns whether
    /// the game goes on and the depth is one from 3 to 20.
    #[inline(never)] // two callers
    pub fn begin<G: Root<Board = B>>(&mut self, game: &G, depth: u8) -> bool {
        let mut moves = MoveList::EMPTY;
        game.moves(&mut moves);
        let Some(&first) = moves.as_slice().first() else {
            return false;
        };
        self.board.clone_from(game.board());
        self.target = depth;
        self.best = first;
        self.only_move = moves.as_slice().len() == 1;
        let key = self.board.key();
        self.root = game.past_keys(key, &mut self.keys);
        self.keys[self.root % KEYS] = key;
        self.frames[0].sum = self.board.sum();
        self.begin_iteration();
        (MIN_DEPTH..=MAX_DEPTH).contains(&depth)
    }

    /// Searches on for a number of nodes, or until `stop` says so: it is asked every [`STEPS_PER_CHECK`] steps,
    /// with the number of bytes that [`Search::save`] would write. Returns whether the search is over.
    pub fn run(&mut self, nodes: u32, mut stop: impl FnMut(usize) -> bool) -> bool {
        let limit = self.nodes.saturating_add(nodes);
        let mut steps = 0;
        while !self.done && self.nodes < limit {
            if steps == 0 {
                if stop(self.state_len()) {
                    break;
                }
                steps = STEPS_PER_CHECK;
            }
            steps -= 1;
            self.step();
        }
        self.done
    }

    /// What was found so far. Before the first move is searched, the best move is the first legal one.
    pub fn answer(&self) -> Answer {
        Answer {
            best: self.best,
            score: self.best_score,
            depth: if self.done {
                self.iteration
            } else {
                self.iteration.saturating_sub(1)
            },
            nodes: self.nodes,
            done: self.done,
        }
    }

    #[inline(always)] // on every path
    fn top(&self) -> &Frame<B> {
        &self.frames[self.ply % FRAMES]
    }

    #[inline(always)] // on every path
    fn top_mut(&mut self) -> &mut Frame<B> {
        &mut self.frames[self.ply % FRAMES]
    }

    /// Goes on to the next iteration. Where its depth is that of a short mate, that is looked for first.
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
        (self.low, self.high, self.width) = (-INFINITE, INFINITE, WINDOW);
        if self.iteration >= ASPIRATION_DEPTH {
            self.low = self.last_score - WINDOW;
            self.high = self.last_score + WINDOW;
        }
        self.open_root();
    }

    /// Takes the root's value: opens its window, or goes on to the next iteration.
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
