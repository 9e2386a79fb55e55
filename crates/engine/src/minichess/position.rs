//! A position: pieces, side to move, en passant; making and taking back moves.

use super::attacks::{bishop, empty_reach, rook};
use super::setup::make_ready;
use super::square::{BOARD, Square, UP};
use super::word::{Word, nibble, set_nibble};
use crate::bitboard::{bit, first, squares};
use crate::mv::Move;
use crate::piece::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE};

/// Plies without a capture or pawn move that end the game (FIDE 9.3).
pub(crate) const HALF_LIMIT: u8 = 100;

/// A position of 6×6 chess.
///
/// ```
/// use chess_engine::Position;
/// let mut position = Position::start();
/// assert_eq!(position.legal_moves().as_slice().len(), 14);
/// ```
#[derive(Clone)]
#[repr(C)]
pub struct Position {
    /// The colour bit of the side to move.
    pub(crate) side: u8,
    /// The square a pawn has just stepped over, if an enemy pawn stands ready to capture there; else 0.
    pub(crate) ep: u8,
    /// Plies since the last capture or pawn move.
    pub(crate) half: u8,
    /// Black's and White's king.
    pub(crate) kings: [u8; 2],
    /// The squares of the pieces by their code; the colour bit alone stands for all pieces of a colour.
    sets: [u64; 16],
    /// Document 002's piece code of every square.
    pub(crate) cells: [u8; 64],
}

/// What [`Position::unmake`] needs to take a move back: the captured piece, its square, en passant square and half moves, a byte each.
#[derive(Clone, Copy)]
pub struct Undo(u32);

impl Undo {
    pub(crate) const NONE: Self = Self(0);

    #[inline(always)]
    pub(crate) fn captured(self) -> u8 {
        self.0 as u8 & 15
    }

    #[inline(always)]
    pub(crate) fn captured_on(self) -> u8 {
        (self.0 >> 8) as u8 & 63
    }
}

/// Why a packed board is no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// A half byte that is no piece code.
    PieceCode,
    /// Something on the edge squares other than the side to move.
    Edge,
    /// Not exactly one king of each colour.
    Kings,
    /// More than twelve pieces of one colour.
    TooManyPieces,
    /// A pawn on the first or the last rank.
    PawnRank,
    /// The side that has just moved is in check.
    OpponentInCheck,
    /// The en passant square is none: a pawn of the side that moved must stand right behind it, the squares before it empty.
    EnPassant,
}

impl PositionError {
    /// In words for a user.
    pub const fn message(self) -> &'static str {
        match self {
            Self::PieceCode => "the board holds a code that is no piece",
            Self::Edge => "the board's edge squares must be empty",
            Self::Kings => "each side needs exactly one king",
            Self::TooManyPieces => "a side has at most twelve pieces",
            Self::PawnRank => "a pawn cannot stand on the first or last rank",
            Self::OpponentInCheck => "the side to move could capture the king",
            Self::EnPassant => "no pawn has just stepped over the en passant square",
        }
    }
}

impl Position {
    /// The starting position's word.
    pub(crate) const START: Word = {
        const RANK: [u8; 6] = [3, 2, 5, 6, 4, 3];
        let mut word = [0; 32];
        set_nibble(&mut word, 0, 1);
        let mut file = 0;
        while file < 6 {
            let (a1, kind) = (14 - file as u8, RANK[file]);
            set_nibble(&mut word, a1, kind | WHITE);
            set_nibble(&mut word, a1 + 8, PAWN | WHITE);
            set_nibble(&mut word, a1 + 32, PAWN);
            set_nibble(&mut word, a1 + 40, kind);
            file += 1;
        }
        word
    };

    /// The starting position: R B Q K N R and six pawns each, White to move.
    pub fn start() -> Self {
        Self::unpack(&Self::START)
    }

    /// A position from document 002's word, the en passant square (document 002's index, 0 for none)
    /// and the plies since the last capture or pawn move (more than 100 count as 100).
    pub fn from_word(word: &Word, en_passant: u8, half: u8) -> Result<Self, PositionError> {
        let mut kings = [0; 2];
        let mut pieces = [0; 2];
        for index in 0..64 {
            let code = nibble(word, index);
            if Square::from_index(index).is_none() {
                if code > (index == 0) as u8 {
                    return Err(PositionError::Edge);
                }
                continue;
            }
            let colour = (code >> 3) as usize;
            match code & 7 {
                0 if code == 0 => continue,
                0 | 7 => return Err(PositionError::PieceCode),
                PAWN if !(16..48).contains(&index) => return Err(PositionError::PawnRank),
                KING => kings[colour] += 1,
                _ => {}
            }
            pieces[colour] += 1;
        }
        if kings != [1, 1] {
            return Err(PositionError::Kings);
        }
        if pieces[0] > 12 || pieces[1] > 12 {
            return Err(PositionError::TooManyPieces);
        }
        let mut position = Self::unpack(word);
        position.half = half.min(HALF_LIMIT);
        if position.attackers(
            position.king(position.side ^ WHITE),
            position.side,
            position.occupied(),
        ) != 0
        {
            return Err(PositionError::OpponentInCheck);
        }
        if en_passant != 0 {
            position.set_en_passant(en_passant)?;
        }
        Ok(position)
    }

    fn set_en_passant(&mut self, index: u8) -> Result<(), PositionError> {
        let square = Square::from_index(index).ok_or(PositionError::EnPassant)?.0;
        // Black to move: White's pawn has stepped from rank 2 over rank 3 to rank 4.
        let (rank, up) = if self.side == WHITE {
            (4, UP.wrapping_neg())
        } else {
            (3, UP)
        };
        let stands = square.wrapping_add(up);
        let pawn = PAWN | (self.side ^ WHITE);
        if square >> 3 != rank
            || self.cells[square as usize] != 0
            || self.cells[square.wrapping_sub(up) as usize] != 0
            || self.cells[stands as usize] & 15 != pawn
        {
            return Err(PositionError::EnPassant);
        }
        if self.is_pawn_beside(stands, self.side) {
            self.ep = square;
        }
        Ok(())
    }

    /// A board without a piece.
    pub(crate) const EMPTY: Self = Self {
        cells: [0; 64],
        sets: [0; 16],
        kings: [0; 2],
        side: 0,
        ep: 0,
        half: 0,
    };

    /// Takes a word for a position as it is.
    pub(crate) fn unpack(word: &Word) -> Self {
        let mut position = Self::EMPTY;
        position.set_up(word);
        position
    }

    /// Puts a word's pieces on an empty board.
    #[inline(never)]
    pub(crate) fn set_up(&mut self, word: &Word) {
        make_ready();
        self.side = nibble(word, 0) << 3;
        for square in squares(BOARD) {
            let code = nibble(word, square);
            if code != 0 {
                self.put(code, square);
                self.cells[(square & 63) as usize] = code;
                if code & 7 == KING {
                    self.kings[(code >> 3) as usize & 1] = square;
                }
            }
        }
    }

    /// The board as document 002 packs it, with the side to move as its last bit.
    pub fn word(&self) -> Word {
        let mut word = [0; 32];
        for square in squares(self.occupied()) {
            set_nibble(&mut word, square, self.cell(square));
        }
        set_nibble(&mut word, 0, self.side >> 3);
        word
    }

    /// Whether White is to move.
    pub fn white_to_move(&self) -> bool {
        self.side == WHITE
    }

    /// The en passant square as document 002's index, 0 for none. It is kept only where an enemy
    /// pawn stands beside the pawn that has just stepped two squares.
    pub fn en_passant(&self) -> u8 {
        self.ep
    }

    /// Plies since the last capture or pawn move.
    pub fn half_moves(&self) -> u8 {
        self.half
    }

    /// The document's piece code on a square: colour bit and kind, 0 if it is empty.
    pub fn code(&self, square: Square) -> u8 {
        self.cell(square.0)
    }

    #[inline(always)]
    pub(crate) fn cell(&self, square: u8) -> u8 {
        self.cells[(square & 63) as usize]
    }

    /// The squares of the pieces with a code.
    #[inline(always)]
    pub(crate) fn set(&self, code: u8) -> u64 {
        self.sets[(code & 15) as usize]
    }

    #[inline(always)]
    pub(crate) fn occupied(&self) -> u64 {
        self.sets[0] | self.sets[WHITE as usize]
    }

    /// Whether the side to move is in check.
    #[inline(never)]
    pub fn in_check(&self) -> bool {
        self.attackers(self.king(self.side), self.side ^ WHITE, self.occupied()) != 0
    }

    #[inline(always)]
    pub(crate) fn king(&self, side: u8) -> u8 {
        self.kings[(side >> 3) as usize & 1]
    }

    /// Whether a pawn of a side stands to the left or right of a square.
    #[inline(always)]
    fn is_pawn_beside(&self, square: u8, side: u8) -> bool {
        (bit(square) << 1 | bit(square) >> 1) & self.set(side | PAWN) != 0
    }

    /// The pieces of a side that attack a square.
    #[inline(never)]
    pub(crate) fn attackers(&self, square: u8, by: u8, occupied: u64) -> u64 {
        // A pawn attacks a square from where a pawn of the other colour on it would attack.
        empty_reach(by >> 3 ^ 1, square) & self.set(by | PAWN)
            | empty_reach(KNIGHT, square) & self.set(by | KNIGHT)
            | empty_reach(KING, square) & self.set(by | KING)
            | self.sliders(square, by, occupied)
    }

    /// The rooks, bishops and queens of a side that attack a square.
    #[inline(never)]
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
    #[inline(never)]
    pub(crate) fn is_legal(&self, mv: Move, pinned: u64) -> bool {
        let (from, to) = (mv.origin(), mv.target());
        let king = self.king(self.side);
        let them = self.side ^ WHITE;
        let occupied = self.occupied();
        if from == king {
            return self.attackers(to, them, occupied ^ bit(from)) == 0;
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
    #[inline(never)]
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
    }

    /// Whether a piece on a square would attack another on an empty board.
    #[inline(always)]
    pub(crate) fn aims(&self, code: u8, from: u8, target: u8) -> bool {
        let row = if code & 7 == PAWN { code >> 3 } else { code };
        empty_reach(row, from) & bit(target) != 0
    }

    /// Whether a move of the side to move captures in passing.
    #[inline(always)]
    pub(crate) fn is_en_passant(&self, mv: Move) -> bool {
        self.ep != 0 && mv.target() == self.ep && self.cell(mv.origin()) & 7 == PAWN
    }

    /// Puts a piece into the sets of its code and of its colour, or takes it out.
    #[inline(never)]
    fn put(&mut self, code: u8, square: u8) {
        self.sets[(code & 15) as usize] ^= bit(square);
        self.sets[(code & WHITE) as usize] ^= bit(square);
    }

    /// Makes a move that obeys the pieces' way of moving.
    #[inline(never)]
    pub(crate) fn make(&mut self, mv: Move) -> Undo {
        let (from, to) = (mv.origin(), mv.target());
        let code = self.cell(from);
        let mut landed = code;
        let mut captured_on = to;
        let before = (self.ep as u32) << 16 | (self.half as u32) << 24;
        let passing = self.ep;
        self.ep = 0;
        self.half += 1;
        if code & 7 == PAWN {
            self.half = 0;
            if (from ^ to) & 15 == 0 {
                if self.is_pawn_beside(to, self.side ^ WHITE) {
                    self.ep = (from + to) / 2;
                }
            } else if to == passing {
                captured_on = behind(from, to);
            } else if mv.kind() != 0 {
                landed = self.side | mv.kind();
            }
        } else if code & 7 == KING {
            self.kings[(self.side >> 3) as usize & 1] = to;
        }
        let captured = self.cell(captured_on);
        if captured != 0 {
            self.half = 0;
            self.put(captured, captured_on);
            self.cells[(captured_on & 63) as usize] = 0;
        }
        self.relocate(code, from, landed, to);
        self.side ^= WHITE;
        Undo(before | (captured_on as u32) << 8 | captured as u32)
    }

    /// Takes a piece from one square and puts what it becomes on another.
    #[inline(always)]
    fn relocate(&mut self, code: u8, from: u8, landed: u8, to: u8) {
        self.cells[(from & 63) as usize] = 0;
        self.cells[(to & 63) as usize] = landed;
        self.sets[(code & 15) as usize] ^= bit(from);
        self.sets[(landed & 15) as usize] ^= bit(to);
        self.sets[(code & WHITE) as usize] ^= bit(from) | bit(to);
    }

    /// Takes back the last move.
    #[inline(never)]
    pub(crate) fn unmake(&mut self, mv: Move, undo: Undo) {
        let (from, to) = (mv.origin(), mv.target());
        self.side ^= WHITE;
        let landed = self.cell(to);
        let mut code = landed;
        if mv.kind() != 0 {
            code = self.side | PAWN;
        } else if code & 7 == KING {
            self.kings[(self.side >> 3) as usize & 1] = from;
        }
        self.relocate(landed, to, code, from);
        if undo.captured() != 0 {
            self.put(undo.captured(), undo.captured_on());
            self.cells[undo.captured_on() as usize] = undo.captured();
        }
        self.ep = (undo.0 >> 16) as u8;
        self.half = (undo.0 >> 24) as u8;
    }

    /// Passes the move.
    pub(crate) fn pass(&mut self) -> Undo {
        let before = (self.ep as u32) << 16 | (self.half as u32) << 24;
        self.side ^= WHITE;
        self.ep = 0;
        self.half += 1;
        Undo(before)
    }

    /// Takes back a pass.
    pub(crate) fn take_back_pass(&mut self, undo: Undo) {
        self.side ^= WHITE;
        self.ep = (undo.0 >> 16) as u8;
        self.half = (undo.0 >> 24) as u8;
    }

    /// Whether the material allows no mate: bare kings, a single minor piece, or only
    /// bishops of one square colour (FIDE 5.2.2).
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

/// The square of the pawn that a capture in passing takes: on the mover's rank, on the file it goes to.
#[inline(always)]
fn behind(from: u8, to: u8) -> u8 {
    from & 56 | to & 7
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_is_packed_as_in_the_document() {
        let word = Position::start().word();
        let rows: [[u8; 4]; 8] = [
            [0, 0, 0, 0],
            [0x03, 0x25, 0x64, 0x30],
            [0x01, 0x11, 0x11, 0x10],
            [0, 0, 0, 0],
            [0, 0, 0, 0],
            [0x09, 0x99, 0x99, 0x90],
            [0x0b, 0xad, 0xec, 0xb0],
            [0, 0, 0, 1],
        ];
        assert_eq!(word.as_chunks::<4>().0, rows);
        let again = Position::from_word(&word, 0, 0).unwrap();
        assert_eq!(again.word(), word);
        assert_eq!(again.occupied().count_ones(), 24);
    }

    #[test]
    fn words_that_are_no_position_are_refused() {
        let start = Position::start().word();
        let with = |byte: usize, value: u8| {
            let mut word = start;
            word[byte] = value;
            Position::from_word(&word, 0, 0).err()
        };
        assert_eq!(with(0, 1), Some(PositionError::Edge));
        assert_eq!(with(31, 2), Some(PositionError::Edge));
        assert_eq!(with(31, 8), Some(PositionError::Edge));
        assert_eq!(with(13, 0x70), Some(PositionError::PieceCode));
        assert_eq!(with(13, 0x08), Some(PositionError::PieceCode));
        assert_eq!(with(13, 0x0f), Some(PositionError::PieceCode));
        assert_eq!(with(13, 0x06), Some(PositionError::Kings));
        assert_eq!(with(13, 0x05), Some(PositionError::TooManyPieces));
        assert_eq!(with(5, 0x15), Some(PositionError::PawnRank));
        assert_eq!(with(31, 0), None);
        assert_eq!(
            Position::from_word(&start, 30, 0).err(),
            Some(PositionError::EnPassant)
        );
        assert_eq!(
            Position::from_word(&start, 255, 0).err(),
            Some(PositionError::EnPassant)
        );
    }
}
