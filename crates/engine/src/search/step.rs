//! One step of the search: the move, its depth, and the meaning of its value.

use super::frame::{Frame, Pass, Stage};
use super::purpose::Purpose;
use super::table::Bound;
use super::tree::{FRAMES, INFINITE, KEYS, MADE, MATE, MATE_BOUND, MAX_PLY, Search};
use crate::board::Board;
use crate::key;
use crate::mv::{Move, NO_MOVE};
use crate::numbers::PLY;
use crate::piece::WHITE;
use crate::quiescence::{Exchanges, quiesce};
use crate::see::see_at_least;
use crate::sum::Sum;

/// From this depth on, the search tries to pass.
const NULL_MOVE_DEPTH: i32 = 2;
/// The table doesn't store nodes with less depth.
const TABLE_DEPTH: i32 = 2;

/// The result of a part of a step.
enum Event {
    /// The node on top of the stack continues with its next move.
    Open,
    /// The value of the current move, to the side that answers it.
    Child(i32),
    /// The value of the node on top of the stack.
    Node(i32),
}

impl<B: Board, P: Purpose> Search<B, P> {
    /// Considers one move, and passes its result up. Returns the root's value once that is known.
    pub(super) fn step(&mut self) -> Option<i32> {
        let mut event = match self.pick() {
            Some(mv) => self.consider(mv),
            None => self.out_of_moves(),
        };
        loop {
            event = match event {
                Event::Open => return None,
                Event::Child(value) => self.back_up(-value),
                Event::Node(value) => {
                    if self.ply == 0 {
                        return Some(value);
                    }
                    self.ply -= 1;
                    Event::Child(value)
                }
            };
        }
    }

    /// Prunes a move, values it, or makes it and continues with the node after it.
    #[allow(clippy::too_many_lines, reason = "what is left out, in its order")]
    #[inline(never)] // keeps the loop of `step` small
    fn consider(&mut self, mv: Move) -> Event {
        let frame = &self.frames[self.ply % FRAMES];
        let board = &self.board;
        if !board.is_legal(mv, frame.pinned) || self.ply == 0 && !self.purpose.is_wanted(mv) {
            return Event::Open;
        }
        let quiet = !board.is_noisy(mv);
        let may_check = board.may_check(mv, frame.discoverers);
        let (depth, alpha, considered) = (frame.depth, frame.alpha, frame.considered);
        let late = considered > 0;
        if frame.may_prune() {
            if quiet && !may_check {
                if depth <= B::NUMBERS.late_depth
                    && considered as i32 >= B::NUMBERS.late_limit(depth, frame.improving)
                {
                    self.drop_quiets();
                    return Event::Open;
                }
                if let Some(optimistic) = frame.futile::<B>() {
                    let frame = self.top_mut();
                    frame.best = frame.best.max(optimistic);
                    self.drop_quiets();
                    return Event::Open;
                }
            }
            let (deepest, loss) = match quiet {
                true => (B::NUMBERS.losing_quiet_depth, B::NUMBERS.losing_quiet),
                false => (B::NUMBERS.losing_depth, B::NUMBERS.losing),
            };
            if depth <= deepest
                && (quiet || frame.stage == Stage::Rest)
                && !see_at_least(board, mv, -loss * depth)
            {
                return Event::Open;
            }
        }
        let code = board.cell(mv.origin());
        let mut reduction = 0;
        let reduced = quiet || frame.stage == Stage::Rest;
        if depth >= 2 && considered > frame.pv as u32 && reduced && !frame.check && !self.probe {
            let [first, second] = self.killers[self.ply % FRAMES];
            let mut parts = B::NUMBERS.reduction(depth, considered + 1);
            if quiet {
                parts += frame.cut as i32 * B::NUMBERS.reduced_in_cut;
                parts += !frame.improving as i32 * B::NUMBERS.reduced_worse;
                parts -= may_check as i32 * B::NUMBERS.spared_check;
                parts -= (mv == first || mv == second) as i32 * B::NUMBERS.spared_killer;
                parts -= (self.history.of(code, mv) * B::NUMBERS.spared_history / 64)
                    .clamp(-2 * PLY, 2 * PLY);
            } else {
                parts = parts * B::NUMBERS.reduced_losing / 64;
            }
            reduction = (parts / PLY).clamp(0, depth - 1);
        }
        if late && quiet && depth - 1 - reduction <= 0 && !may_check && !frame.check {
            // the opponent can stand pat: the move is valued without being made
            let (from, to) = (mv.origin(), mv.target());
            let sum = Sum(frame.sum.0 + B::value(code, to) - B::value(code, from));
            let sum = sum.plus(frame.correction);
            let value = -board.evaluate(board.side ^ WHITE, sum);
            if value <= alpha {
                let frame = self.top_mut();
                frame.considered += 1;
                frame.best = frame.best.max(value);
                return Event::Open;
            }
        }
        let (sum, key) = board.change(mv, frame.sum, self.keys[(self.root + self.ply) % KEYS]);
        let rights = board.rights();
        self.forget_network();
        let undo = self.board.make(mv);
        self.work += MADE;
        let check = may_check && self.board.in_check();
        let key = key ^ rights ^ self.board.rights();
        self.keys[(self.root + self.ply + 1) % KEYS] = key;
        self.frames[(self.ply + 1) % FRAMES].sum = sum;
        self.frames[(self.ply + 1) % FRAMES].check = check;
        let deeper = check && !self.probe && self.ply < self.iteration as usize;
        let frame = &mut self.frames[self.ply % FRAMES];
        frame.undo = undo;
        frame.mv = mv;
        frame.code = code;
        frame.considered += 1;
        frame.next_depth = depth - 1 + deeper as i32;
        if check {
            reduction = reduction.min((frame.next_depth - 1).max(0));
        }
        frame.reduction = reduction;
        frame.pass = match (late, reduction) {
            (false, _) => Pass::Full,
            (true, 0) => Pass::Null,
            (true, _) => Pass::Reduced,
        };
        self.enter()
    }

    /// Continues with the node after the current move, unless its value is known immediately.
    fn enter(&mut self) -> Event {
        self.purpose.begin(self.ply + 1);
        let frame = &self.frames[self.ply % FRAMES];
        let (alpha, beta) = (-frame.beta, -frame.alpha);
        let depth = frame.next_depth;
        match frame.pass {
            Pass::Full => self.open(depth, alpha, beta, frame.pv),
            Pass::Null => self.open(depth, beta - 1, beta, false),
            Pass::Reduced => self.open(depth - frame.reduction, beta - 1, beta, false),
            Pass::Skipped => self.open(depth, alpha, alpha + 1, false),
        }
    }

    /// Opens the root with the current window.
    pub(super) fn open_root(&mut self) {
        let (low, high) = (self.low, self.high);
        let depth = self.iteration as i32;
        self.ply = 0;
        self.purpose.begin(0);
        let check = self.board.in_check();
        let correction = self.correction(0, check);
        let sum = self.frames[0].sum.plus(correction);
        let eval = self.board.evaluate(self.board.side, sum);
        let frame = &mut self.frames[0];
        frame.correction = correction;
        frame.check = check;
        frame.eval = if check { -INFINITE } else { eval };
        frame.start = 0;
        frame.improving = false;
        frame.selective = false;
        frame.pv = !self.probe;
        frame.cut = false;
        frame.table_move = self.best;
        self.list_node(depth, low, high);
    }

    /// Opens the node after the current move, whose position is on the board and whose sums and check are in its
    /// frame.
    #[allow(
        clippy::too_many_lines,
        reason = "what ends a node early, in its order"
    )]
    #[inline(never)] // called again and again for one move
    fn open(&mut self, depth: i32, mut alpha: i32, mut beta: i32, pv: bool) -> Event {
        let ply = self.ply + 1;
        let place = ply % FRAMES;
        let Frame { sum, check, .. } = self.frames[place];
        let board = &self.board;
        let half = board.half;
        if half >= 4 && (half >= 100 && !check || self.is_repetition(ply))
            || sum.count() <= 4 && board.is_dead()
        {
            return Event::Child(0);
        }
        let depth = depth.max(0);
        if depth == 0 && !check || ply >= MAX_PLY {
            return Event::Child(self.leaf(sum, alpha, beta));
        }
        // no mate can be faster than a known one
        alpha = alpha.max(ply as i32 - MATE);
        beta = beta.min(MATE - 1 - ply as i32);
        if alpha >= beta {
            return Event::Child(alpha);
        }
        let probe = self.probe;
        let key = self.keys[(self.root + ply) % KEYS];
        let mut table_move = NO_MOVE;
        if let Some(entry) = (self.table).probe::<B>(key, P::size::<B>(&self.table.entries)) {
            table_move = entry.mv();
            let score = from_table(entry.score(), ply);
            // in a search for a mate, results of a selective search prove nothing but mates
            let proven = !probe || score.abs() > MATE_BOUND;
            if proven && entry.depth() >= depth && entry.decides(score, alpha, beta) {
                if pv {
                    self.purpose.recall(ply, key);
                }
                return Event::Child(score);
            }
        }
        let correction = self.correction(ply, check);
        let eval = match check {
            true => -INFINITE,
            false => self.board.evaluate(self.board.side, sum.plus(correction)),
        };
        let before = match ply.checked_sub(2) {
            Some(two) => self.frames[two % FRAMES].eval,
            None => INFINITE,
        };
        let improving = eval > before;
        let selective = !pv && !check && !probe;
        let above = selective && beta.abs() < MATE_BOUND;
        let margin = match improving {
            true => B::NUMBERS.reverse_futility_improving,
            false => B::NUMBERS.reverse_futility,
        };
        if above && depth <= B::NUMBERS.reverse_futility_depth && eval - margin * depth >= beta {
            return Event::Child(eval);
        }
        let unknown = table_move == NO_MOVE && !probe;
        let less = (depth >= B::NUMBERS.no_table_move_depth) as i32
            + (depth >= B::NUMBERS.second_ply_depth) as i32;
        let depth = if unknown { depth - less } else { depth };
        let start = self.top().end;
        let cut = !pv && !self.top().cut;
        self.ply = ply;
        let frame = &mut self.frames[place];
        frame.start = start;
        frame.correction = correction;
        frame.eval = eval;
        frame.improving = improving;
        frame.selective = selective;
        frame.pv = pv;
        frame.cut = cut;
        frame.table_move = table_move;
        self.list_node(depth, alpha, beta);
        if B::NULL_MOVE && above && depth >= NULL_MOVE_DEPTH && eval >= beta {
            return self.pass_move(eval);
        }
        Event::Open
    }

    /// Lets the opponent move twice: if even that is not enough for it, the node is above beta.
    fn pass_move(&mut self, eval: i32) -> Event {
        let parent = &self.frames[(self.ply - 1) % FRAMES];
        if parent.pass == Pass::Skipped || !self.board.has_pieces(self.board.side) {
            return Event::Open;
        }
        let key = self.keys[(self.root + self.ply) % KEYS] ^ key::SIDE ^ self.board.rights();
        let undo = self.board.pass();
        self.work += MADE;
        self.keys[(self.root + self.ply + 1) % KEYS] = key ^ self.board.rights();
        let sum = self.top().sum;
        self.forget_network();
        let next = &mut self.frames[(self.ply + 1) % FRAMES];
        next.sum = sum;
        next.check = false;
        let frame = self.top_mut();
        frame.undo = undo;
        frame.mv = NO_MOVE;
        frame.pass = Pass::Skipped;
        let reduction = (B::NUMBERS.null_move + B::NUMBERS.null_move_ply * frame.depth) / 64
            + ((eval - frame.beta) / B::NUMBERS.null_move_margin).min(2);
        frame.next_depth = frame.depth - reduction;
        self.enter()
    }

    /// Prepares the frame on top of the stack for its first move.
    fn list_node(&mut self, depth: i32, alpha: i32, beta: i32) {
        let board = &self.board;
        let frame = &mut self.frames[self.ply % FRAMES];
        frame.alpha = alpha;
        frame.beta = beta;
        frame.best = -INFINITE;
        frame.depth = depth;
        frame.best_move = NO_MOVE;
        frame.mv = NO_MOVE;
        frame.pass = Pass::Full;
        frame.considered = 0;
        frame.skip_quiets = false;
        frame.next = frame.start;
        frame.end = frame.start;
        frame.pinned = board.pinned();
        frame.discoverers = board.discoverers();
        frame.stage = Stage::TableMove;
        if frame.check {
            frame.stage = Stage::Rest;
            self.generate(false, |board, writer| board.all(writer));
        }
    }

    /// The value of a node at the horizon.
    fn leaf(&mut self, sum: Sum, alpha: i32, beta: i32) -> i32 {
        let mut sum = sum;
        let mut eval = self.board.evaluate(self.board.side, sum);
        if eval > alpha - B::NUMBERS.lazy && eval < beta + B::NUMBERS.lazy {
            sum = sum.plus(self.correction(self.ply + 1, false));
            eval = self.board.evaluate(self.board.side, sum);
        }
        let mut exchanges = Exchanges {
            values: &mut self.values,
            work: 0,
        };
        let value = quiesce(&self.board, sum, eval, alpha, beta, &mut exchanges);
        self.work += exchanges.work;
        value
    }

    /// Whether the position was on the board before: once in the search, or in a search for a mate twice in the game. A
    /// short mate repeats nothing, and a position that isn't on a path must not depend on the path to it.
    #[inline(never)] // a loop, not always run
    fn is_repetition(&self, ply: usize) -> bool {
        let now = self.root + ply;
        let first = now.saturating_sub(self.board.half as usize);
        let probe = self.probe;
        let mut times = 0;
        let mut i = now;
        while i >= first + 4 {
            // at least four plies back, in steps of two
            if self.keys[(i - 4) % KEYS] == self.keys[now % KEYS] && (!probe || i - 4 <= self.root)
            {
                times += 1;
            }
            i -= 2;
        }
        times > probe as i32
    }

    /// The node on top of the stack has no move left.
    fn out_of_moves(&mut self) -> Event {
        let frame = self.top();
        if frame.considered == 0 {
            return Event::Node(if frame.check {
                self.ply as i32 - MATE
            } else {
                0
            });
        }
        self.keep(if frame.best_move == NO_MOVE {
            Bound::Upper
        } else {
            Bound::Exact
        });
        Event::Node(self.top().best)
    }

    /// Stores the value of the node on top of the stack in the table.
    fn keep(&mut self, bound: Bound) {
        let frame = &self.frames[self.ply % FRAMES];
        if frame.depth >= TABLE_DEPTH {
            let score = to_table(frame.best, self.ply);
            let key = self.keys[(self.root + self.ply) % KEYS];
            let size = P::size::<B>(&self.table.entries);
            self.table
                .store::<B>((key, size), frame.best_move, score, frame.depth, bound);
            if bound == Bound::Exact {
                self.purpose.settle(self.ply, key);
            }
        }
    }

    /// Takes a value of the current move: searches it again with another window or depth, or takes it back.
    #[inline(never)] // keeps the loop of `step` small
    fn back_up(&mut self, value: i32) -> Event {
        let ply = self.ply % FRAMES;
        let frame = &mut self.frames[ply];
        match frame.pass {
            Pass::Skipped => {
                self.board.take_back_pass(frame.undo);
                frame.pass = Pass::Full;
                if value < frame.beta {
                    return Event::Open;
                }
                // a mate after a pass isn't one
                return Event::Node(if value > MATE_BOUND {
                    frame.beta
                } else {
                    value
                });
            }
            Pass::Reduced if value > frame.alpha => {
                frame.pass = Pass::Null;
                return self.enter();
            }
            Pass::Null if frame.pv && value > frame.alpha && value < frame.beta => {
                frame.pass = Pass::Full;
                return self.enter();
            }
            _ => {}
        }
        let mv = frame.mv;
        self.board.unmake(mv, frame.undo);
        if value <= frame.best {
            return Event::Open;
        }
        frame.best = value;
        if value <= frame.alpha {
            return Event::Open;
        }
        frame.alpha = value;
        frame.best_move = mv;
        if frame.pv {
            self.purpose.improve(self.ply, mv);
        }
        if self.ply == 0 {
            self.best = mv;
            self.best_score = value;
        }
        if value < frame.beta {
            return Event::Open;
        }
        if !self.board.is_noisy(mv) {
            self.learn(mv);
        }
        self.keep(Bound::Lower);
        Event::Node(value)
    }

    /// A quiet move has cut off: it becomes a killer move, and the history prefers it to the quiet moves before
    /// it.
    fn learn(&mut self, mv: Move) {
        let frame = &self.frames[self.ply % FRAMES];
        let killers = &mut self.killers[self.ply % FRAMES];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
        let bonus = B::NUMBERS.history_bonus(frame.depth);
        self.history.reward(self.board.cell(mv.origin()), mv, bonus);
        for i in frame.start..frame.next {
            let Some(tried) = self.moves.get(i as usize) else {
                break;
            };
            let tried = tried.bare();
            if tried != mv && !self.board.is_noisy(tried) {
                self.history
                    .reward(self.board.cell(tried.origin()), tried, -bonus);
            }
        }
    }
}

impl Frame {
    /// Whether moves may be skipped: one was searched that does not lose by force.
    pub(super) fn may_prune(&self) -> bool {
        self.selective && self.considered > 0 && self.best > -MATE_BOUND
    }

    /// Whether only a mate counts, and only a check can still be one.
    pub(super) fn needs_check(&self) -> bool {
        self.depth <= 1 && self.alpha >= MATE_BOUND && !self.check
    }

    /// The best value that a quiet move can reach, if it is below alpha.
    pub(super) fn futile<B: Board>(&self) -> Option<i32> {
        let optimistic = self.eval
            + B::NUMBERS.futility
            + B::NUMBERS.futility_ply * self.depth
            + B::NUMBERS.futility_improving * self.improving as i32;
        (self.depth <= B::NUMBERS.futility_depth && optimistic <= self.alpha).then_some(optimistic)
    }
}

/// mates in the table count from its position, not from the root
fn to_table(score: i32, ply: usize) -> i32 {
    if score > MATE_BOUND {
        score + ply as i32
    } else if score < -MATE_BOUND {
        score - ply as i32
    } else {
        score
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    if score > MATE_BOUND {
        score - ply as i32
    } else if score < -MATE_BOUND {
        score + ply as i32
    } else {
        score
    }
}
