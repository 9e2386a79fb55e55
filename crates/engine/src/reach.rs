//! Tables of the squares that pieces reach. Each board has its own, and fills them.
//!
//! A slider's squares along one line depend on the squares between the line's ends. One multiplication gathers their
//! occupancy into bits, which choose one of the sets, one for each way to block the line.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::bitboard::{COLUMN, bit, left, right};
use crate::piece::{BISHOP, KING, KNIGHT, QUEEN, ROOK};

/// The index of the file among a square's four lines: rank, file and two diagonals.
const FILE: usize = 1;
/// The lowest seven bits of a row times this are a column's (and others').
const SPREAD: u64 = 0x0002_0408_1020_4081;

/// A line through a square. One multiplication gathers the occupancy of the squares between its ends into bits that
/// choose one of `WAYS` sets.
struct Line<const WAYS: usize> {
    /// The squares that can block the line: all but its first and last file (a file's first and last rank).
    between: AtomicU64,
    /// Gathers those squares into the highest bits.
    gather: AtomicU64,
    /// The reached squares, by the blocked squares.
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

/// The squares that pieces reach on a board whose lines can be blocked in `WAYS` ways. They are atomic because a static
/// that is filled at the start must do without `unsafe`; relaxed loads cost nothing.
pub(crate) struct Reach<const WAYS: usize> {
    lines: [[Line<WAYS>; 64]; 4],
    /// By kind, the reached squares on an empty board; rows 0 and 1 are the attacks of a black and a white
    /// pawn.
    empty: [[AtomicU64; 64]; 8],
}

impl<const WAYS: usize> Reach<WAYS> {
    /// Empty tables.
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

    /// Fills the tables of a board with its files and ranks at these places of the eight columns and rows.
    #[inline(always)] // one caller a board
    pub(crate) fn fill(&self, board: u64, first: u8, last: u8) {
        self.fill_lines(board, first, last);
        for from in (0..64).filter(|square| board & bit(*square) != 0) {
            let own = bit(from);
            let sides = left(own) | right(own);
            let far = left(left(own)) | right(right(own));
            self.fill_empty(from, board, sides, far);
        }
    }

    #[inline(always)] // one caller a board
    fn fill_lines(&self, board: u64, first: u8, last: u8) {
        let row = board >> (8 * first) & 0xff;
        let inner_files = (row >> 1 & row << 1) * COLUMN;
        let inner_ranks = board << 8 & board >> 8;
        // The bits of the inner files, or of a file's inner ranks, go to the highest.
        let files = COLUMN << (first + 1);
        let ranks = (first + 1..last).fold(0, |all, rank| all | 1u64 << (57 + first - 7 * rank));
        for place in first..=last {
            // As a row repeated in every row, and as a column.
            let (mut across, mut along) = ([0; WAYS], [0; WAYS]);
            for (way, (across, along)) in across.iter_mut().zip(&mut along).enumerate() {
                let reached = reached_places(place, (way as u8) << (first + 1), first, last) as u64;
                *across = reached * COLUMN;
                *along = ((reached & 0x7f) * SPREAD) & COLUMN | reached >> 7 << 56;
            }
            for other in first..=last {
                let square = other << 3 | place;
                let lines = [
                    row << (8 * other),
                    board & diagonal(square, true),
                    board & diagonal(square, false),
                ];
                for (number, line) in [0, 2, 3].into_iter().zip(lines) {
                    self.fill_line([number, square as usize], line, inner_files, files, &across);
                }
                let (square, file) = ((place << 3 | other) as usize, (board & COLUMN << other));
                self.fill_line([FILE, square], file, inner_ranks, ranks >> other, &along);
            }
        }
    }

    /// Fills in a line. `inner`: the line without its ends. `sets`: the reached squares by the blocked squares; for a
    /// file, those on the first file.
    #[inline(never)] // several callers
    fn fill_line(
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

    /// Fills in the reached squares from a square on an empty board, once its lines are filled in. `sides`: the squares
    /// one file from it on its rank; `far`: those two files from it.
    #[inline(never)] // called for each square
    fn fill_empty(&self, from: u8, board: u64, sides: u64, far: u64) {
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

/// The places that are reached from a place on a line from `first` to `last`, with these places occupied.
#[inline(always)] // one caller a board
fn reached_places(from: u8, occupied: u8, first: u8, last: u8) -> u8 {
    let mut reached = 0;
    for step in [1u8, 0xff] {
        let mut place = from;
        loop {
            place = step.wrapping_add(place);
            if !(first..=last).contains(&place) {
                break;
            }
            reached |= 1 << place;
            if occupied >> place & 1 != 0 {
                break;
            }
        }
    }
    reached
}

/// The diagonal through a square that rises to the right, or to the left.
#[inline(never)] // two callers
fn diagonal(square: u8, rising: bool) -> u64 {
    let mut set = bit(square);
    for _ in 0..7 {
        let (left, right) = (left(set), right(set));
        set |= if rising {
            left >> 8 | right << 8
        } else {
            left << 8 | right >> 8
        };
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::squares;
    use crate::board::Board;
    use crate::chess::EightByEight;
    use crate::minichess::SixBySix;

    /// Compares every slider on every square among random pieces with walking.
    fn sliders_reach_what_walking_reaches<B: Board>() {
        B::make_ready();
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..2_000 {
            let occupied = random.u64(..) & random.u64(..) & B::BOARD;
            for from in squares(B::BOARD) {
                let walk = |steps: [(i8, i8); 4]| {
                    let mut set = 0;
                    for (right, up) in steps {
                        let (mut file, mut rank) = ((from & 7) as i8, (from >> 3) as i8);
                        loop {
                            (file, rank) = (file + right, rank + up);
                            let to = bit((rank << 3 | file) as u8);
                            let is_off = !(0..8).contains(&file) || !(0..8).contains(&rank);
                            if is_off || B::BOARD & to == 0 {
                                break;
                            }
                            set |= to;
                            if occupied & to != 0 {
                                break;
                            }
                        }
                    }
                    set
                };
                assert_eq!(
                    B::rook(from, occupied),
                    walk([(1, 0), (-1, 0), (0, 1), (0, -1)])
                );
                assert_eq!(
                    B::bishop(from, occupied),
                    walk([(1, 1), (-1, -1), (1, -1), (-1, 1)])
                );
            }
        }
    }

    #[test]
    fn sliders_reach_what_walking_reaches_on_both_boards() {
        sliders_reach_what_walking_reaches::<EightByEight>();
        sliders_reach_what_walking_reaches::<SixBySix>();
    }
}
