//! The board in document 002's packed form: one 256-bit word, four bits a square.

use super::square::Square;
use crate::piece::{Piece, WHITE};

/// Document 002's packed board, most significant byte first: the first half
/// byte is square 63 (top left), the last one square 0, whose last bit is the
/// side to move (1 white).
///
/// ```
/// use chess_engine::{Position, Word};
/// let word: Word = Position::start().word();
/// assert_eq!(word[4..8], [0x03, 0x25, 0x64, 0x30]); // Black's rank 6
/// assert_eq!(word[24..28], [0x0b, 0xad, 0xec, 0xb0]); // White's rank 1
/// assert_eq!(word[31], 1); // White to move
/// ```
pub type Word = [u8; 32];

/// The half byte of square `index`.
pub(crate) fn nibble(word: &Word, index: u8) -> u8 {
    let byte = word[31 - (index >> 1 & 31) as usize];
    if index & 1 == 0 { byte & 15 } else { byte >> 4 }
}

/// Sets the half byte of a square that was zero.
pub(crate) const fn set_nibble(word: &mut Word, index: u8, code: u8) {
    word[31 - (index >> 1 & 31) as usize] |= code << (4 * (index & 1));
}

impl Piece {
    /// The piece on a square of a packed board: its kind, and whether it is white.
    pub fn on(word: &Word, square: Square) -> Option<(Self, bool)> {
        let code = nibble(word, square.index());
        Some((Self::from_code(code & 7)?, code & WHITE != 0))
    }
}
