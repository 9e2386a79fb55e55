//! Which squares a piece reaches.
//!
//! A slider's squares along one line hang on at most four squares between the line's ends: what stands on them is gathered
//! by one multiplication into four bits, which choose one of sixteen sets.

use super::square::BOARD;
use crate::bitboard::{COLUMN, bit, squares};
use crate::reach::{FILE, Reach};

/// A row's bits times this are a column's, among others.
const SPREAD: u64 = 0x0002_0408_1020_4081;
/// Files b to e.
const INNER_FILES: u64 = 0x3c * COLUMN;
/// Ranks 2 to 5.
const INNER_RANKS: u64 = 0x0000_ffff_ffff_0000;

/// The squares that pieces reach.
pub(super) static REACH: Reach<16> = Reach::new();

/// Fills the tables.
pub(crate) fn fill() {
    fill_lines();
    for from in squares(BOARD) {
        let own = bit(from);
        let sides = own << 1 | own >> 1;
        let far = own << 2 | own >> 2;
        REACH.fill_empty(from, BOARD, sides, far);
    }
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
            let lines = [
                0x7e << (8 * other),
                diagonal(square, 9),
                diagonal(square, 7),
            ];
            for (number, line) in [0, 2, 3].into_iter().zip(lines) {
                REACH.fill_line([number, square as usize], line, INNER_FILES, files, &across);
            }
            let (square, file) = ((place << 3 | other) as usize, COLUMN << other);
            REACH.fill_line([FILE, square], file, INNER_RANKS, ranks >> other, &along);
        }
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
                let reached = |line| REACH.along(line, square.0, occupied);
                assert_eq!(reached(0) | reached(1), walk([1, -1, 8, -8]));
                assert_eq!(reached(2) | reached(3), walk([7, -7, 9, -9]));
            }
        }
    }
}
