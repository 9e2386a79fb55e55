//! Which piece reaches which square, by the difference of two squares.
//!
//! A difference can stand for two directions (3 is three files, or a rank and five files back); on the wrong one
//! the edge lies between the two squares.

use crate::word::{BISHOP, BLACK, KING, KNIGHT, QUEEN, ROOK, WHITE};

/// Rook directions first, then bishop directions; all eight for king and queen.
pub(crate) const RAYS: [u8; 8] = [1, 255, 8, 248, 7, 9, 249, 247];
/// A knight's jumps.
pub(crate) const JUMPS: [u8; 8] = [6, 10, 15, 17, 250, 246, 241, 239];

/// The directions of a piece kind and whether it slides along them.
pub(crate) fn directions(kind: u8) -> (&'static [u8], bool) {
    match kind {
        BISHOP => (&RAYS[4..], true),
        ROOK => (&RAYS[..4], true),
        QUEEN => (&RAYS, true),
        KING => (&RAYS, false),
        _ => (&JUMPS, false),
    }
}

/// For a difference `target - from` (wrapping): which kinds reach the target on an
/// empty board. Bit number = kind; bit 0 = a black pawn, bit 1 = a white pawn.
pub(crate) static REACH: [u8; 256] = reach();
/// For a difference on a rank, file or diagonal: the step from `from` towards the target; else 0.
pub(crate) static STEP: [u8; 256] = step();

/// The bit of [`REACH`] for a piece code (colour and kind).
#[inline(always)]
pub(crate) fn reach_bit(code: u8) -> u8 {
    static BITS: [u8; 16] = [0, 1, 4, 8, 16, 32, 64, 0, 0, 2, 4, 8, 16, 32, 64, 0];
    BITS[(code & 15) as usize]
}

const fn reach() -> [u8; 256] {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 8 {
        let line = if i < 4 { ROOK } else { BISHOP };
        let mut far = 1;
        while far <= 5 {
            table[(RAYS[i].wrapping_mul(far)) as usize] |= 1 << line | 1 << QUEEN;
            far += 1;
        }
        table[RAYS[i] as usize] |= 1 << KING;
        table[JUMPS[i] as usize] |= 1 << KNIGHT;
        i += 1;
    }
    table[7] |= 1 + (WHITE >> 3);
    table[9] |= 1 + (WHITE >> 3);
    table[249] |= 1 + (BLACK >> 3);
    table[247] |= 1 + (BLACK >> 3);
    table
}

const fn step() -> [u8; 256] {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 8 {
        let mut far = 1;
        while far <= 5 {
            table[(RAYS[i].wrapping_mul(far)) as usize] = RAYS[i];
            far += 1;
        }
        i += 1;
    }
    table
}
