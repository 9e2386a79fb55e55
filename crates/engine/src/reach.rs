//! Tables of what pieces reach. Each board has its own, and fills them.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::piece::{BISHOP, KING, KNIGHT, QUEEN, ROOK};

/// The line that is a file, among a square's four: rank, file and two diagonals.
pub(crate) const FILE: usize = 1;

/// A line through a square. One multiplication gathers the occupancy of the squares between its ends into bits that choose one of
/// `WAYS` sets.
struct Line<const WAYS: usize> {
    /// The squares that can block the line: all but its first and last file (a file's first and last rank).
    between: AtomicU64,
    /// Gathers those squares into the highest bits.
    gather: AtomicU64,
    /// The squares reached, by what is in the way.
    reached: [AtomicU64; WAYS],
}

impl<const WAYS: usize> Line<WAYS> {
    const fn new() -> Self {
        Self {
            between: AtomicU64::new(0),
            gather: AtomicU64::new(0),
            reached: [const { AtomicU64::new(0) }; WAYS],
        }
    }
}

/// The squares that pieces reach on a board whose lines can be blocked in `WAYS` ways. Atomic, because a static that is filled at start must be
/// without `unsafe`; relaxed loads cost nothing.
pub(crate) struct Reach<const WAYS: usize> {
    lines: [[Line<WAYS>; 64]; 4],
    /// By kind, the squares reached on an empty board; rows 0 and 1 are what a black and a white pawn attack.
    empty: [[AtomicU64; 64]; 8],
}

impl<const WAYS: usize> Reach<WAYS> {
    /// To be filled.
    pub(crate) const fn new() -> Self {
        Self {
            lines: [const { [const { Line::new() }; 64] }; 4],
            empty: [const { [const { AtomicU64::new(0) }; 64] }; 8],
        }
    }

    /// The squares that a slider reaches on one of its lines, the first piece in each direction included.
    #[inline(always)] // some instructions, on the search's path
    pub(crate) fn along(&self, line: usize, from: u8, occupied: u64) -> u64 {
        let line = &self.lines[line & 3][(from & 63) as usize];
        let way = (occupied & line.between.load(Relaxed)).wrapping_mul(line.gather.load(Relaxed));
        line.reached[(way >> (64 - WAYS.trailing_zeros())) as usize].load(Relaxed)
    }

    /// The squares that a piece reaches on an empty board; kinds 0 and 1 are black and white pawns that capture.
    #[inline(always)] // a load
    pub(crate) fn empty(&self, kind: u8, from: u8) -> u64 {
        self.empty[(kind & 7) as usize][(from & 63) as usize].load(Relaxed)
    }

    /// Fills in a line. `inner` leaves out its ends, `sets` are what is reached by what is in the way: for a file, on
    /// the first file.
    #[inline(never)] // several callers
    pub(crate) fn fill_line(
        &self,
        [number, square]: [usize; 2],
        line: u64,
        inner: u64,
        gather: u64,
        sets: &[u64; WAYS],
    ) {
        let entry = &self.lines[number & 3][square & 63];
        let shift = if number == FILE { square & 7 } else { 0 };
        entry.between.store(line & inner, Relaxed);
        entry.gather.store(gather, Relaxed);
        for (reached, set) in entry.reached.iter().zip(sets) {
            reached.store((set << shift) & line, Relaxed);
        }
    }

    /// Fills in what is reached from a square on an empty board, once its lines are filled in. `sides` are the squares one file from it
    /// on its rank, `far` those two files from it.
    #[inline(never)] // called for each square
    pub(crate) fn fill_empty(&self, from: u8, board: u64, sides: u64, far: u64) {
        let set = |row: u8, set: u64| {
            self.empty[(row & 7) as usize][(from & 63) as usize].store(set & board, Relaxed);
        };
        set(0, sides >> 8);
        set(1, sides << 8);
        let [rank, file, one, other] = [0, 1, 2, 3].map(|line| self.along(line, from, 0));
        set(BISHOP, one | other);
        set(ROOK, rank | file);
        set(QUEEN, rank | file | one | other);
        set(KNIGHT, sides << 16 | sides >> 16 | far << 8 | far >> 8);
        let three = 1 << from | sides;
        set(KING, sides | three << 8 | three >> 8);
    }
}
