//! The sums and the key of a position, updated move by move, and their value.

use super::castling::{is_castling, rook_of_castling};
use super::making::{Undo, behind};
use super::pieces::Position;
use crate::bitboard::squares;
use crate::board::Board;
use crate::key;
use crate::mv::Move;
use crate::network::Network;
use crate::piece::{KING, PAWN, ROOK, WHITE};
use crate::sum::Sum;

impl<B: Board> Position<B> {
    /// The codes of the pieces with their squares.
    fn pieces(&self) -> impl Iterator<Item = (u8, u8)> {
        squares(self.occupied()).map(|square| (self.cell(square), square))
    }

    /// The sums of the position.
    pub(crate) fn sum(&self) -> Sum {
        let mut sum = 0;
        for (code, square) in self.pieces() {
            sum += B::value(code, square);
        }
        Sum(sum)
    }

    /// The Zobrist key of the position.
    pub(crate) fn key(&self) -> u64 {
        let mut all = self.rights();
        if self.side == WHITE {
            all ^= key::SIDE;
        }
        for (code, square) in self.pieces() {
            all ^= key::piece(code, square);
        }
        all
    }

    /// The key of the en passant square and the castling rights.
    #[inline(always)] // two loads
    pub(crate) fn rights(&self) -> u64 {
        let passing = if self.ep == 0 { 0 } else { key::right(self.ep) };
        // castling rights are the numbers 0 to 15, which aren't en passant squares
        if B::CASTLES {
            passing ^ key::right(self.castling)
        } else {
            passing
        }
    }

    /// The sums and the key after a move; the key is without the rights before and after it.
    #[inline(never)] // three callers
    pub(crate) fn change(&self, mv: Move, sum: Sum, key: u64) -> (Sum, u64) {
        let (from, to) = (mv.origin(), mv.target());
        let code = self.cell(from);
        let landed = if mv.kind() == 0 {
            code
        } else {
            self.side | mv.kind()
        };
        // the code of an empty square has no value
        let victim = self.cell(to);
        let mut sum = sum.0 - B::value(code, from) + B::value(landed, to) - B::value(victim, to);
        let mut key = key
            ^ key::SIDE
            ^ key::piece(code, from)
            ^ key::piece(landed, to)
            ^ key::piece(victim, to);
        if self.is_en_passant(mv) {
            let behind = behind(from, to);
            let pawn = self.cell(behind);
            sum -= B::value(pawn, behind);
            key ^= key::piece(pawn, behind);
        } else if let Some((from, to)) = Self::rook_of(code, mv) {
            let rook = self.cell(from);
            sum += B::value(rook, to) - B::value(rook, from);
            key ^= key::piece(rook, from) ^ key::piece(rook, to);
        }
        (Sum(sum), key)
    }

    /// From and to of the rook, if a move of the piece `code` castles.
    #[inline(always)] // some instructions
    fn rook_of(code: u8, mv: Move) -> Option<(u8, u8)> {
        (B::CASTLES && is_castling(code, mv)).then(|| rook_of_castling(mv.target()))
    }

    /// The value of the position to a side, in hundredths of a pawn, from some sums: the material left blends those for middlegame
    /// and endgame. The kings count where they are.
    #[inline(never)] // several callers
    pub(crate) fn evaluate(&self, side: u8, sum: Sum) -> i32 {
        let mut value = sum.blend(B::FULL_PHASE);
        if sum.count() <= B::THIN {
            let pawns = [self.set(PAWN), self.set(WHITE | PAWN)];
            value = B::thin(value, self.kings, pawns);
        }
        B::TEMPO + if side == WHITE { value } else { -value }
    }

    /// The network's sums over the position.
    pub(crate) fn network(&self) -> B::Network {
        B::Network::of(self.pieces())
    }

    /// Writes the network's sums after a made move of the piece `code` into `after`.
    #[inline(always)] // a call, rarely two
    pub(crate) fn follow(
        code: u8,
        mv: Move,
        undo: Undo,
        before: &B::Network,
        after: &mut B::Network,
    ) {
        before.follow(code, mv, undo.taken(), after);
        if let Some((from, to)) = Self::rook_of(code, mv) {
            after.relocate(code & WHITE | ROOK, from, to);
        }
    }

    /// The network's share of the packed values of the sums.
    #[inline(always)] // a call
    pub(crate) fn correction(network: &B::Network) -> i32 {
        // the same in the middlegame and in the endgame
        network.value() * 0x1_0001
    }

    /// Whether a side has more than pawns.
    pub(crate) fn has_pieces(&self, side: u8) -> bool {
        self.set(side) & !self.set(side | PAWN) & !self.set(side | KING) != 0
    }
}
