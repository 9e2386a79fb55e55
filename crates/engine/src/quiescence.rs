//! Quiescence: what a position is worth once the captures on it are settled.
//!
//! The side to move may leave things as they are, promote, or capture; a capture is followed by the exchange on its square, in
//! which either side takes with its least valuable piece or stops. No move is made on the board for it: an exchange needs
//! the sums and the set of pieces that are still there. Pins count for the first capture only, and capturing in passing
//! is left out.

use crate::attack::{bit, first, squares};
use crate::eval::{GAIN, Sum, evaluate};
use crate::moves::{LAST_RANKS, Move};
use crate::position::Position;
use crate::search::Search;
use crate::word::{BISHOP, KNIGHT, PAWN, QUEEN, ROOK, WHITE};

/// A capture is left out if even so much more than the captured piece would not bring the value up to alpha.
const DELTA: i32 = 120;
/// What a promotion gains.
const PROMOTION: i32 = 800;
/// More than an exchange has captures.
pub(crate) const LONGEST: usize = 32;

impl Search {
    /// The value of the position on the board to the side to move, which is not in check; `eval` if things are left as they are.
    #[inline(never)]
    pub(crate) fn quiesce(&mut self, sum: Sum, eval: i32, mut alpha: i32, beta: i32) -> i32 {
        let side = self.position.side;
        let mut best = eval;
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        if eval + PROMOTION + DELTA > alpha {
            for to in squares(self.position.promotions()) {
                let from = self.position.behind(to, 8);
                if self.position.is_legal(Move::raw(from, to, QUEEN), !0) {
                    best = best.max(self.exchange(from, to, sum, alpha, beta));
                    alpha = alpha.max(best);
                }
            }
        }
        let mut attacked = 0;
        for kind in [QUEEN, ROOK, BISHOP, KNIGHT, PAWN] {
            if best >= beta || eval + GAIN[kind as usize & 7] as i32 + DELTA <= alpha {
                break;
            }
            let victims = self.position.set(side ^ WHITE | kind);
            if victims == 0 {
                continue;
            }
            if attacked == 0 {
                attacked = self.position.attacked();
            }
            for to in squares(victims & attacked) {
                let position = &self.position;
                let mut takers = position.attackers(to, side, position.occupied());
                while takers != 0 {
                    let from = position.least(takers, side);
                    if position.is_legal(Move::raw(from, to, 0), !0) {
                        best = best.max(self.exchange(from, to, sum, alpha, beta));
                        alpha = alpha.max(best);
                        break;
                    }
                    takers ^= bit(from);
                }
            }
        }
        best
    }

    /// The value of a capture or promotion, to the side that makes it, after the exchange on its square.
    #[inline(never)]
    fn exchange(
        &mut self,
        mut from: u8,
        to: u8,
        mut sum: Sum,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        let position = &self.position;
        let mut side = position.side;
        let mut occupied = position.occupied();
        let mut target = position.cell(to);
        let mut length = 0;
        let mut value;
        loop {
            let code = position.cell(from);
            let landed = if code & 7 == PAWN && bit(to) & LAST_RANKS != 0 {
                side | QUEEN
            } else {
                code
            };
            // An empty square's code has no value.
            sum = sum.without(code, from).with(landed, to).without(target, to);
            occupied ^= bit(from);
            target = landed;
            side ^= WHITE;
            (alpha, beta) = (-beta, -alpha);
            self.nodes += 1;
            value = evaluate(position, side, sum);
            if value >= beta || value + GAIN[target as usize & 7] as i32 + DELTA <= alpha {
                break;
            }
            let takers = position.attackers(to, side, occupied) & occupied;
            if takers == 0 {
                break;
            }
            from = position.least(takers, side);
            if from == position.king(side)
                && position.attackers(to, side ^ WHITE, occupied) & occupied != 0
            {
                break;
            }
            self.values[length % LONGEST] = value;
            length += 1;
            alpha = alpha.max(value);
        }
        for value_before in self.values.iter().take(length).rev() {
            value = (-value).max(*value_before);
        }
        -value
    }
}

impl Position {
    /// The least valuable of some pieces of a side, of which there is one.
    #[inline(never)]
    fn least(&self, pieces: u64, side: u8) -> u8 {
        for kind in [PAWN, KNIGHT, BISHOP, ROOK, QUEEN] {
            let set = pieces & self.set(side | kind);
            if set != 0 {
                return first(set);
            }
        }
        first(pieces)
    }
}
