//! The weights of the network, unpacked for [`super::network`].

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::piece::WHITE;

/// Units of a view.
pub const HIDDEN: usize = 32;
/// Inputs of a view: six kinds, own and the other's, 64 squares.
pub const INPUTS: usize = 2 * 6 * 64;
/// So many units of a weight are a hundredth of a pawn.
pub const UNIT: i32 = 4;
/// A unit begins with at most this, or this below 0.
pub const BEGIN: i32 = 4_000;

/// Words of a view.
pub(crate) const WORDS: usize = HIDDEN / 4;
/// What each unit begins with, two bytes each, the lower first; then for each input a byte a unit. Written by `make train`.
pub(crate) static BYTES: &[u8; 2 * HIDDEN + INPUTS * HIDDEN] = include_bytes!("network.bin");

/// A word for each four units.
pub(crate) type Row = [AtomicU64; WORDS];

/// The weights of a piece code on a square to White's view; 0 without a piece. Atomic for the reason that the tables of `attacks` are.
static ROWS: [[Row; 64]; 16] = [const { [const { [const { AtomicU64::new(0) }; WORDS] }; 64] }; 16];

/// Four bytes, in which 128 stands for 0, as the words of four units.
#[inline(always)] // one caller
fn spread(bytes: [u8; 4]) -> u64 {
    let bytes = (u32::from_le_bytes(bytes) ^ 0x8080_8080) as u64;
    let pairs = (bytes | bytes << 16) & 0x0000_ffff_0000_ffff;
    let single = (pairs | pairs << 8) & 0x00ff_00ff_00ff_00ff;
    single.wrapping_sub(0x0080_0080_0080_0080)
}

/// Fills the table.
pub(crate) fn fill() {
    let (_, weights) = BYTES.split_at(2 * HIDDEN);
    let (words, _) = weights.as_chunks::<4>();
    let mut words = words.iter();
    for kind in 1..7 {
        for colour in [WHITE, 0] {
            for row in &ROWS[(kind | colour) as usize & 15] {
                for word in row {
                    let bytes = words.next().copied().unwrap_or_default();
                    word.store(spread(bytes), Relaxed);
                }
            }
        }
    }
}

/// The rows of a piece for White's view and for Black's.
#[inline(always)] // some instructions
pub(crate) fn rows(code: u8, square: u8) -> [&'static Row; 2] {
    let row = |code: u8, square: u8| &ROWS[(code & 15) as usize][(square & 63) as usize];
    [row(code, square), row(code ^ WHITE, square ^ 56)]
}
