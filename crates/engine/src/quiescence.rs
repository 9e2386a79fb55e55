//! Quiescence: a position's value once its captures are settled.
//!
//! The side to move may stand pat, promote, or capture. After a capture follows the exchange on its square, in which
//! either side captures with its least valuable piece or stops. No move is made on the board: an exchange needs only
//! the sums and the set of remaining pieces. Pins count for the first capture only, and captures in passing are
//! ignored.

use crate::bitboard::{bit, squares};
use crate::board::Board;
use crate::mv::Move;
use crate::piece::{BISHOP, KNIGHT, PAWN, QUEEN, ROOK, WHITE};
use crate::position::Position;
use crate::sum::Sum;

/// The gain of a promotion.
const PROMOTION: i32 = 800;
/// More than the captures of any exchange.
pub(crate) const LONGEST: usize = 32;

/// The work of a capture in an exchange, in the search's units.
const CAPTURE: u64 = 3;

/// Room for the values of an exchange, and the work so far.
pub(crate) struct Exchanges<'a> {
    pub(crate) values: &'a mut [i32; LONGEST],
    pub(crate) work: u64,
}

/// The value of the position to the side to move, which is not in check; `eval` if it stands pat.
#[inline(never)] // two callers
pub(crate) fn quiesce<B: Board>(
    board: &Position<B>,
    sum: Sum,
    eval: i32,
    mut alpha: i32,
    beta: i32,
    exchanges: &mut Exchanges,
) -> i32 {
    let side = board.side;
    let mut best = eval;
    if best >= beta {
        return best;
    }
    alpha = alpha.max(best);
    if eval + PROMOTION + B::NUMBERS.hopeless > alpha {
        for to in squares(board.promotions()) {
            let from = if side == WHITE { to - 8 } else { to + 8 };
            if board.is_legal(Move::raw(from, to, QUEEN), !0) {
                best = best.max(exchanges.exchange(board, from, to, sum, alpha, beta));
                alpha = alpha.max(best);
            }
        }
    }
    let mut attacked = 0;
    for kind in [QUEEN, ROOK, BISHOP, KNIGHT, PAWN] {
        if best >= beta || eval + B::gain(kind) + B::NUMBERS.hopeless <= alpha {
            break;
        }
        let victims = board.set(side ^ WHITE | kind);
        if victims == 0 {
            continue;
        }
        if attacked == 0 {
            attacked = board.attacked();
        }
        for to in squares(victims & attacked) {
            let mut takers = board.attackers(to, side, board.occupied());
            while takers != 0 {
                let from = board.least(takers, side);
                if board.is_legal(Move::raw(from, to, 0), !0) {
                    best = best.max(exchanges.exchange(board, from, to, sum, alpha, beta));
                    alpha = alpha.max(best);
                    break;
                }
                takers ^= bit(from);
            }
        }
    }
    best
}

impl Exchanges<'_> {
    /// The value of a capture or promotion to its side, after the exchange on its square.
    #[inline(never)] // two callers
    fn exchange<B: Board>(
        &mut self,
        board: &Position<B>,
        mut from: u8,
        to: u8,
        sum: Sum,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        let mut side = board.side;
        let mut occupied = board.occupied();
        let mut target = board.cell(to);
        let mut sum = sum.0;
        let mut length = 0;
        let mut value;
        loop {
            let code = board.cell(from);
            let landed = if code & 7 == PAWN && bit(to) & B::LAST_RANKS != 0 {
                side | QUEEN
            } else {
                code
            };
            // the code of an empty square has no value
            sum += B::value(landed, to) - B::value(code, from) - B::value(target, to);
            occupied ^= bit(from);
            target = landed;
            side ^= WHITE;
            (alpha, beta) = (-beta, -alpha);
            self.work += CAPTURE;
            value = board.evaluate(side, Sum(sum));
            if value >= beta || value + B::gain(target & 7) + B::NUMBERS.hopeless <= alpha {
                break;
            }
            let takers = board.attackers(to, side, occupied) & occupied;
            if takers == 0 {
                break;
            }
            from = board.least(takers, side);
            if from == board.king(side)
                && board.attackers(to, side ^ WHITE, occupied) & occupied != 0
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
