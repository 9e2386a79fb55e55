//! The weights of a board's network, unpacked for [`super::network`].

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::bitboard::squares;
use crate::piece::WHITE;

/// Units of a weight in a hundredth of a pawn.
pub const UNIT: i32 = 4;

/// A word for every four units, for each piece code on each square. Atomic for the same reason as the tables of
/// `reach`.
pub type Rows<const WORDS: usize> = [[[AtomicU64; WORDS]; 64]; 16];

/// A table without weights.
pub(crate) const fn no_rows<const WORDS: usize>() -> Rows<WORDS> {
    [const { [const { [const { AtomicU64::new(0) }; WORDS] }; 64] }; 16]
}

/// The trained weights of a board's network, with four times `WORDS` units a view.
pub trait Weights<const WORDS: usize> {
    /// The board's squares.
    const BOARD: u64;

    /// The first value of each unit, two bytes each, the lower byte first. Then for each input a byte per unit: by
    /// kind, own and the other's, the board's squares in the order of their numbers.
    fn bytes() -> &'static [u8];

    /// The weights of a piece code on a square to White's view; 0 without a piece.
    fn rows() -> &'static Rows<WORDS>;
}

/// Four bytes, in which 128 means 0, as words of four units.
#[inline(always)] // one caller
fn spread(bytes: [u8; 4]) -> u64 {
    let bytes = (u32::from_le_bytes(bytes) ^ 0x8080_8080) as u64;
    let pairs = (bytes | bytes << 16) & 0x0000_ffff_0000_ffff;
    let single = (pairs | pairs << 8) & 0x00ff_00ff_00ff_00ff;
    single.wrapping_sub(0x0080_0080_0080_0080)
}

/// Fills the table.
pub(crate) fn fill<W: Weights<WORDS>, const WORDS: usize>() {
    let (words, _) = W::bytes().as_chunks::<4>();
    // the units' first values come first
    let mut words = words.iter().skip(2 * WORDS);
    for kind in 1..7 {
        for colour in [WHITE, 0] {
            for square in squares(W::BOARD) {
                for word in &W::rows()[(kind | colour) as usize & 15][square as usize & 63] {
                    let bytes = words.next().copied().unwrap_or_default();
                    word.store(spread(bytes), Relaxed);
                }
            }
        }
    }
}

/// The rows of a piece for White's view and for Black's.
#[inline(always)] // some instructions
pub(crate) fn rows<W: Weights<WORDS>, const WORDS: usize>(
    code: u8,
    square: u8,
) -> [&'static [AtomicU64; WORDS]; 2] {
    let row = |code: u8, square: u8| &W::rows()[(code & 15) as usize][(square & 63) as usize];
    [row(code, square), row(code ^ WHITE, square ^ 56)]
}
