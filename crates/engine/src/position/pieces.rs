//! The pieces on a board, and the other parts of a position.

use core::marker::PhantomData;

use crate::bitboard::{bit, first};
use crate::board::Board;
use crate::mv::Move;
use crate::piece::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE};

/// A position on a board. It comes from a game.
#[derive(Clone)]
#[repr(C)]
pub struct Position<B> {
    /// The colour bit of the side to move.
    pub(crate) side: u8,
    /// The square that a pawn has just passed, if an enemy pawn can capture there; otherwise 0.
    pub(crate) ep: u8,
    /// Plies since the last capture or pawn move.
    pub(crate) half: u8,
    /// White's rights in the two lowest bits, Black's above them.
    pub(crate) castling: u8,
    /// Black's and White's king.
    pub(super) kings: [u8; 2],
    /// The squares of the pieces by their code; the colour bit alone stands for all pieces of a colour.
    pub(super) sets: [u64; 16],
    /// The piece code of every square.
    pub(crate) cells: [u8; 64],
    board: PhantomData<B>,
}

impl<B: Board> Position<B> {
    /// A board without pieces.
    pub(crate) const EMPTY: Self = Self {
        cells: [0; 64],
        sets: [0; 16],
        kings: [0; 2],
        side: 0,
        ep: 0,
        half: 0,
        castling: 0,
        board: PhantomData,
    };

    /// Puts the pieces of a board on their squares. The caller must make sure that both kings are there, and set the
    /// other parts of the position.
    #[inline(never)] // once a call
    pub(crate) fn set_up(&mut self, cells: impl Iterator<Item = (u8, u8)>) {
        B::make_ready();
        self.sets = [0; 16];
        for (square, code) in cells {
            self.cells[(square & 63) as usize] = code;
            if code != 0 {
                self.put(code, square);
                if code & 7 == KING {
                    self.kings[(code >> 3) as usize & 1] = square;
                }
            }
        }
    }

    /// The piece code on a square, 0 if it is empty.
    #[inline(always)] // a load
    pub(crate) fn cell(&self, square: u8) -> u8 {
        self.cells[(square & 63) as usize]
    }

    /// The squares of the pieces with a code.
    #[inline(always)] // a load
    pub(crate) fn set(&self, code: u8) -> u64 {
        self.sets[(code & 15) as usize]
    }

    /// All pieces.
    #[inline(always)] // two loads
    pub(crate) fn occupied(&self) -> u64 {
        self.sets[0] | self.sets[WHITE as usize]
    }

    /// The square of a side's king.
    #[inline(always)] // a load
    pub(crate) fn king(&self, side: u8) -> u8 {
        self.kings[(side >> 3) as usize & 1]
    }

    /// Whether a pawn of a side stands to the left or right of a square.
    #[inline(always)] // some instructions
    pub(crate) fn is_pawn_beside(&self, square: u8, side: u8) -> bool {
        B::beside(bit(square)) & self.set(side | PAWN) != 0
    }

    /// Whether a move of the side to move captures in passing.
    #[inline(always)] // some instructions
    pub(crate) fn is_en_passant(&self, mv: Move) -> bool {
        self.ep != 0 && mv.target() == self.ep && self.cell(mv.origin()) & 7 == PAWN
    }

    /// Whether a move takes something or promotes.
    #[inline(always)] // some instructions
    pub(crate) fn is_noisy(&self, mv: Move) -> bool {
        mv.kind() != 0 || self.cell(mv.target()) != 0 || self.is_en_passant(mv)
    }

    /// The kind of the piece that a capture takes.
    #[inline(always)] // some instructions
    pub(crate) fn victim(&self, mv: Move) -> u8 {
        match self.cell(mv.target()) & 7 {
            0 if self.is_en_passant(mv) => PAWN,
            kind => kind,
        }
    }

    /// The least valuable of some pieces of a side, of which there is one.
    #[inline(never)] // a loop that several callers share
    pub(crate) fn least(&self, pieces: u64, side: u8) -> u8 {
        for kind in [PAWN, KNIGHT, BISHOP, ROOK, QUEEN] {
            let set = pieces & self.set(side | kind);
            if set != 0 {
                return first(set);
            }
        }
        self.king(side)
    }

    /// Whether the material allows no mate: bare kings, a single minor piece, or only bishops of one square colour
    /// (FIDE 5.2.2).
    pub fn is_dead(&self) -> bool {
        let of = |kind: u8| self.set(kind) | self.set(kind | WHITE);
        if of(PAWN) | of(ROOK) | of(QUEEN) != 0 {
            return false;
        }
        let (knights, bishops) = (of(KNIGHT), of(BISHOP));
        let dark = 0xaa55_aa55_aa55_aa55;
        match knights {
            0 => bishops & dark == 0 || bishops & !dark == 0,
            _ => knights & (knights - 1) == 0 && bishops == 0,
        }
    }
}
