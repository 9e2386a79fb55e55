//! Which squares a piece reaches.
//!
//! A slider's squares along one line hang on at most four squares between the line's ends: what stands on them is gathered
//! by one multiplication into four bits, which choose one of sixteen sets.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::square::BOARD;
use crate::bitboard::{COLUMN, bit, squares};
use crate::piece::{BISHOP, KING, KNIGHT, QUEEN, ROOK};

/// A row's bits times this are a column's, among others.
const SPREAD: u64 = 0x0002_0408_1020_4081;
/// Files b to e.
const INNER_FILES: u64 = 0x3c * COLUMN;
/// Ranks 2 to 5.
const INNER_RANKS: u64 = 0x0000_ffff_ffff_0000;

/// A line through a square: a rank, a file or a diagonal.
struct Line {
    /// What can stand in the way: the line but its first and last file (a file's first and last rank).
    between: AtomicU64,
    /// Gathers those squares into the highest four bits.
    gather: AtomicU64,
    /// The squares reached, by what stands in the way.
    reached: [AtomicU64; 16],
}

impl Line {
    const fn new() -> Self {
        Self {
            between: AtomicU64::new(0),
            gather: AtomicU64::new(0),
            reached: [const { AtomicU64::new(0) }; 16],
        }
    }

    #[inline(always)]
    fn reach(&self, occupied: u64) -> u64 {
        let way = (occupied & self.between.load(Relaxed)).wrapping_mul(self.gather.load(Relaxed));
        self.reached[(way >> 60) as usize].load(Relaxed)
    }
}

/// Rank, file and the two diagonals of every square. Atomic, because a static that is filled at start must be without `unsafe`;
/// relaxed loads cost nothing.
static LINES: [[Line; 64]; 4] = [const { [const { Line::new() }; 64] }; 4];
/// By kind, the squares reached on an empty board; rows 0 and 1 are what a black and a white pawn attack.
static REACH: [[AtomicU64; 64]; 8] = [const { [const { AtomicU64::new(0) }; 64] }; 8];

/// Fills the tables.
pub(crate) fn fill() {
    fill_lines();
    for from in squares(BOARD) {
        let own = bit(from);
        let sides = own << 1 | own >> 1;
        let far = own << 2 | own >> 2;
        fill_reach(0, from, sides >> 8);
        fill_reach(1, from, sides << 8);
        let [rank, file, rising, falling] = [0, 1, 2, 3].map(|line| along(line, from, 0));
        fill_reach(BISHOP, from, rising | falling);
        fill_reach(ROOK, from, rank | file);
        fill_reach(QUEEN, from, rank | file | rising | falling);
        let jumps = sides << 16 | sides >> 16 | far << 8 | far >> 8;
        fill_reach(KNIGHT, from, jumps);
        let three = own | sides;
        fill_reach(KING, from, sides | three << 8 | three >> 8);
    }
}

#[inline(never)]
fn fill_reach(row: u8, from: u8, set: u64) {
    REACH[(row & 7) as usize][(from & 63) as usize].store(set & BOARD, Relaxed);
}

/// The places, 1 to 6, that are reached from a place on a line of six, by what stands on places 2 to 5.
fn reached_places(from: u8, way: u8) -> u8 {
    let mut reached = 0;
    for step in [1u8, 0xff] {
        let mut place = from;
        loop {
            place = step.wrapping_add(place);
            if place == 0 || place == 7 {
                break;
            }
            reached |= 1 << place;
            if (way << 2) >> place & 1 != 0 {
                break;
            }
        }
    }
    reached
}

fn fill_lines() {
    // The bits of the four inner files, or of a file's four inner ranks, go to 60..=63.
    let files = COLUMN << 2;
    let ranks = 1u64 << 44 | 1 << 37 | 1 << 30 | 1 << 23;
    for place in 1..7 {
        // As a row repeated in every row, and as a column.
        let (mut across, mut along) = ([0; 16], [0; 16]);
        for (way, (across, along)) in across.iter_mut().zip(&mut along).enumerate() {
            let reached = reached_places(place, way as u8) as u64;
            *across = reached * COLUMN;
            *along = (reached * SPREAD) & COLUMN;
        }
        for other in 1..7 {
            let square = other << 3 | place;
            let row = 0x7e << (8 * other);
            fill_line(0, square, row, files, &across);
            fill_line(2, square, diagonal(square, 9), files, &across);
            fill_line(3, square, diagonal(square, 7), files, &across);
            let file = COLUMN << other;
            fill_line(1, place << 3 | other, file, ranks >> other, &along);
        }
    }
}

#[inline(never)]
fn fill_line(number: usize, square: u8, line: u64, gather: u64, sets: &[u64; 16]) {
    let entry = &LINES[number & 3][(square & 63) as usize];
    let (inner, shift) = if number == 1 {
        (INNER_RANKS, square & 7)
    } else {
        (INNER_FILES, 0)
    };
    entry.between.store(line & inner & BOARD, Relaxed);
    entry.gather.store(gather, Relaxed);
    for (reached, set) in entry.reached.iter().zip(sets) {
        reached.store((set << shift) & line, Relaxed);
    }
}

/// The diagonal through a square in steps of 9 (up to the left) or 7, without the square.
#[inline(never)]
fn diagonal(square: u8, step: u8) -> u64 {
    let mut set = bit(square);
    for _ in 0..5 {
        set |= (set << step | set >> step) & BOARD;
    }
    set & !bit(square)
}

/// What a slider on a square reaches on one of its lines, the first piece in each direction included.
#[inline(always)] // a line
pub(super) fn along(line: usize, from: u8, occupied: u64) -> u64 {
    LINES[line & 3][(from & 63) as usize].reach(occupied)
}

/// What a piece reaches on an empty board; kinds 0 and 1 are black and white pawns that capture.
#[inline(always)] // a load
pub(crate) fn empty_reach(kind: u8, from: u8) -> u64 {
    REACH[(kind & 7) as usize][(from & 63) as usize].load(Relaxed)
}

#[cfg(test)]
mod tests {
    use super::super::square::Square;
    use super::*;

    /// Every slider on every square among pseudo-random pieces, against walking.
    #[test]
    fn sliders_reach_what_walking_reaches() {
        fill();
        let mut random = 1u64;
        for _ in 0..2_000 {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let occupied = (random >> 8) & (random >> 3) & BOARD;
            for square in Square::all() {
                let walk = |steps: [i8; 4]| {
                    let mut set = 0;
                    for step in steps {
                        let mut to = square.0 as i8 + step;
                        while BOARD & bit(to as u8) != 0 {
                            set |= bit(to as u8);
                            if occupied & bit(to as u8) != 0 {
                                break;
                            }
                            to += step;
                        }
                    }
                    set
                };
                let reached = |line| along(line, square.0, occupied);
                assert_eq!(reached(0) | reached(1), walk([1, -1, 8, -8]));
                assert_eq!(reached(2) | reached(3), walk([7, -7, 9, -9]));
            }
        }
    }
}
