//! The value of each piece on each square of a board.

use core::sync::atomic::{AtomicI64, Ordering::Relaxed};

use crate::bitboard::bit;
use crate::piece::WHITE;
use crate::sum::Sum;

/// The value that each piece code adds to the sums on every square. Atomic for the same reason as the tables of
/// `reach`.
pub(crate) struct Values([[AtomicI64; 64]; 16]);

impl Values {
    /// An empty table.
    pub(crate) const fn new() -> Self {
        Self([const { [const { AtomicI64::new(0) }; 64] }; 16])
    }

    /// Fills the table. `phase`: the weight of each kind in the phase. `worth`: the value of a kind to White on a
    /// square, in the middlegame (0) or in the endgame (1).
    #[inline(always)] // one caller a board
    pub(crate) fn fill(&self, board: u64, phase: [u8; 6], worth: impl Fn(usize, usize, u8) -> i16) {
        for (kind, phase) in (1..7).zip(phase) {
            for square in (0..64).filter(|square| board & bit(*square) != 0) {
                let [middle, end] = [0, 1].map(|half| worth(half, kind, square) as i32);
                let square = (square & 63) as usize;
                let white = Sum::of_piece(middle, end, phase);
                self.0[kind | WHITE as usize][square].store(white.0, Relaxed);
                // the same square from Black's side
                let black = Sum::of_piece(-middle, -end, phase);
                self.0[kind][square ^ 56].store(black.0, Relaxed);
            }
        }
    }

    /// The value that a piece on a square adds to the sums.
    #[inline(always)] // a load
    pub(crate) fn of(&self, code: u8, square: u8) -> i64 {
        self.0[(code & 15) as usize][(square & 63) as usize].load(Relaxed)
    }
}
