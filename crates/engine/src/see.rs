//! Static exchange evaluation: the value of a capture when both sides continue to capture on its
//! square.

use crate::bitboard::bit;
use crate::board::Board;
use crate::mv::Move;
use crate::piece::{KING, WHITE};
use crate::position::Position;

/// Whether a capture, with the following exchange, gains at least `threshold` hundredths of a pawn.
#[inline(never)] // two callers
pub(crate) fn see_at_least<B: Board>(board: &Position<B>, mv: Move, threshold: i32) -> bool {
    let (from, to) = (mv.origin(), mv.target());
    let mut balance = B::gain(board.victim(mv)) - threshold;
    if balance < 0 {
        return false;
    }
    balance -= B::gain(board.cell(from) & 7);
    if balance >= 0 {
        return true;
    }
    let mut occupied = board.occupied() ^ bit(from);
    let us = board.side;
    let mut side = us;
    loop {
        side ^= WHITE;
        let attackers = board.attackers(to, side, occupied) & occupied;
        if attackers == 0 {
            break;
        }
        let from = board.least(attackers, side);
        let kind = board.cell(from) & 7;
        if kind == KING && board.attackers(to, side ^ WHITE, occupied) & occupied != 0 {
            break;
        }
        occupied ^= bit(from);
        balance = -balance - 1 - B::gain(kind);
        if balance >= 0 {
            side ^= WHITE;
            break;
        }
    }
    // The side that had to take and could not, or did not want to, has lost the exchange.
    side != us
}
