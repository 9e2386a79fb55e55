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
use crate::word::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE};

/// A capture is left out if even so much more than the captured piece would not bring the value up to alpha.
const DELTA: i32 = 120;
/// What a promotion gains.
const PROMOTION: i32 = 800;
/// More than an exchange has captures.
pub(crate) const LONGEST: usize = 32;

/// A position's quiescence under way.
pub(crate) struct Quiescence<'a> {
    pub(crate) position: &'a Position,
    pub(crate) sum: Sum,
    /// The value if things are left as they are.
    pub(crate) eval: i32,
    /// The window of values to the side to move.
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    /// Counts the positions that are valued after the first.
    pub(crate) nodes: &'a mut u32,
    /// Room for the values of an exchange.
    pub(crate) values: &'a mut [i32; LONGEST],
}

impl Quiescence<'_> {
    /// The position's value to the side to move, which is not in check.
    #[inline(never)]
    pub(crate) fn value(mut self) -> i32 {
        let position = self.position;
        let side = position.side;
        let eval = self.eval;
        let mut best = eval;
        if best >= self.beta {
            return best;
        }
        self.alpha = self.alpha.max(best);
        if eval + PROMOTION + DELTA > self.alpha {
            for to in squares(position.promotions()) {
                let from = position.behind(to, 8);
                if position.is_legal(Move::raw(from, to, QUEEN), !0) {
                    best = best.max(self.capture(from, to));
                }
            }
        }
        let mut attacked = 0;
        for kind in [QUEEN, ROOK, BISHOP, KNIGHT, PAWN] {
            if best >= self.beta || eval + GAIN[kind as usize & 7] + DELTA <= self.alpha {
                break;
            }
            let victims = position.set(side ^ WHITE | kind);
            if victims == 0 {
                continue;
            }
            if attacked == 0 {
                attacked = position.attacked();
            }
            for to in squares(victims & attacked) {
                let mut takers = position.attackers(to, side, position.occupied());
                while let Some(from) = self.least(takers, side) {
                    if position.is_legal(Move::raw(from, to, 0), !0) {
                        best = best.max(self.capture(from, to));
                        break;
                    }
                    takers ^= bit(from);
                }
            }
        }
        best
    }

    /// The least valuable of some pieces of a side.
    #[inline(never)]
    fn least(&self, pieces: u64, side: u8) -> Option<u8> {
        if pieces == 0 {
            return None;
        }
        [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING]
            .into_iter()
            .map(|kind| pieces & self.position.set(side | kind))
            .find(|set| *set != 0)
            .map(first)
    }

    /// The value of a capture or promotion, to the side that makes it, after the exchange on its square.
    fn capture(&mut self, mut from: u8, to: u8) -> i32 {
        let position = self.position;
        let (mut alpha, mut beta) = (self.alpha, self.beta);
        let mut side = position.side;
        let mut occupied = position.occupied();
        let mut sum = self.sum;
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
            sum = sum.without(code, from).with(landed, to);
            if target != 0 {
                sum = sum.without(target, to);
            }
            occupied ^= bit(from);
            target = landed;
            side ^= WHITE;
            (alpha, beta) = (-beta, -alpha);
            *self.nodes += 1;
            value = evaluate(position, side, sum);
            if value >= beta || value + GAIN[target as usize & 7] + DELTA <= alpha {
                break;
            }
            let takers = position.attackers(to, side, occupied) & occupied;
            let Some(taker) = self.least(takers, side) else {
                break;
            };
            let defended = || position.attackers(to, side ^ WHITE, occupied) & occupied != 0;
            if taker == position.king(side) && defended() {
                break;
            }
            self.values[length % LONGEST] = value;
            length += 1;
            alpha = alpha.max(value);
            from = taker;
        }
        for value_before in self.values.iter().take(length).rev() {
            value = (-value).max(*value_before);
        }
        self.alpha = self.alpha.max(-value);
        -value
    }
}
