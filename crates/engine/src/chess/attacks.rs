//! Which squares a piece reaches.
//!
//! A slider's squares along one line hang on at most six squares between the line's ends: what stands on them is gathered
//! by one multiplication into six bits, which choose one of 64 sets.

use crate::bitboard::{COLUMN, bit};
use crate::reach::{FILE, Reach};

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

/// The squares that pieces reach.
pub(super) static REACH: Reach<64> = Reach::new();

/// Fills the tables.
pub(crate) fn fill() {
    fill_lines();
    for from in 0..64 {
        let own = bit(from);
        let sides = beside(own);
        let far = (own & !A_FILE & !(A_FILE << 1)) >> 2 | (own & !H_FILE & !(H_FILE >> 1)) << 2;
        REACH.fill_empty(from, !0, sides, far);
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
            let lines = [
                0xff << (8 * other),
                diagonal(square, true),
                diagonal(square, false),
            ];
            for (number, line) in [0, 2, 3].into_iter().zip(lines) {
                REACH.fill_line([number, square as usize], line, INNER_FILES, files, &across);
            }
            let (square, file) = ((place << 3 | other) as usize, COLUMN << other);
            REACH.fill_line([FILE, square], file, INNER_RANKS, ranks >> other, &along);
        }
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
                let reached = |line| REACH.along(line, square, occupied);
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
                    reached(0) | reached(1),
                    walk([(1, 0), (-1, 0), (0, 1), (0, -1)])
                );
                assert_eq!(
                    reached(2) | reached(3),
                    walk([(1, 1), (-1, -1), (1, -1), (-1, 1)])
                );
            }
        }
    }
}
