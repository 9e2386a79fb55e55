//! The board of the search: pieces, side to move, en passant and castling rights; making and taking back moves.

use super::attacks::{beside, bishop, empty_reach, rook};
use super::setup::make_ready;
use crate::bitboard::{bit, first};
use crate::mv::Move;
use crate::piece::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE};

/// The castling rights, as `chess-rules` numbers them.
pub(crate) const SHORT: u8 = 1;
pub(crate) const LONG: u8 = 2;

/// A position as the search sees it. It comes from a [`super::Game`].
#[derive(Clone)]
#[repr(C)]
pub struct Position {
    /// The colour bit of the side to move.
    pub(crate) side: u8,
    /// The square a pawn has just stepped over, if an enemy pawn stands ready to capture there; else 0.
    pub(crate) ep: u8,
    /// Plies since the last capture or pawn move.
    pub(crate) half: u8,
    /// White's rights in the two lowest bits, Black's above them.
    pub(crate) castling: u8,
    /// Black's and White's king.
    pub(crate) kings: [u8; 2],
    /// The squares of the pieces by their code; the colour bit alone stands for all pieces of a colour.
    sets: [u64; 16],
    /// The piece code of every square.
    pub(crate) cells: [u8; 64],
}

/// What taking back a move needs: the captured piece, its square, en passant square, half moves and castling rights.
#[derive(Clone, Copy)]
pub struct Undo(u32);

impl Undo {
    pub(crate) const NONE: Self = Self(0);

    #[inline(always)] // one instruction
    pub(crate) fn captured(self) -> u8 {
        self.0 as u8 & 15
    }

    #[inline(always)] // two instructions
    pub(crate) fn captured_on(self) -> u8 {
        (self.0 >> 4) as u8 & 63
    }
}

/// The rights that end when something moves from a square or to it.
static RIGHTS_OF: [u8; 64] = {
    let mut rights = [0; 64];
    (rights[0], rights[4], rights[7]) = (LONG, LONG | SHORT, SHORT);
    (rights[56], rights[60], rights[63]) = (LONG << 2, (LONG | SHORT) << 2, SHORT << 2);
    rights
};

impl Position {
    /// A board without a piece.
    pub(crate) const EMPTY: Self = Self {
        cells: [0; 64],
        sets: [0; 16],
        kings: [0; 2],
        side: 0,
        ep: 0,
        half: 0,
        castling: 0,
    };

    /// Takes the pieces of a board, `cells` from a1 to h8, and what belongs to the position besides. The caller sees to it that both kings
    /// are there and that the rights fit.
    #[inline(never)] // once a call
    pub(crate) fn set_up(
        &mut self,
        cells: impl Iterator<Item = u8>,
        side: u8,
        ep: u8,
        half: u8,
        castling: u8,
    ) {
        make_ready();
        (self.side, self.ep, self.half, self.castling) = (side, ep, half, castling);
        self.sets = [0; 16];
        for (square, code) in (0..64).zip(cells) {
            self.cells[square & 63] = code;
            if code != 0 {
                self.put(code, square as u8);
                if code & 7 == KING {
                    self.kings[(code >> 3) as usize & 1] = square as u8;
                }
            }
        }
    }

    #[inline(always)] // a load
    pub(crate) fn cell(&self, square: u8) -> u8 {
        self.cells[(square & 63) as usize]
    }

    /// The squares of the pieces with a code.
    #[inline(always)] // a load
    pub(crate) fn set(&self, code: u8) -> u64 {
        self.sets[(code & 15) as usize]
    }

    #[inline(always)] // two loads
    pub(crate) fn occupied(&self) -> u64 {
        self.sets[0] | self.sets[WHITE as usize]
    }

    /// Whether the side to move is in check.
    #[inline(never)] // several callers
    pub(crate) fn in_check(&self) -> bool {
        self.attackers(self.king(self.side), self.side ^ WHITE, self.occupied()) != 0
    }

    #[inline(always)] // a load
    pub(crate) fn king(&self, side: u8) -> u8 {
        self.kings[(side >> 3) as usize & 1]
    }

    /// Whether a pawn of a side stands to the left or right of a square.
    #[inline(always)] // some instructions
    fn is_pawn_beside(&self, square: u8, side: u8) -> bool {
        beside(bit(square)) & self.set(side | PAWN) != 0
    }

    /// The pieces of a side that attack a square.
    #[inline(never)] // many callers
    pub(crate) fn attackers(&self, square: u8, by: u8, occupied: u64) -> u64 {
        // A pawn attacks a square from where a pawn of the other colour on it would attack.
        empty_reach(by >> 3 ^ 1, square) & self.set(by | PAWN)
            | empty_reach(KNIGHT, square) & self.set(by | KNIGHT)
            | empty_reach(KING, square) & self.set(by | KING)
            | self.sliders(square, by, occupied)
    }

    /// The rooks, bishops and queens of a side that attack a square.
    #[inline(never)] // two callers
    pub(crate) fn sliders(&self, square: u8, by: u8, occupied: u64) -> u64 {
        let queens = self.set(by | QUEEN);
        let straight = self.set(by | ROOK) | queens;
        let diagonal = self.set(by | BISHOP) | queens;
        let mut found = 0;
        if empty_reach(ROOK, square) & straight != 0 {
            found = rook(square, occupied) & straight;
        }
        if empty_reach(BISHOP, square) & diagonal != 0 {
            found |= bishop(square, occupied) & diagonal;
        }
        found
    }

    /// Where other pieces than the king may go for the king not to stay in check: everywhere, or where the
    /// piece that gives check stands, or between.
    pub(crate) fn evasions(&self) -> u64 {
        let king = self.king(self.side);
        let checkers = self.attackers(king, self.side ^ WHITE, self.occupied());
        if checkers == 0 {
            return !0;
        }
        if checkers & (checkers - 1) != 0 {
            return 0;
        }
        let from = first(checkers);
        // Lines from both meet only in between, unless neither lies on a line of the other.
        let mut between = 0;
        if empty_reach(ROOK, king) & checkers != 0 {
            between = rook(king, checkers) & rook(from, bit(king));
        } else if empty_reach(BISHOP, king) & checkers != 0 {
            between = bishop(king, checkers) & bishop(from, bit(king));
        }
        checkers | between
    }

    /// Whether a move, by a piece's way of moving and to where a check is met, leaves the own king safe. `pinned` are the pieces
    /// that may be pinned (see [`Position::screens`]), or more.
    #[inline(never)] // several callers
    pub(crate) fn is_legal(&self, mv: Move, pinned: u64) -> bool {
        let (from, to) = (mv.origin(), mv.target());
        let king = self.king(self.side);
        let them = self.side ^ WHITE;
        let occupied = self.occupied();
        if from == king {
            let safe = |square| self.attackers(square, them, occupied ^ bit(from)) == 0;
            // Castling: not over an attacked square either (FIDE 3.8.2.2).
            return safe(to) && (from.abs_diff(to) != 2 || safe((from + to) / 2));
        }
        let mut gone = bit(from);
        if self.is_en_passant(mv) {
            gone |= bit(behind(from, to));
        } else if gone & pinned == 0 {
            return true;
        }
        self.sliders(king, them, occupied & !gone | bit(to)) & !bit(to) == 0
    }

    /// Pieces of the side to move that stand on a line to the king of a side, the first on it, if a slider of side `by` may be behind.
    #[inline(never)] // two callers
    pub(crate) fn screens(&self, side: u8, by: u8) -> u64 {
        let king = self.king(side);
        let occupied = self.occupied();
        let queens = self.set(by | QUEEN);
        let mut lines = 0;
        if empty_reach(ROOK, king) & (self.set(by | ROOK) | queens) != 0 {
            lines = rook(king, occupied);
        }
        if empty_reach(BISHOP, king) & (self.set(by | BISHOP) | queens) != 0 {
            lines |= bishop(king, occupied);
        }
        lines & self.set(self.side)
    }

    /// Whether a move may attack the other king; `discoverers` are the pieces that may open a line to it. `false` is certain.
    #[inline(always)] // on the search's path
    pub(crate) fn may_check(&self, mv: Move, discoverers: u64) -> bool {
        let them = self.king(self.side ^ WHITE);
        let (from, to) = (mv.origin(), mv.target());
        mv.kind() != 0
            || self.aims(self.cell(from), to, them)
            || discoverers & bit(from) != 0
            || self.is_en_passant(mv)
            || is_castling(self.cell(from), mv)
    }

    /// Whether a piece on a square would attack another on an empty board.
    #[inline(always)] // a load
    fn aims(&self, code: u8, from: u8, target: u8) -> bool {
        let row = if code & 7 == PAWN { code >> 3 } else { code };
        empty_reach(row, from) & bit(target) != 0
    }

    /// Whether a move of the side to move captures in passing.
    #[inline(always)] // some instructions
    pub(crate) fn is_en_passant(&self, mv: Move) -> bool {
        self.ep != 0 && mv.target() == self.ep && self.cell(mv.origin()) & 7 == PAWN
    }

    /// Puts a piece into the sets of its code and of its colour, or takes it out.
    #[inline(never)] // several callers
    fn put(&mut self, code: u8, square: u8) {
        self.sets[(code & 15) as usize] ^= bit(square);
        self.sets[(code & WHITE) as usize] ^= bit(square);
    }

    /// Makes a move that obeys the pieces' way of moving.
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
            if from.abs_diff(to) == 2 {
                let (rook, beside) = rook_of_castling(to);
                self.relocate(self.side | ROOK, rook, self.side | ROOK, beside);
            }
        }
        if self.castling != 0 {
            self.castling &= !(RIGHTS_OF[(from & 63) as usize] | RIGHTS_OF[(to & 63) as usize]);
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

    /// Takes a piece from one square and puts what it becomes on another.
    #[inline(always)] // the squares' loads are the callers', too
    fn relocate(&mut self, code: u8, from: u8, landed: u8, to: u8) {
        self.cells[(from & 63) as usize] = 0;
        self.cells[(to & 63) as usize] = landed;
        self.sets[(code & 15) as usize] ^= bit(from);
        self.sets[(landed & 15) as usize] ^= bit(to);
        self.sets[(code & WHITE) as usize] ^= bit(from) | bit(to);
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
            if from.abs_diff(to) == 2 {
                let (rook, beside) = rook_of_castling(to);
                self.relocate(self.side | ROOK, beside, self.side | ROOK, rook);
            }
        }
        self.relocate(landed, to, code, from);
        if undo.captured() != 0 {
            self.put(undo.captured(), undo.captured_on());
            self.cells[undo.captured_on() as usize] = undo.captured();
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

    /// Whether the material allows no mate: bare kings, a single minor piece, or only
    /// bishops of one square colour (FIDE 5.2.2).
    pub(crate) fn is_dead(&self) -> bool {
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

/// Whether a move of the piece `code` castles.
#[inline(always)] // some instructions
pub(crate) fn is_castling(code: u8, mv: Move) -> bool {
    code & 7 == KING && mv.origin().abs_diff(mv.target()) == 2
}

/// Where the rook stands before castling and after it, by the square that the king goes to.
#[inline(always)] // some instructions
pub(crate) fn rook_of_castling(to: u8) -> (u8, u8) {
    if to & 7 == 6 {
        (to + 1, to - 1)
    } else {
        (to - 2, to + 1)
    }
}

/// The square of the pawn that a capture in passing takes: on the mover's rank, on the file it goes to.
#[inline(always)] // some instructions
fn behind(from: u8, to: u8) -> u8 {
    from & 56 | to & 7
}
