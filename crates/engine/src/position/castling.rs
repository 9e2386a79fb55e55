//! Castling, on the board that has it.

use super::pieces::Position;
use crate::bitboard::{bit, squares};
use crate::board::Board;
use crate::mv::{Move, Writer};
use crate::piece::{KING, WHITE};

/// The castling rights in the numbers of `chess-rules`.
const SHORT: u8 = 1;
const LONG: u8 = 2;

/// The rights that end when something moves from a square or to it.
static RIGHTS_OF: [u8; 64] = {
    let mut rights = [0; 64];
    (rights[0], rights[4], rights[7]) = (LONG, LONG | SHORT, SHORT);
    (rights[56], rights[60], rights[63]) = (LONG << 2, (LONG | SHORT) << 2, SHORT << 2);
    rights
};

/// Whether a move of the piece `code` castles.
#[inline(always)] // some instructions
pub(super) fn is_castling(code: u8, mv: Move) -> bool {
    code & 7 == KING && mv.origin().abs_diff(mv.target()) == 2
}

/// The rook's squares before and after castling, by the king's new square.
#[inline(always)] // some instructions
pub(super) fn rook_of_castling(to: u8) -> (u8, u8) {
    if to & 7 == 6 {
        (to + 1, to - 1)
    } else {
        (to - 2, to + 1)
    }
}

impl<B: Board> Position<B> {
    /// The squares to which the king of a side that is not in check may castle, apart from attacks.
    pub(super) fn castling_targets(&self) -> u64 {
        let rights = if self.side == WHITE {
            self.castling
        } else {
            self.castling >> 2
        };
        if rights & (SHORT | LONG) == 0 {
            return 0;
        }
        let king = bit(self.king(self.side));
        let occupied = self.occupied();
        let mut targets = 0;
        if rights & SHORT != 0 && occupied & (king << 1 | king << 2) == 0 {
            targets = king << 2;
        }
        if rights & LONG != 0 && occupied & (king >> 1 | king >> 2 | king >> 3) == 0 {
            targets |= king >> 2;
        }
        targets
    }

    pub(super) fn push_castling(&self, writer: &mut Writer) {
        for to in squares(self.castling_targets()) {
            writer.push(Move::raw(self.king(self.side), to, 0));
        }
    }

    /// Takes away the rights that a move ends.
    #[inline(always)] // two loads
    pub(super) fn lose_rights(&mut self, mv: Move) {
        if self.castling != 0 {
            let of = |square: u8| RIGHTS_OF[(square & 63) as usize];
            self.castling &= !(of(mv.origin()) | of(mv.target()));
        }
    }
}
