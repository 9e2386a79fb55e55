//! The search: alpha-beta with iterative deepening and quiescence on an explicit stack.
//!
//! One [`step`](Search::step) makes one move and, where the value of a node is known, hands it up. Between two steps
//! the search can be stopped; what it needs to go on is on its stack and in its killer moves (see `state`). There is
//! no table that a resumed search would lack, so it visits the same nodes however it is sliced.
//!
//! Nothing is pruned but what alpha-beta proves, so a forced mate within the depth is always found.

use crate::attack::bit;
use crate::eval::{Still, Sum, evaluate, gain, middle};
use crate::game::Game;
use crate::moves::{Move, MoveList, NO_MOVE, Writer};
use crate::position::{Position, Undo};
use crate::quiescence::LONGEST;
use crate::word::{KING, QUEEN, WHITE};

/// The least depth a search may be asked for (document 002).
pub const MIN_DEPTH: u8 = 3;
/// The greatest depth a search may be asked for (document 002).
pub const MAX_DEPTH: u8 = 20;
/// The score of a mate on the board; a mate in n plies scores `MATE - n`.
pub const MATE: i32 = 30_000;
/// [`Search::run`] asks its `stop` argument after so many nodes.
pub const NODES_PER_CHECK: u32 = 16;

/// Plies from the root to a node on the stack at most.
pub(crate) const MAX_PLY: usize = MAX_DEPTH as usize;
/// Room for them; the last is never used, so that its empty list stands before the root's.
pub(crate) const FRAMES: usize = 32;
/// At least one for each reversible move of the game and each ply.
pub(crate) const KEYS: usize = 256;
const INFINITE: i32 = 32_000;
/// Scores beyond are mates.
const MATE_BOUND: i32 = MATE - 1_000;
/// Room for the moves of all nodes on the stack. Full lists at every ply would need
/// more, but a position with that many moves has few captures to go deep with.
const MOVES: usize = 2_048;

/// So many of a node's moves are taken in order of their score, the others as they come.
const SORTED: u32 = 8;
/// How far a node's moves have been generated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// All that will be.
    All,
    /// Captures; the killer moves come next.
    Captures,
    FirstKiller,
    SecondKiller,
}

/// One node on the stack.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) best: i32,
    /// Plies left; 0 where a check is evaded before quiescence.
    pub(crate) depth: i32,
    /// Moves taken from the list so far.
    pub(crate) picks: u32,
    /// The move under way.
    pub(crate) mv: Move,
    /// The position's sums.
    pub(crate) sum: Sum,
    check: bool,
    /// Pieces that may be pinned.
    bound: u64,
    /// Pieces that may open a line to the other king.
    openers: u64,
    stage: Stage,
    /// Alpha when moves were last generated: those that can't reach it were left out.
    pub(crate) listed: i32,
    /// This node's part of the move list, from the end of the parent's.
    next: u32,
    end: u32,
    /// The position before `mv`.
    undo: Undo,
}

impl Frame {
    const EMPTY: Self = Self {
        alpha: 0,
        beta: 0,
        best: 0,
        depth: 0,
        picks: 0,
        mv: NO_MOVE,
        sum: Sum::NONE,
        check: false,
        bound: 0,
        openers: 0,
        stage: Stage::All,
        listed: 0,
        next: 0,
        end: 0,
        undo: Undo::NONE,
    };
}

/// What a search has found so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The best move found.
    pub best: Move,
    /// Its value to the side to move, in hundredths of a pawn; see [`mate_in`].
    pub score: i32,
    /// The last iteration that was finished.
    pub depth: u8,
    /// Nodes searched: the positions that were valued, those of quiescence included.
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
pub struct Search {
    pub(crate) ply: usize,
    /// The root's place in `keys`.
    root: usize,
    pub(crate) nodes: u32,
    /// The last iteration's best move: this one's first.
    pub(crate) first: Move,
    pub(crate) best: Move,
    pub(crate) best_score: i32,
    pub(crate) target: u8,
    pub(crate) iteration: u8,
    pub(crate) done: bool,
    /// The root has a single move.
    only_move: bool,
    pub(crate) position: Position,
    pub(crate) frames: [Frame; FRAMES],
    pub(crate) killers: [[Move; 2]; FRAMES],
    /// For exchanges.
    pub(crate) values: [i32; LONGEST],
    /// Keys of the positions since the last irreversible move of the game, then of the stack.
    keys: [u64; KEYS],
    moves: [Move; MOVES],
}

impl Search {
    /// A search of a game that is not over, to a depth from 3 to 20; `None` otherwise.
    pub fn new(game: &Game, depth: u8) -> Option<Self> {
        let mut search = Self::IDLE;
        search.begin(game, depth).then_some(search)
    }

    /// A search of nothing, for [`Search::begin`] or [`Search::take_up`]. All of it is zero, so that nothing has to be copied.
    pub const IDLE: Self = Self {
        position: Position::EMPTY,
        keys: [0; KEYS],
        root: 0,
        moves: [NO_MOVE; MOVES],
        values: [0; LONGEST],
        frames: [Frame::EMPTY; FRAMES],
        killers: [[NO_MOVE; 2]; FRAMES],
        ply: 0,
        target: 0,
        iteration: 0,
        first: NO_MOVE,
        best: NO_MOVE,
        best_score: 0,
        nodes: 0,
        done: false,
        only_move: false,
    };

    /// Makes an idle search one of a game, where it is: a search is too large to be copied in a contract. Returns whether
    /// the game goes on and the depth is one from 3 to 20.
    #[inline(never)]
    pub fn begin(&mut self, game: &Game, depth: u8) -> bool {
        let mut moves = MoveList::EMPTY;
        game.list_moves(&mut moves);
        let Some(&first) = moves.as_slice().first() else {
            return false;
        };
        let position = game.position();
        self.position.set_up(&position.word());
        self.position.ep = position.ep;
        self.position.half = position.half;
        self.root = game.reversible().len();
        self.target = depth;
        self.iteration = 1;
        self.best = first;
        self.only_move = moves.as_slice().len() == 1;
        game.past_keys(&mut self.keys);
        self.frames[0].sum = Sum::of(&self.position);
        self.open_root();
        (MIN_DEPTH..=MAX_DEPTH).contains(&depth)
    }

    /// Searches on for a number of nodes, or until `stop` (asked every [`NODES_PER_CHECK`] nodes) says so.
    /// Returns whether the search is over.
    pub fn run(&mut self, nodes: u32, mut stop: impl FnMut() -> bool) -> bool {
        let limit = self.nodes.saturating_add(nodes);
        let mut check = self.nodes;
        while !self.done && self.nodes < limit {
            if self.nodes >= check {
                if stop() {
                    break;
                }
                check = self.nodes.saturating_add(NODES_PER_CHECK);
            }
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
                self.iteration - 1
            },
            nodes: self.nodes,
            done: self.done,
        }
    }

    #[inline(always)]
    fn node(&self) -> &Frame {
        &self.frames[self.ply % FRAMES]
    }

    #[inline(always)]
    pub(crate) fn node_mut(&mut self) -> &mut Frame {
        &mut self.frames[self.ply % FRAMES]
    }

    /// The node above; for the root an empty one.
    #[inline(always)]
    fn parent(&self) -> &Frame {
        &self.frames[self.ply.wrapping_sub(1) % FRAMES]
    }

    /// Values one move, or makes it and opens the node behind it.
    fn step(&mut self) {
        let Some(mv) = self.pick() else {
            return self.finish();
        };
        if !self.position.is_legal(mv, self.node().bound) {
            return;
        }
        self.nodes += 1;
        let sum = self.sum_after(mv);
        let position = &self.position;
        let frame = &mut self.frames[self.ply % FRAMES];
        frame.mv = mv;
        let (depth, alpha, beta) = (frame.depth - 1, -frame.beta, -frame.alpha);
        let may_check = depth >= 0 && position.may_check(mv, frame.openers);
        let mut eval = 0;
        if depth <= 0 {
            eval = evaluate(position, position.side ^ WHITE, sum);
            if !may_check && eval >= beta {
                // The opponent can leave things as they are.
                frame.best = frame.best.max(-eval);
                return;
            }
        }
        frame.undo = self.position.make(mv);
        let check = may_check && self.position.in_check();
        if depth > 0 {
            self.add_key(mv);
            if self.is_draw(sum, check) {
                return self.settle(0);
            }
        }
        if depth > 0 || check {
            self.descend(sum);
            self.open(depth, alpha, beta, check);
        } else {
            let value = self.quiesce(sum, eval, alpha, beta);
            self.settle(-value);
        }
    }

    /// Takes back the move under way and takes its value.
    fn settle(&mut self, value: i32) {
        self.take_back();
        if self.report(value) {
            self.finish();
        }
    }

    /// Goes on to the node after the move just made.
    #[inline(always)]
    fn descend(&mut self, sum: Sum) {
        self.ply += 1;
        self.node_mut().sum = sum;
    }

    /// The sums after a move.
    #[inline(never)]
    fn sum_after(&self, mv: Move) -> Sum {
        let position = &self.position;
        let (from, to) = (mv.origin(), mv.target());
        let code = position.cell(from);
        let landed = if mv.kind() == 0 {
            code
        } else {
            position.side | mv.kind()
        };
        // An empty square's code has no value.
        let sum = self.node().sum.without(code, from).with(landed, to);
        let sum = sum.without(position.cell(to), to);
        if !position.is_en_passant(mv) {
            return sum;
        }
        let behind = from & 56 | to & 7;
        sum.without(position.cell(behind), behind)
    }

    /// Notes the key of the position after a move just made, for repetitions.
    fn add_key(&mut self, mv: Move) {
        // A key need only tell positions apart that are not divided by an irreversible move.
        let shift = if self.position.half == 0 {
            0
        } else {
            let (from, to) = (mv.origin(), mv.target());
            shift_key(self.position.cell(to), from, to)
        };
        self.push_key(shift);
    }

    #[inline(always)]
    fn push_key(&mut self, shift: u64) {
        let i = self.root + self.ply;
        self.keys[(i + 1) % KEYS] = self.keys[i % KEYS] ^ shift;
    }

    /// Whether the position after the move just made is drawn.
    #[inline(always)]
    fn is_draw(&self, sum: Sum, check: bool) -> bool {
        let half = self.position.half;
        half >= 4 && (self.is_repetition() || half >= 100 && !check)
            || sum.count() <= 4 && self.position.is_dead()
    }

    #[inline(never)]
    fn is_repetition(&self) -> bool {
        let now = self.root + self.ply + 1;
        let first = now.saturating_sub(self.position.half as usize);
        let mut i = now;
        while i >= first + 4 {
            // Four plies back at the earliest, then two by two.
            if self.keys[(i - 4) % KEYS] == self.keys[now % KEYS] {
                return true;
            }
            i -= 2;
        }
        false
    }

    fn open_root(&mut self) {
        let check = self.position.in_check();
        self.ply = 0;
        self.open(self.iteration as i32, -INFINITE, INFINITE, check);
    }

    /// Fills the frame of the node at `self.ply`, whose position is on the board and whose sums are in the frame.
    #[inline(never)]
    pub(crate) fn open(&mut self, depth: i32, alpha: i32, beta: i32, check: bool) {
        let parent = self.parent();
        let start = parent.end;
        let inner = self.ply > 0;
        let position = &self.position;
        let frame = &mut self.frames[self.ply % FRAMES];
        frame.alpha = alpha;
        frame.beta = beta;
        frame.best = -INFINITE;
        frame.depth = depth;
        frame.check = check;
        frame.bound = position.screens(position.side, position.side ^ WHITE);
        frame.openers = position.screens(position.side ^ WHITE, position.side);
        frame.picks = 0;
        frame.mv = NO_MOVE;
        frame.next = start;
        frame.end = start;
        frame.listed = alpha;
        frame.stage = Stage::All;
        let mut captures = false;
        if !check && inner {
            frame.stage = Stage::Captures;
            captures = true;
        }
        self.generate(captures);
    }

    /// Generates captures, or all moves, into the node's part of the list, scored for their order.
    fn generate(&mut self, captures: bool) {
        let start = self.parent().end as usize;
        let position = &self.position;
        let frame = &mut self.frames[self.ply % FRAMES];
        let mut writer = Writer::new(&mut self.moves, start);
        if captures {
            position.captures(&mut writer);
        } else {
            position.all(&mut writer);
        }
        let end = writer.end;
        frame.end = end as u32;
        let Some(list) = self.moves.get_mut(start..end) else {
            return;
        };
        let [killer, second] = self.killers[self.ply % FRAMES];
        let first = if self.ply == 0 { self.first } else { NO_MOVE };
        for entry in list {
            let mv = *entry;
            let code = position.cell(mv.origin());
            let victim = position.cell(mv.target()) & 7;
            let score = if mv == first {
                FIRST
            } else if mv.kind() != 0 {
                let queen = CAPTURES + 40 + RANK[victim as usize] as u32 * 8;
                if mv.kind() == QUEEN { queen } else { LAST }
            } else if victim != 0 {
                CAPTURES + RANK[victim as usize] as u32 * 8 - RANK[(code & 7) as usize] as u32
            } else if mv == killer {
                KILLER + 1
            } else if mv == second {
                KILLER
            } else {
                quiet_score(gain(code, mv.origin(), mv.target()), position.side)
            };
            *entry = mv.with_score(score);
        }
    }

    /// Generates the quiet moves but the killers, which were tried before. One ply above quiescence, a move after which
    /// the opponent could stand is valued right here, without being made, unless it may give check.
    #[inline(never)]
    fn generate_quiets(&mut self) {
        let start = self.parent().end as usize;
        let position = &self.position;
        let frame = &mut self.frames[self.ply % FRAMES];
        let mut writer = Writer::new(&mut self.moves, start);
        position.quiets(&mut writer);
        let end = writer.end;
        frame.listed = frame.alpha;
        frame.next = start as u32;
        frame.end = start as u32;
        let Some(list) = self.moves.get_mut(start..end) else {
            return;
        };
        let [killer, second] = self.killers[self.ply % FRAMES];
        let side = position.side;
        let other = position.king(side ^ WHITE);
        let still = Still::new(position, frame.sum);
        let (mut from, mut code, mut opens, mut safe) = (0, 0, false, false);
        let mut kept = 0;
        for i in 0..list.len() {
            let mv = list[i];
            if mv == killer || mv == second {
                continue;
            }
            if from != mv.origin() {
                from = mv.origin();
                code = position.cell(from);
                opens = frame.depth != 1 || frame.openers & bit(from) != 0;
                safe = frame.bound & bit(from) == 0 && code & 7 != KING;
            }
            let to = mv.target();
            let gain = gain(code, from, to);
            if !opens && !position.aims(code, to, other) {
                let value = still.value_after(gain);
                if value <= frame.alpha {
                    if safe || position.is_legal(mv, frame.bound) {
                        self.nodes += 1;
                        frame.best = frame.best.max(value);
                    }
                    continue;
                }
            }
            list[kept] = mv.with_score(quiet_score(gain, side));
            kept += 1;
        }
        frame.end = (start + kept) as u32;
    }

    /// Takes the next best move of the node on top of the stack.
    pub(crate) fn pick(&mut self) -> Option<Move> {
        while self.node().next == self.node().end {
            let [first, second] = self.killers[self.ply % FRAMES];
            let frame = self.node_mut();
            let killer = match frame.stage {
                Stage::Captures => {
                    frame.stage = Stage::FirstKiller;
                    first
                }
                Stage::FirstKiller => {
                    frame.stage = Stage::SecondKiller;
                    second
                }
                Stage::SecondKiller => {
                    frame.stage = Stage::All;
                    self.generate_quiets();
                    continue;
                }
                Stage::All => return None,
            };
            if self.position.is_quiet(killer) {
                self.node_mut().picks += 1;
                return Some(killer);
            }
        }
        let frame = &mut self.frames[self.ply % FRAMES];
        let list = self
            .moves
            .get_mut(frame.next as usize..frame.end as usize)?;
        let (first, rest) = list.split_first_mut()?;
        // A move so late is as good as any other.
        if frame.picks < SORTED {
            let mut best = first.0;
            let mut place = None;
            for entry in rest {
                if entry.0 > best {
                    best = entry.0;
                    place = Some(entry);
                }
            }
            if let Some(entry) = place {
                core::mem::swap(entry, first);
            }
        }
        frame.next += 1;
        frame.picks += 1;
        Some(first.bare())
    }

    /// Takes a value of the move under way. Returns whether the node is settled by it.
    #[inline(never)]
    fn report(&mut self, value: i32) -> bool {
        let frame = &mut self.frames[self.ply % FRAMES];
        if value <= frame.best {
            return false;
        }
        frame.best = value;
        if value <= frame.alpha {
            return false;
        }
        frame.alpha = value;
        let mv = frame.mv;
        if self.ply == 0 {
            self.best = mv;
            self.best_score = value;
        }
        if value < frame.beta {
            return false;
        }
        let quiet = self.position.cell(mv.target()) == 0 && mv.kind() == 0;
        let killers = &mut self.killers[self.ply % FRAMES];
        if quiet && frame.depth > 0 && killers[0] != mv {
            *killers = [mv, killers[0]];
        }
        true
    }

    /// Hands up the value of the node on top of the stack, and of those above that are settled by it.
    #[inline(never)]
    fn finish(&mut self) {
        loop {
            let frame = self.node();
            let mut value = frame.best;
            if value == -INFINITE {
                // No legal move: mate or stalemate.
                value = if frame.check {
                    self.ply as i32 - MATE
                } else {
                    0
                };
            }
            if self.ply == 0 {
                return self.finish_iteration();
            }
            self.ply -= 1;
            self.take_back();
            if !self.report(-value) {
                return;
            }
        }
    }

    /// Takes back the move under way of the node on top of the stack.
    #[inline(never)]
    fn take_back(&mut self) {
        let frame = self.node();
        let (mv, undo) = (frame.mv, frame.undo);
        self.position.unmake(mv, undo);
    }

    fn finish_iteration(&mut self) {
        let mate = self.best_score.abs() > MATE_BOUND;
        if self.iteration == self.target || self.only_move || mate {
            self.done = true;
        } else {
            self.iteration += 1;
            self.first = self.best;
            self.open_root();
        }
    }

    /// Repeats, when a search is resumed, the move under way of the node on top of the stack, and goes on to the node
    /// behind it. Returns whether it gives check.
    pub(crate) fn replay(&mut self) -> bool {
        let frame = self.node();
        let (mv, depth) = (frame.mv, frame.depth);
        let sum = self.sum_after(mv);
        let undo = self.position.make(mv);
        self.add_key(mv);
        let check = depth > 0 && self.position.in_check();
        self.node_mut().undo = undo;
        self.descend(sum);
        check
    }
}

/// What a piece's going from one square to another changes in a key, in either direction.
#[inline(never)]
pub(crate) fn shift_key(code: u8, from: u8, to: u8) -> u64 {
    let code = (code as u64 & 15) << 8;
    mix(code | from as u64) ^ mix(code | to as u64)
}

#[inline(always)]
pub(crate) fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// Kinds by value, for captures: the most valuable victim first, by the least valuable piece.
const RANK: [u8; 8] = [0, 1, 3, 4, 2, 5, 6, 0];
const FIRST: u32 = 8_191;
const CAPTURES: u32 = 6_000;
const KILLER: u32 = 5_000;
const QUIETS: i32 = 2_000;
const LAST: u32 = 1;

/// The ordering score of a quiet move by the change of its piece's packed value.
#[inline(always)]
fn quiet_score(gain: i32, side: u8) -> u32 {
    let gain = middle(gain);
    (QUIETS + if side == WHITE { gain } else { -gain }) as u32
}
