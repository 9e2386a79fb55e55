//! Which piece reaches which square, by the difference of two mailbox indices.

use crate::word::{BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE};

/// Rook directions first, then bishop directions; all eight for king and queen.
pub(crate) const RAYS: [u8; 8] = [1, 255, 16, 240, 15, 17, 241, 239];
/// A knight's jumps.
pub(crate) const JUMPS: [u8; 8] = [14, 18, 31, 33, 242, 238, 225, 223];

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
    if code & 7 == PAWN {
        1 + (code >> 3)
    } else {
        1 << (code & 7)
    }
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
    table[15] |= 1 + (WHITE >> 3);
    table[17] |= 1 + (WHITE >> 3);
    table[241] |= 1 + (BLACK >> 3);
    table[239] |= 1 + (BLACK >> 3);
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
