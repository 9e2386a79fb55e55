//! Which squares a piece reaches.
//!
//! A slider's squares along one line hang on at most six squares between the line's ends: what stands on them is gathered
//! by one multiplication into six bits, which choose one of 64 sets.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::bitboard::{COLUMN, bit};
use crate::piece::{BISHOP, KING, KNIGHT, QUEEN, ROOK};

/// The lowest seven bits of a row times this are a column's, among others.
const SPREAD: u64 = 0x0002_0408_1020_4081;
/// Files b to g.
const INNER_FILES: u64 = 0x7e * COLUMN;
/// Ranks 2 to 7.
const INNER_RANKS: u64 = 0x00ff_ffff_ffff_ff00;
/// File a.
const A_FILE: u64 = COLUMN;
/// File h.
const H_FILE: u64 = COLUMN << 7;

/// A line through a square: a rank, a file or a diagonal.
struct Line {
    /// What can stand in the way: the line but its first and last file (a file's first and last rank).
    between: AtomicU64,
    /// Gathers those squares into the highest six bits.
    gather: AtomicU64,
    /// The squares reached, by what stands in the way.
    reached: [AtomicU64; 64],
}

impl Line {
    const fn new() -> Self {
        Self {
            between: AtomicU64::new(0),
            gather: AtomicU64::new(0),
            reached: [const { AtomicU64::new(0) }; 64],
        }
    }

    #[inline(always)] // some instructions, on the search's path
    fn reach(&self, occupied: u64) -> u64 {
        let way = (occupied & self.between.load(Relaxed)).wrapping_mul(self.gather.load(Relaxed));
        self.reached[(way >> 58) as usize].load(Relaxed)
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
    for from in 0..64 {
        let own = bit(from);
        let sides = beside(own);
        let far = (own & !A_FILE & !(A_FILE << 1)) >> 2 | (own & !H_FILE & !(H_FILE >> 1)) << 2;
        fill_reach(0, from, sides >> 8);
        fill_reach(1, from, sides << 8);
        let [rank, file, rising, falling] = [0, 1, 2, 3].map(|line| along(line, from, 0));
        fill_reach(BISHOP, from, rising | falling);
        fill_reach(ROOK, from, rank | file);
        fill_reach(QUEEN, from, rank | file | rising | falling);
        fill_reach(
            KNIGHT,
            from,
            sides << 16 | sides >> 16 | far << 8 | far >> 8,
        );
        let three = own | sides;
        fill_reach(KING, from, sides | three << 8 | three >> 8);
    }
}

/// The squares to the left of some others.
#[inline(always)] // two instructions
pub(super) fn left(set: u64) -> u64 {
    (set & !A_FILE) >> 1
}

/// The squares to the right of some others.
#[inline(always)] // two instructions
pub(super) fn right(set: u64) -> u64 {
    (set & !H_FILE) << 1
}

/// The squares to the left and right of some others.
#[inline(always)] // some instructions
pub(super) fn beside(set: u64) -> u64 {
    left(set) | right(set)
}

#[inline(never)] // several callers
fn fill_reach(row: u8, from: u8, set: u64) {
    REACH[(row & 7) as usize][(from & 63) as usize].store(set, Relaxed);
}

/// The places, 0 to 7, that are reached from a place on a line of eight, by what stands on places 1 to 6.
fn reached_places(from: u8, way: u8) -> u8 {
    let occupied = way << 1;
    let mut reached = 0;
    for step in [1u8, 0xff] {
        let mut place = from;
        loop {
            place = step.wrapping_add(place);
            if place > 7 {
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

fn fill_lines() {
    // The bits of the six inner files, or of a file's six inner ranks, go to 58..=63.
    let files = COLUMN << 1;
    let ranks = (1..7).fold(0, |all, rank| all | 1u64 << (57 - 7 * rank));
    for place in 0..8 {
        // As a row repeated in every row, and as a column.
        let (mut across, mut along) = ([0; 64], [0; 64]);
        for (way, (across, along)) in across.iter_mut().zip(&mut along).enumerate() {
            let reached = reached_places(place, way as u8) as u64;
            *across = reached * COLUMN;
            *along = ((reached & 0x7f) * SPREAD) & COLUMN | reached >> 7 << 56;
        }
        for other in 0..8 {
            let square = other << 3 | place;
            fill_line(0, square, 0xff << (8 * other), files, &across);
            fill_line(2, square, diagonal(square, true), files, &across);
            fill_line(3, square, diagonal(square, false), files, &across);
            fill_line(
                1,
                place << 3 | other,
                COLUMN << other,
                ranks >> other,
                &along,
            );
        }
    }
}

#[inline(never)] // several callers
fn fill_line(number: usize, square: u8, line: u64, gather: u64, sets: &[u64; 64]) {
    let entry = &LINES[number & 3][(square & 63) as usize];
    let (inner, shift) = if number == 1 {
        (INNER_RANKS, square & 7)
    } else {
        (INNER_FILES, 0)
    };
    entry.between.store(line & inner, Relaxed);
    entry.gather.store(gather, Relaxed);
    for (reached, set) in entry.reached.iter().zip(sets) {
        reached.store((set << shift) & line, Relaxed);
    }
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
            let occupied = (random >> 8) & (random >> 3);
            for square in 0..64u8 {
                let walk = |steps: [(i8, i8); 4]| {
                    let mut set = 0;
                    for (right, up) in steps {
                        let (mut file, mut rank) = ((square & 7) as i8, (square >> 3) as i8);
                        loop {
                            (file, rank) = (file + right, rank + up);
                            if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                                break;
                            }
                            let to = bit((rank << 3 | file) as u8);
                            set |= to;
                            if occupied & to != 0 {
                                break;
                            }
                        }
                    }
                    set
                };
                assert_eq!(
                    along(0, square, occupied) | along(1, square, occupied),
                    walk([(1, 0), (-1, 0), (0, 1), (0, -1)])
                );
                assert_eq!(
                    along(2, square, occupied) | along(3, square, occupied),
                    walk([(1, 1), (-1, -1), (1, -1), (-1, 1)])
                );
            }
        }
    }
}
