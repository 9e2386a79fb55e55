//! Making and taking back moves.

use super::castling::rook_of_castling;
use super::pieces::Position;
use crate::bitboard::bit;
use crate::board::Board;
use crate::mv::Move;
use crate::piece::{KING, PAWN, ROOK, WHITE};

/// The data that taking back a move needs: the captured piece, its square, en passant square, half moves and castling rights.
#[derive(Clone, Copy)]
pub struct Undo(u32);

impl Undo {
    pub(crate) const NONE: Self = Self(0);

    /// The captured piece, 0 for none, and its square.
    #[inline(always)] // some instructions
    pub(crate) fn taken(self) -> (u8, u8) {
        (self.0 as u8 & 15, (self.0 >> 4) as u8 & 63)
    }
}

/// The square of the pawn that is captured in passing: on the mover's rank, on the file of its new
/// square.
#[inline(always)] // some instructions
pub(super) fn behind(from: u8, to: u8) -> u8 {
    from & 56 | to & 7
}

impl<B: Board> Position<B> {
    /// Makes a pseudo-legal move.
    #[inline(never)] // several callers
    pub(crate) fn make(&mut self, mv: Move) -> Undo {
        let (from, to) = (mv.origin(), mv.target());
        let code = self.cell(from);
        let mut landed = code;
        let mut captured_on = to;
        let before = self.past();
        let passing = self.ep;
        self.ep = 0;
        self.half += 1;
        if code & 7 == PAWN {
            self.half = 0;
            if (from ^ to) & 15 == 0 {
                if self.is_pawn_beside(to, self.side ^ WHITE) {
                    self.ep = (from + to) / 2;
                }
            } else if to == passing && passing != 0 {
                captured_on = behind(from, to);
            } else if mv.kind() != 0 {
                landed = self.side | mv.kind();
            }
        } else if code & 7 == KING {
            self.kings[(self.side >> 3) as usize & 1] = to;
            if B::CASTLES && from.abs_diff(to) == 2 {
                let (rook, beside) = rook_of_castling(to);
                self.relocate(self.side | ROOK, rook, self.side | ROOK, beside);
            }
        }
        if B::CASTLES {
            self.lose_rights(mv);
        }
        let captured = self.cell(captured_on);
        if captured != 0 {
            self.half = 0;
            self.put(captured, captured_on);
            self.cells[(captured_on & 63) as usize] = 0;
        }
        self.relocate(code, from, landed, to);
        self.side ^= WHITE;
        Undo(before | (captured_on as u32) << 4 | captured as u32)
    }

    /// Takes back the last move.
    #[inline(never)] // two callers
    pub(crate) fn unmake(&mut self, mv: Move, undo: Undo) {
        let (from, to) = (mv.origin(), mv.target());
        self.side ^= WHITE;
        let landed = self.cell(to);
        let mut code = landed;
        if mv.kind() != 0 {
            code = self.side | PAWN;
        } else if code & 7 == KING {
            self.kings[(self.side >> 3) as usize & 1] = from;
            if B::CASTLES && from.abs_diff(to) == 2 {
                let (rook, beside) = rook_of_castling(to);
                self.relocate(self.side | ROOK, beside, self.side | ROOK, rook);
            }
        }
        self.relocate(landed, to, code, from);
        let (captured, captured_on) = undo.taken();
        if captured != 0 {
            self.put(captured, captured_on);
            self.cells[captured_on as usize] = captured;
        }
        self.restore(undo);
    }

    /// Passes the move.
    pub(crate) fn pass(&mut self) -> Undo {
        let before = self.past();
        self.side ^= WHITE;
        self.ep = 0;
        self.half += 1;
        Undo(before)
    }

    /// Takes back a pass.
    pub(crate) fn take_back_pass(&mut self, undo: Undo) {
        self.side ^= WHITE;
        self.restore(undo);
    }

    /// En passant square, half moves and castling rights, above the captured piece and its square.
    #[inline(always)] // some shifts
    fn past(&self) -> u32 {
        (self.ep as u32) << 10 | (self.half as u32) << 16 | (self.castling as u32) << 24
    }

    #[inline(always)] // some shifts
    fn restore(&mut self, undo: Undo) {
        self.ep = (undo.0 >> 10) as u8 & 63;
        self.half = (undo.0 >> 16) as u8;
        self.castling = (undo.0 >> 24) as u8;
    }

    /// Adds a piece to the sets of its code and its colour, or removes it.
    #[inline(never)] // several callers
    pub(super) fn put(&mut self, code: u8, square: u8) {
        self.sets[(code & 15) as usize] ^= bit(square);
        self.sets[(code & WHITE) as usize] ^= bit(square);
    }

    /// Removes a piece from one square and puts its new piece on another.
    #[inline(always)] // the squares' loads are the callers', too
    fn relocate(&mut self, code: u8, from: u8, landed: u8, to: u8) {
        self.cells[(from & 63) as usize] = 0;
        self.cells[(to & 63) as usize] = landed;
        self.sets[(code & 15) as usize] ^= bit(from);
        self.sets[(landed & 15) as usize] ^= bit(to);
        self.sets[(code & WHITE) as usize] ^= bit(from) | bit(to);
    }
}
