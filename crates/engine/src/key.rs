//! Zobrist keys: a position's key is the exclusive or of one number for each piece on its square, one for the side to move and one for
//! its other rights.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The number that differs between Black and White to move.
pub(crate) const SIDE: u64 = 0x9d39_247e_3377_6d41;

/// The numbers by piece code and square. They are atomic because a static that is filled at the start must do without
/// `unsafe`; relaxed loads cost nothing. Row 7, which belongs to no piece, is for en passant squares and castling
/// rights.
static KEYS: [[AtomicU64; 64]; 16] = [const { [const { AtomicU64::new(0) }; 64] }; 16];
const RIGHTS: usize = 7;

/// Fills the table.
pub(crate) fn fill() {
    for (code, row) in KEYS.iter().enumerate() {
        // The rows without a piece stay zero, so that an empty square changes nothing.
        if code & 7 == 0 {
            continue;
        }
        for (square, key) in row.iter().enumerate() {
            key.store(mix((code << 6 | square) as u64), Relaxed);
        }
    }
}

/// The number of a piece on a square; 0 for an empty square.
#[inline(always)] // a load
pub(crate) fn piece(code: u8, square: u8) -> u64 {
    KEYS[(code & 15) as usize][(square & 63) as usize].load(Relaxed)
}

/// The number of a right: an en passant square, or castling rights. `right` is from 0 to 63.
#[inline(always)] // a load
pub(crate) fn right(right: u8) -> u64 {
    KEYS[RIGHTS][(right & 63) as usize].load(Relaxed)
}

/// Scatters a number over 64 bits.
#[inline(always)] // five instructions
pub(crate) fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^ x >> 32
}

/// Takes moves back, the last first, on a board of piece codes, and reports each earlier position's
/// place in the list and its key. `key`: the last position's. The moves are from and to, without
/// captures, promotions and castling.
pub(crate) fn walk_back(
    mut cells: [u8; 64],
    moves: &[(u8, u8)],
    mut key: u64,
    mut visit: impl FnMut(usize, u64),
) {
    for (i, &(from, to)) in moves.iter().enumerate().rev() {
        let code = cells[(to & 63) as usize];
        cells[(from & 63) as usize] = code;
        cells[(to & 63) as usize] = 0;
        key ^= SIDE ^ piece(code, from) ^ piece(code, to);
        visit(i, key);
    }
}

/// A fingerprint of bytes that continues another one.
#[inline(never)] // several callers
pub(crate) fn print(seed: u64, bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks();
    let print = words
        .iter()
        .fold(seed, |print, word| mix(print ^ u64::from_be_bytes(*word)));
    rest.iter()
        .fold(print, |print, byte| mix(print ^ *byte as u64))
}
