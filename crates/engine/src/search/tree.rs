//! A search: its knowledge, and its place in the tree.

use super::frame::{Frame, Pass};
use super::history::History;
use super::purpose::{Play, Purpose};
use super::table::Table;
use crate::board::Board;
use crate::mv::{Move, MoveList, NO_MOVE};
use crate::network::Network;
use crate::position::Position;
use crate::quiescence::LONGEST;
use crate::root::Root;

/// The least depth of a search (document 002).
pub const MIN_DEPTH: u8 = 3;
/// The greatest depth of a search (document 002).
pub const MAX_DEPTH: u8 = 20;
/// The score of a mate on the board; a mate in n plies scores `MATE - n`.
pub const MATE: i32 = 30_000;
/// The most nodes on the stack: checks are searched to twice the requested depth.
pub(super) const FRAMES: usize = 64;
pub(super) const MAX_PLY: usize = FRAMES - 2;
/// At least one for each reversible move of the game and each ply: a power of two.
pub(super) const KEYS: usize = 256;
/// Units of work in a node; a unit costs about 3,050 gas on chain (8×8). The weights come from the gas of calls, by
/// least squares over positions of real games.
pub(super) const NODE: u64 = 6;
/// A made move.
pub(super) const MADE: u64 = NODE;
/// A generated quiet move.
pub(super) const GENERATED: u64 = 1;
pub(super) const INFINITE: i32 = 32_000;
/// Scores beyond this are mates.
pub(super) const MATE_BOUND: i32 = MATE - 1_000;
/// Room for the moves of all nodes on the stack. Full lists at every ply would need
/// more, but a position with that many moves has few captures to go deep with.
pub(super) const MOVES: usize = 2_048;

/// A search of a game's position to a chosen depth, to play or for another purpose.
// The fields used most come first: small offsets are shorter in a contract's code.
#[repr(C)]
pub struct Search<B: Board, P: Purpose = Play> {
    pub(super) ply: usize,
    /// The root's place in `keys`.
    pub(super) root: usize,
    /// The work done until now, in units of which [`NODE`] are a node.
    pub(super) work: u64,
    pub(super) best: Move,
    pub(super) best_score: i32,
    /// The requested depth.
    pub(super) target: u8,
    /// The current depth.
    pub(super) iteration: u8,
    /// Whether it looks for a mate in [`SURE_MATE`] moves, before the iteration itself.
    pub(super) probe: bool,
    pub(super) done: bool,
    /// The root has a single move.
    pub(super) only_move: bool,
    /// The last iteration's score.
    pub(super) last_score: i32,
    /// The root's window, and the amount by which it is opened next.
    pub(super) low: i32,
    pub(super) high: i32,
    pub(super) width: i32,
    pub(super) board: Position<B>,
    pub(super) frames: [Frame; FRAMES],
    /// Also follows from the positions. Up to date for the plies up to `known`: many nodes never read theirs.
    pub(super) networks: [B::Network; FRAMES],
    pub(super) known: usize,
    pub(super) killers: [[Move; 2]; FRAMES],
    /// The room for entries of the memory that it began with.
    pub(super) room: u16,
    pub(super) history: History,
    /// For exchanges.
    pub(super) values: [i32; LONGEST],
    /// Keys of the positions since the last irreversible move of the game, then of the stack.
    pub(super) keys: [u64; KEYS],
    pub(super) moves: [Move; MOVES],
    pub(super) table: Table<P::Entries>,
    pub(super) purpose: P,
}

impl<B: Board, P: Purpose> Search<B, P> {
    /// An idle search, for [`Search::begin`] or [`Search::take_up`]. All of it is zero, so that nothing has to be
    /// copied.
    pub const IDLE: Self = Self {
        ply: 0,
        root: 0,
        work: 0,
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
        board: Position::EMPTY,
        frames: [Frame::EMPTY; FRAMES],
        networks: [B::Network::NONE; FRAMES],
        known: 0,
        killers: [[NO_MOVE; 2]; FRAMES],
        room: 0,
        history: History::EMPTY,
        values: [0; LONGEST],
        keys: [0; KEYS],
        moves: [NO_MOVE; MOVES],
        table: Table {
            entries: P::NO_ENTRIES,
            filled: 0,
        },
        purpose: P::IDLE,
    };

    /// Puts a game's position at the root. Returns whether there is a move to search and the depth is one from 3 to 20.
    #[inline(never)] // two callers
    pub(super) fn set_up<G: Root<Board = B>>(&mut self, game: &G, depth: u8) -> bool {
        let mut moves = MoveList::EMPTY;
        game.moves(&mut moves);
        let mut wanted = moves.as_slice().iter();
        let Some(&first) = wanted.find(|mv| self.purpose.is_wanted(**mv)) else {
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
        self.networks[0] = self.board.network();
        self.known = 0;
        (MIN_DEPTH..=MAX_DEPTH).contains(&depth)
    }

    /// Notes that the node on top of the stack has another move, which the network has not
    /// followed.
    #[inline(always)] // some instructions
    pub(super) fn forget_network(&mut self) {
        self.known = self.known.min(self.ply);
    }

    /// The network's share at a node, after the moves made; 0 in check.
    #[inline(always)] // a call
    pub(super) fn correction(&mut self, ply: usize, check: bool) -> i32 {
        if check { 0 } else { self.network_value(ply) }
    }

    /// Lets the network follow the moves to a node, and values it.
    #[inline(never)] // several callers
    fn network_value(&mut self, ply: usize) -> i32 {
        while self.known < ply {
            let frame = &self.frames[self.known % FRAMES];
            let Some([before, after]) = self.networks.get_mut(self.known..self.known + 2) else {
                break;
            };
            if frame.pass == Pass::Skipped {
                *after = *before;
            } else {
                Position::<B>::follow(frame.code, frame.mv, frame.undo, before, after);
            }
            self.known += 1;
        }
        Position::<B>::correction(&self.networks[ply % FRAMES])
    }

    #[inline(always)] // on every path
    pub(super) fn top(&self) -> &Frame {
        &self.frames[self.ply % FRAMES]
    }

    #[inline(always)] // on every path
    pub(super) fn top_mut(&mut self) -> &mut Frame {
        &mut self.frames[self.ply % FRAMES]
    }
}
