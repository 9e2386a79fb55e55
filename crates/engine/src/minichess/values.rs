//! The value of each piece on each square.

use core::sync::atomic::{AtomicI64, Ordering::Relaxed};

use super::square::BOARD;
use super::tables::TABLES;
use crate::bitboard::squares;
use crate::piece::WHITE;
use crate::sum::Sum;

/// The weight of each kind in the phase; the start has 16, bare pawns 0.
const PHASE: [u8; 7] = [0, 0, 1, 1, 1, 4, 0];

/// The value that each piece code adds to the sums on every square. Atomic for the reason that the tables of `attacks` are.
static VALUES: [[AtomicI64; 64]; 16] = [const { [const { AtomicI64::new(0) }; 64] }; 16];

/// Fills the table.
pub(crate) fn fill() {
    for kind in 1..7 {
        for square in squares(BOARD) {
            let place = ((6 - (square >> 3)) * 6 + 6 - (square & 7)) as usize % 36;
            let [middle, end] = [0, 1].map(|half| TABLES[half][kind - 1][place] as i32);
            let square = (square & 63) as usize;
            let white = Sum::of_piece(middle, end, PHASE[kind]);
            VALUES[kind | WHITE as usize][square].store(white.0, Relaxed);
            // The same square as Black sees it.
            let black = Sum::of_piece(-middle, -end, PHASE[kind]);
            VALUES[kind][square ^ 56].store(black.0, Relaxed);
        }
    }
}

/// The value that a piece on a square adds to the sums.
#[inline(always)] // a load
pub(crate) fn value(code: u8, square: u8) -> i64 {
    VALUES[(code & 15) as usize][(square & 63) as usize].load(Relaxed)
}
