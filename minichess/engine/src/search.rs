//! The search: alpha-beta with iterative deepening and quiescence on an explicit stack.
//!
//! One [`step`](Search::step) makes one move and, where the value of a node is known, hands it up. Between two steps
//! the search can be stopped; what it needs to go on is on its stack and in its killer moves (see `state`). There is
//! no table that a resumed search would lack, so it visits the same nodes however it is sliced.
//!
//! Iterations up to [`FULL_WIDTH`] prune nothing but what alpha-beta proves, so a forced mate within that depth is always
//! found; deeper ones add null moves, late move reductions and futility.

use crate::eval::{GAIN, PHASE, Tables, evaluate, middle};
use crate::game::{Game, MAX_GAME_BYTES, Outcome};
use crate::moves::{Move, NO_MOVE, Reachable, Writer};
use crate::position::{Position, Undo};
use crate::word::{PAWN, QUEEN, WHITE};

/// The least depth a search may be asked for (document 002).
pub const MIN_DEPTH: u8 = 3;
/// The greatest depth a search may be asked for (document 002).
pub const MAX_DEPTH: u8 = 20;
/// The score of a mate on the board; a mate in n plies scores `MATE - n`.
pub const MATE: i32 = 30_000;
/// [`Search::run`] asks its `stop` argument after so many nodes.
pub const NODES_PER_CHECK: u32 = 64;

/// The deepest iteration without any pruning that could overlook something.
const FULL_WIDTH: u8 = 6;
/// Plies of quiescence below the chosen depth. In the first, checks are evaded and anything may be captured; below, only
/// what has just captured.
pub(crate) const QUIESCENCE: i8 = 8;
/// Nodes on the stack at most, the root included.
pub(crate) const MAX_PLY: usize = (MAX_DEPTH as usize) + (QUIESCENCE as usize) + 1;
const INFINITE: i32 = 32_000;
/// Scores beyond are mates.
const MATE_BOUND: i32 = MATE - 1_000;
/// Room for the moves of all nodes on the stack. Full lists at every ply would need
/// more, but a position with that many moves has few captures to go deep with.
const MOVES: usize = 2_048;

/// So many of a node's moves are taken in order of their score, the others as they come.
const SORTED: u8 = 8;
/// Quiescence leaves out captures that stay this far below alpha.
const DELTA: i32 = 120;
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

/// How the move under way is being searched; also what a node does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Mode {
    /// Take the next move.
    Next = 0,
    /// With the whole window at full depth.
    Full = 1,
    /// With an empty window at full depth: is it better than alpha at all?
    Scout = 2,
    /// With an empty window at less depth.
    Reduced = 3,
    /// No move made: is the position good enough even so?
    Null = 4,
}

impl Mode {
    pub(crate) fn from_code(code: u8) -> Option<Self> {
        [
            Self::Next,
            Self::Full,
            Self::Scout,
            Self::Reduced,
            Self::Null,
        ]
        .into_iter()
        .find(|m| *m as u8 == code)
    }
}

/// One node on the stack.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) best: i32,
    /// Plies left; 0 and below is quiescence.
    pub(crate) depth: i8,
    /// Moves taken from the list so far.
    pub(crate) picks: u8,
    /// Legal moves searched so far.
    pub(crate) searched: u8,
    /// How `mv` is being searched.
    pub(crate) mode: Mode,
    /// What the next step does: take a move, or search `mv` again in another mode.
    pub(crate) pending: Mode,
    /// The move under way.
    pub(crate) mv: Move,
    /// The static evaluation; meaningless in check.
    eval: i32,
    check: bool,
    stage: Stage,
    /// Alpha when moves were last generated: those that can't reach it were left out.
    pub(crate) listed: i32,
    /// This node's part of the move list.
    start: u16,
    pub(crate) next: u16,
    end: u16,
    /// The position before `mv`.
    undo: Undo,
    score: i32,
    phase: i32,
}

impl Frame {
    /// Quiescence, but all moves are tried: the side to move is in check.
    #[inline(always)]
    fn evades(&self) -> bool {
        self.check && self.depth == 0
    }

    /// The side to move may leave things as they are.
    #[inline(always)]
    fn stands(&self) -> bool {
        self.depth <= 0 && !self.evades()
    }

    const EMPTY: Self = Self {
        alpha: 0,
        beta: 0,
        best: 0,
        depth: 0,
        picks: 0,
        searched: 0,
        mode: Mode::Next,
        pending: Mode::Next,
        mv: NO_MOVE,
        eval: 0,
        check: false,
        stage: Stage::All,
        listed: 0,
        start: 0,
        next: 0,
        end: 0,
        undo: Undo::NONE,
        score: 0,
        phase: 0,
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
    /// Nodes searched: every move made on the board, the illegal ones that were tried included.
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
pub struct Search {
    pub(crate) position: Position,
    tables: Tables,
    score: i32,
    phase: i32,
    /// Keys of the positions since the last irreversible move of the game, then of the stack.
    keys: [u64; 100 + MAX_PLY + 1],
    /// The root's place in `keys`.
    root: usize,
    reachable: Reachable,
    moves: [Move; MOVES],
    pub(crate) frames: [Frame; MAX_PLY + 1],
    pub(crate) killers: [[Move; 2]; MAX_PLY + 1],
    pub(crate) ply: usize,
    pub(crate) target: u8,
    pub(crate) iteration: u8,
    /// The last iteration's best move: this one's first.
    pub(crate) first: Move,
    pub(crate) best: Move,
    pub(crate) best_score: i32,
    pub(crate) nodes: u32,
    pub(crate) done: bool,
}

impl Search {
    /// A search of a game that is not over, to a depth from 3 to 20; `None` otherwise.
    pub fn new(game: &Game, depth: u8) -> Option<Self> {
        let allowed = (MIN_DEPTH..=MAX_DEPTH).contains(&depth);
        (allowed && game.outcome() == Outcome::Ongoing).then(|| Self::unchecked(game, depth))
    }

    fn unchecked(game: &Game, depth: u8) -> Self {
        // From the word again: the order of the pieces must not depend on the game's past.
        let position = game.position().canonical();
        let tables = Tables::new();
        let (score, phase) = tables.sum(&position);
        let mut search = Self {
            position,
            tables,
            score,
            phase,
            keys: [0; 100 + MAX_PLY + 1],
            root: game.reversible().len(),
            reachable: Reachable::new(),
            moves: [NO_MOVE; MOVES],
            frames: [Frame::EMPTY; MAX_PLY + 1],
            killers: [[NO_MOVE; 2]; MAX_PLY + 1],
            ply: 0,
            target: depth,
            iteration: 1,
            first: NO_MOVE,
            best: game.legal_moves().as_slice()[0],
            best_score: 0,
            nodes: 0,
            done: false,
        };
        search.past_keys(game);
        search.open_root();
        search
    }

    /// Keys of the game's earlier positions that may recur: the root's is 0, and a move back changes a key as a move does.
    fn past_keys(&mut self, game: &Game) {
        let mut cells = self.position.cells;
        for (i, &(from, to)) in game.reversible().iter().enumerate().rev() {
            let code = cells[to as usize];
            cells[from as usize] = code;
            cells[to as usize] = 0;
            self.keys[i] = self.keys[i + 1] ^ shift_key(code, from, to);
        }
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

    /// Makes one move and hands up what it settles.
    fn step(&mut self) {
        let ply = self.ply;
        let frame = &self.frames[ply];
        let (mut mode, mut mv) = (frame.pending, frame.mv);
        if mode == Mode::Null {
            self.null_move();
            return;
        }
        if mode == Mode::Next {
            mv = match self.pick() {
                Some(mv) if !self.is_futile(mv) => mv,
                _ => return self.finish(),
            };
        }
        self.nodes += 1;
        let frame = &mut self.frames[ply];
        let undo = self.position.make(mv);
        if self.position.left_king_attacked(mv, undo, frame.check) {
            self.position.unmake(mv, undo);
            return;
        }
        let check = self.position.gives_check(mv, undo);
        let mut depth = frame.depth - 1;
        if mode == Mode::Next {
            mode = if frame.depth <= 0 || frame.searched == 0 {
                Mode::Full
            } else {
                Mode::Scout
            };
            frame.searched += 1;
            if mode == Mode::Scout
                && self.iteration > FULL_WIDTH
                && frame.stage == Stage::All
                && !frame.check
                && !check
                && undo.captured == 0
            {
                mode = reduced(frame.depth, frame.searched);
            }
        }
        if mode == Mode::Reduced {
            depth -= reduction(frame.searched);
        }
        frame.mode = mode;
        frame.pending = Mode::Next;
        frame.mv = mv;
        frame.undo = undo;
        frame.score = self.score;
        frame.phase = self.phase;
        let (alpha, beta) = match mode {
            Mode::Full => (-frame.beta, -frame.alpha),
            _ => (-frame.alpha - 1, -frame.alpha),
        };
        self.add_up(mv, undo, depth > 0);
        self.enter(depth, alpha, beta, check);
    }

    /// Updates the sums, and the key where a repetition may be looked for, to a move just made.
    #[inline(never)]
    pub(crate) fn add_up(&mut self, mv: Move, undo: Undo, with_key: bool) {
        let (from, to) = (mv.origin(), mv.target());
        let cell = self.position.cells[to as usize];
        let mut before = cell;
        if mv.kind() != 0 {
            before = cell & !7 | PAWN;
            self.phase += PHASE[mv.kind() as usize];
        }
        let mut change = self.tables.value(cell, to) - self.tables.value(before, from);
        if undo.captured != 0 {
            change -= self.tables.value(undo.captured, undo.captured_on);
            self.phase -= PHASE[(undo.captured & 7) as usize];
        }
        self.score += change;
        if with_key {
            // A key need only tell positions apart that are not divided by an irreversible move.
            let i = self.root + self.ply;
            let shift = if self.position.half == 0 {
                0
            } else {
                shift_key(cell, from, to)
            };
            self.keys[i + 1] = self.keys[i] ^ shift;
        }
    }

    /// Gives the move to the opponent; reached only where [`Search::open`] found that worth a try.
    #[inline(never)]
    fn null_move(&mut self) {
        self.nodes += 1;
        let i = self.root + self.ply;
        self.keys[i + 1] = self.keys[i];
        let undo = self.position.make_null();
        let frame = &mut self.frames[self.ply];
        frame.mode = Mode::Null;
        frame.pending = Mode::Next;
        frame.mv = NO_MOVE;
        frame.undo = undo;
        frame.score = self.score;
        frame.phase = self.phase;
        let (depth, beta) = (frame.depth - 3, frame.beta);
        self.enter(depth, -beta, -beta + 1, false);
    }

    /// Settles the node after the move under way if that is possible at once, else puts it on the stack.
    #[inline(always)]
    fn enter(&mut self, depth: i8, alpha: i32, beta: i32, check: bool) {
        match self.leaf(depth, alpha, beta, check) {
            None => {
                self.ply += 1;
                self.open(depth, alpha, beta, check);
            }
            Some(value) => {
                self.take_back();
                if self.report(-value) {
                    self.finish();
                }
            }
        }
    }

    /// The value of the node after the move under way, if it needs no search.
    #[inline(always)]
    fn leaf(&self, depth: i8, alpha: i32, beta: i32, check: bool) -> Option<i32> {
        if depth > 0 {
            let draw = self.position.half >= 4
                && (self.is_repetition() || self.position.half >= 100 && !check)
                || self.position.count <= 4 && self.position.is_dead();
            return draw.then_some(0);
        }
        if check && depth == 0 {
            return None;
        }
        let eval = self.evaluate();
        if eval >= beta || depth <= -QUIESCENCE {
            return Some(eval);
        }
        let frame = &self.frames[self.ply];
        if depth < 0 && !frame.evades() {
            // Only the piece that has just captured may be captured.
            let victim = self.position.cells[frame.mv.target() as usize] & 7;
            return (eval + GAIN[victim as usize] + DELTA <= alpha).then_some(eval);
        }
        None
    }

    fn evaluate(&self) -> i32 {
        let position = &self.position;
        evaluate(
            position,
            position.side,
            position.count,
            self.score,
            self.phase,
        )
    }

    #[inline(never)]
    fn is_repetition(&self) -> bool {
        let now = self.root + self.ply + 1;
        let first = now.saturating_sub(self.position.half as usize);
        let mut i = now;
        while i >= first + 4 {
            // Four plies back at the earliest, then two by two.
            if self.keys[i - 4] == self.keys[now] {
                return true;
            }
            i -= 2;
        }
        false
    }

    fn open_root(&mut self) {
        let check = self.position.in_check();
        self.ply = 0;
        self.open(self.iteration as i8, -INFINITE, INFINITE, check);
    }

    /// Fills the frame of the node at `self.ply`, whose position is on the board.
    pub(crate) fn open(&mut self, depth: i8, alpha: i32, beta: i32, check: bool) {
        let ply = self.ply;
        let start = if ply == 0 {
            0
        } else {
            self.frames[ply - 1].end
        };
        let eval = self.evaluate();
        let recaptures = depth < 0 && !self.frames[ply - 1].evades();
        let frame = &mut self.frames[ply];
        frame.alpha = alpha;
        frame.beta = beta;
        frame.best = -INFINITE;
        frame.depth = depth;
        frame.check = check;
        frame.eval = eval;
        frame.picks = 0;
        frame.searched = 0;
        frame.mode = Mode::Next;
        frame.pending = Mode::Next;
        frame.mv = NO_MOVE;
        frame.start = start;
        frame.stage = Stage::All;
        let mut part = Part::All;
        if frame.stands() {
            // In quiescence the side to move may leave things as they are.
            frame.best = eval;
            frame.alpha = eval.max(alpha);
            part = if recaptures {
                Part::Recaptures
            } else {
                Part::Captures
            };
        } else if !check && ply > 0 {
            frame.stage = Stage::Captures;
            part = Part::Captures;
        }
        frame.listed = frame.alpha;
        if self.iteration > FULL_WIDTH
            && depth >= 3
            && ply > 0
            && !check
            && eval >= beta
            && beta < MATE_BOUND
            && beta > -MATE_BOUND
            && self.frames[ply - 1].mode != Mode::Null
            && self.position.has_piece()
        {
            self.frames[ply].pending = Mode::Null;
        }
        self.generate(part);
    }

    /// Generates captures, or all moves, into the node's part of the list, scored for their order.
    fn generate(&mut self, part: Part) {
        let frame = &mut self.frames[self.ply];
        let start = frame.start as usize;
        let mut writer = Writer::new(&mut self.moves, start);
        match part {
            Part::Recaptures => {
                let target = self.frames[self.ply - 1].mv.target();
                self.position.captures_on(target, &mut writer);
            }
            Part::Captures => {
                // Captures of pawns may be too little to bring the value up to alpha.
                let narrow =
                    frame.stands() && frame.eval + GAIN[PAWN as usize] + DELTA <= frame.listed;
                self.position.captures(&self.reachable, narrow, &mut writer);
            }
            Part::All => self.position.quiets(true, &mut writer),
        }
        let end = writer.end;
        let frame = &mut self.frames[self.ply];
        frame.next = start as u16;
        frame.end = end as u16;
        let Some(list) = self.moves.get_mut(start..end) else {
            return;
        };
        let position = &self.position;
        let [killer, second] = self.killers[self.ply];
        for entry in list.iter_mut() {
            let mv = *entry;
            let cell = position.cells[mv.origin() as usize];
            let victim = position.cells[mv.target() as usize] & 7;
            let score = if mv.kind() != 0 {
                let queen = CAPTURES + 40 + RANK[victim as usize] * 8;
                if mv.kind() == QUEEN { queen } else { LAST }
            } else if victim != 0 {
                CAPTURES + RANK[victim as usize] * 8 - RANK[(cell & 7) as usize]
            } else if mv == killer {
                KILLER + 1
            } else if mv == second {
                KILLER
            } else {
                let gain =
                    self.tables.value(cell, mv.target()) - self.tables.value(cell, mv.origin());
                quiet_score(gain, position.side)
            };
            *entry = mv.with_score(score);
        }
        if self.ply == 0 {
            for entry in list {
                if entry.bare() == self.first {
                    *entry = self.first.with_score(FIRST);
                }
            }
        }
    }

    /// Generates the quiet moves but the killers, which were tried before. One ply above quiescence, a move after which
    /// the opponent could stand is valued right here, without being made, unless it gives check.
    fn generate_quiets(&mut self) {
        let frame = &mut self.frames[self.ply];
        let start = frame.start as usize;
        let mut writer = Writer::new(&mut self.moves, start);
        let position = &self.position;
        position.quiets(false, &mut writer);
        let end = writer.end;
        frame.listed = frame.alpha;
        frame.next = start as u16;
        frame.end = start as u16;
        let Some(list) = self.moves.get_mut(start..end) else {
            return;
        };
        let [killer, second] = self.killers[self.ply];
        let them = position.side ^ WHITE;
        let (own, other) = (position.king(position.side), position.king(them));
        let mut from = 0;
        let (mut code, mut row, mut opens, mut legal) = (0, &self.tables.0[0], false, false);
        let mut kept = 0;
        for i in 0..list.len() {
            let mv = list[i];
            if mv == killer || mv == second {
                continue;
            }
            if from != mv.origin() {
                from = mv.origin();
                code = position.cells[from as usize] & 15;
                row = &self.tables.0[code as usize];
                opens = frame.depth != 1 || position.opens(other, from);
                legal = from != own && !position.opens(own, from);
            }
            let to = mv.target();
            let gain = row[to as usize] - row[from as usize];
            if !opens && !position.reaches(to, code, other) {
                let value = -evaluate(
                    position,
                    them,
                    position.count,
                    self.score + gain,
                    self.phase,
                );
                if value <= frame.alpha {
                    self.nodes += 1;
                    frame.best = frame.best.max(value);
                    frame.searched |= legal as u8;
                    continue;
                }
            }
            list[kept] = mv.with_score(quiet_score(gain, position.side));
            kept += 1;
        }
        frame.end = (start + kept) as u16;
    }

    /// Takes the next best move of the node on top of the stack.
    pub(crate) fn pick(&mut self) -> Option<Move> {
        while self.frames[self.ply].next == self.frames[self.ply].end {
            let frame = &mut self.frames[self.ply];
            let killer = match frame.stage {
                Stage::Captures => {
                    frame.stage = Stage::FirstKiller;
                    self.killers[self.ply][0]
                }
                Stage::FirstKiller => {
                    frame.stage = Stage::SecondKiller;
                    self.killers[self.ply][1]
                }
                Stage::SecondKiller => {
                    frame.stage = Stage::All;
                    self.generate_quiets();
                    continue;
                }
                Stage::All => return None,
            };
            if self.position.is_quiet(killer) {
                frame.picks += 1;
                return Some(killer);
            }
        }
        let frame = &mut self.frames[self.ply];
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

    /// Whether neither this capture nor those after it can bring a quiescence node's value up to alpha.
    #[inline(always)]
    fn is_futile(&self, mv: Move) -> bool {
        let frame = &self.frames[self.ply];
        if !frame.stands() {
            return false;
        }
        let victim = self.position.cells[mv.target() as usize] & 7;
        let gain = GAIN[victim as usize] + if mv.kind() != 0 { 800 } else { 0 };
        // A victim of 0 without a promotion is a pawn taken in passing.
        frame.eval + gain.max(GAIN[1]) + DELTA <= frame.alpha
    }

    /// Takes a value of the move under way. Returns whether the node is settled by it.
    fn report(&mut self, value: i32) -> bool {
        let ply = self.ply;
        let frame = &mut self.frames[ply];
        match frame.mode {
            Mode::Null => {
                if value >= frame.beta {
                    frame.best = frame.beta;
                    frame.searched = 1;
                    return true;
                }
                return false;
            }
            Mode::Reduced if value > frame.alpha => {
                frame.pending = Mode::Scout;
                return false;
            }
            Mode::Scout if value > frame.alpha && value < frame.beta => {
                frame.pending = Mode::Full;
                return false;
            }
            _ => {}
        }
        if value <= frame.best {
            return false;
        }
        frame.best = value;
        if value <= frame.alpha {
            return false;
        }
        frame.alpha = value;
        let mv = frame.mv;
        if ply == 0 {
            self.best = mv;
            self.best_score = value;
        }
        if value < frame.beta {
            return false;
        }
        let quiet = self.position.cells[mv.target() as usize] == 0 && mv.kind() == 0;
        if quiet && frame.depth > 0 && self.killers[ply][0] != mv {
            self.killers[ply][1] = self.killers[ply][0];
            self.killers[ply][0] = mv;
        }
        true
    }

    /// Hands up the value of the node on top of the stack, and of those above that are settled by it.
    fn finish(&mut self) {
        loop {
            let frame = &self.frames[self.ply];
            let mut value = frame.best;
            if value == -INFINITE {
                // No legal move: mate or stalemate.
                value = if frame.check {
                    self.ply as i32 - MATE
                } else {
                    0
                };
            } else if frame.searched == 0
                && frame.depth == 1
                && self.position.legal_moves().as_slice().is_empty()
            {
                // Every move that was valued without being made was illegal.
                value = 0;
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
        let frame = &self.frames[self.ply];
        if frame.mode == Mode::Null {
            self.position.unmake_null(frame.undo);
        } else {
            self.position.unmake(frame.mv, frame.undo);
        }
        self.score = frame.score;
        self.phase = frame.phase;
    }

    fn finish_iteration(&mut self) {
        let only_move = self.frames[0].searched == 1;
        let mate = self.best_score.abs() > MATE_BOUND;
        if self.iteration == self.target || only_move || mate {
            self.done = true;
        } else {
            self.iteration += 1;
            self.first = self.best;
            self.open_root();
        }
    }

    /// Repeats, when a search is resumed, the move under way of the node on top of the stack. Returns the depth that is left below.
    pub(crate) fn replay(&mut self) -> Option<bool> {
        let frame = &mut self.frames[self.ply];
        frame.score = self.score;
        frame.phase = self.phase;
        if frame.mode == Mode::Null {
            let i = self.root + self.ply;
            self.keys[i + 1] = self.keys[i];
            frame.undo = self.position.make_null();
            return Some(false);
        }
        let (mv, check, depth) = (frame.mv, frame.check, frame.depth);
        let undo = self.position.make(mv);
        if self.position.left_king_attacked(mv, undo, check) {
            return None;
        }
        self.frames[self.ply].undo = undo;
        self.add_up(mv, undo, depth > 1);
        Some(self.position.gives_check(mv, undo))
    }

    /// A number that tells this search's position, past and depth from others.
    pub(crate) fn fingerprint(game: &Game, depth: u8) -> u64 {
        let mut bytes = [0; MAX_GAME_BYTES];
        let len = game.encode(&mut bytes);
        let mut print = depth as u64;
        for &byte in &bytes[..len] {
            print = mix(print ^ byte as u64);
        }
        print
    }
}

/// How much less deep a late quiet move is searched first.
#[inline(always)]
fn reduction(searched: u8) -> i8 {
    if searched > 8 { 2 } else { 1 }
}

#[inline(always)]
fn reduced(depth: i8, searched: u8) -> Mode {
    if depth >= 3 && searched > 3 {
        Mode::Reduced
    } else {
        Mode::Scout
    }
}

/// What a piece's going from one square to another changes in a key, in either direction.
#[inline(always)]
fn shift_key(code: u8, from: u8, to: u8) -> u64 {
    let code = (code as u64 & 15) << 8;
    mix(code | from as u64) ^ mix(code | to as u64)
}

#[inline(always)]
fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// Kinds by value, for captures: the most valuable victim first, by the least valuable piece.
const RANK: [u32; 8] = [0, 1, 3, 4, 2, 5, 6, 0];
const FIRST: u32 = 8_191;
const CAPTURES: u32 = 6_000;
const KILLER: u32 = 5_000;
const QUIETS: i32 = 2_000;
const LAST: u32 = 1;

/// Which of a node's moves to generate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Captures of the piece that has just captured.
    Recaptures,
    Captures,
    All,
}

/// The ordering score of a quiet move by the change of its piece's packed value.
#[inline(always)]
fn quiet_score(gain: i32, side: u8) -> u32 {
    let gain = middle(gain);
    (QUIETS + if side == WHITE { gain } else { -gain }) as u32
}
