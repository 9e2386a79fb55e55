//! A position: pieces, side to move, en passant; making and taking back moves.

use crate::attack::{REACH, STEP, reach_bit};
use crate::moves::{Move, MoveList, bit};
use crate::square::{Square, UP};
use crate::word::{BISHOP, KING, KNIGHT, PAWN, WHITE, Word, nibble, set_nibble};

/// What the cells around the board hold. Its colour bit is set, so that it is nobody's
/// enemy when White moves; for Black see [`Position::is_enemy`].
const EDGE: u8 = 0x0f;

/// Plies without a capture or pawn move that end the game (FIDE 9.3).
pub(crate) const HALF_LIMIT: u8 = 100;

/// A position of 6×6 chess.
///
/// ```
/// use minichess_engine::Position;
/// let mut position = Position::start();
/// assert_eq!(position.legal_moves().as_slice().len(), 14);
/// ```
#[derive(Clone)]
pub struct Position {
    /// Document 002's piece code in the low four bits; above it, the piece's slot in `list`.
    pub(crate) cells: [u8; 256],
    /// Each piece's square, 0 once it is captured, by slot and colour (Black first). Slot 0 is the king.
    pub(crate) list: [[u8; 2]; 16],
    /// The squares of each colour's pieces as a set of bits, Black's first.
    pub(crate) occupied: [u64; 2],
    /// Those of each colour's pawns.
    pub(crate) pawns: [u64; 2],
    /// Slots of `list` that held other pieces than pawns at first.
    pieces: u8,
    /// Pawns promoted since, which stay in their slots.
    promoted: u8,
    /// The colour bit of the side to move.
    pub(crate) side: u8,
    /// The square a pawn has just stepped over, if an enemy pawn stands ready to capture there; else 0.
    pub(crate) ep: u8,
    /// Plies since the last capture or pawn move.
    pub(crate) half: u8,
    /// Pieces on the board.
    pub(crate) count: u8,
}

/// What [`Position::unmake`] needs to take a move back.
#[derive(Clone, Copy)]
pub struct Undo {
    pub(crate) captured: u8,
    pub(crate) captured_on: u8,
    ep: u8,
    half: u8,
}

impl Undo {
    pub(crate) const NONE: Self = Self {
        captured: 0,
        captured_on: 0,
        ep: 0,
        half: 0,
    };
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
    /// The starting position: R B Q K N R and six pawns each, White to move.
    pub fn start() -> Self {
        const RANK: [u8; 6] = [3, 2, 5, 6, 4, 3];
        let mut word = [0; 32];
        set_nibble(&mut word, 0, 1);
        for (file, kind) in RANK.into_iter().enumerate() {
            let a1 = 14 - file as u8;
            set_nibble(&mut word, a1, kind | WHITE);
            set_nibble(&mut word, a1 + 8, PAWN | WHITE);
            set_nibble(&mut word, a1 + 32, PAWN);
            set_nibble(&mut word, a1 + 40, kind);
        }
        Self::unpack(&word)
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
        if position.is_attacked(position.king(position.side ^ WHITE), position.side) {
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
        if self.pawn_beside(stands, self.side) {
            self.ep = square;
        }
        Ok(())
    }

    /// Takes a word for a position as it is.
    pub(crate) fn unpack(word: &Word) -> Self {
        let mut position = Self {
            cells: [EDGE; 256],
            list: [[0; 2]; 16],
            occupied: [0; 2],
            pawns: [0; 2],
            pieces: 0,
            promoted: 0,
            side: nibble(word, 0) << 3,
            ep: 0,
            half: 0,
            count: 0,
        };
        let mut slots = [1u8; 2];
        for pawns in [false, true] {
            for index in 9..55 {
                let (square, code) = (index, nibble(word, index));
                if !(1..=6).contains(&(index & 7)) || code != 0 && (code & 7 == PAWN) != pawns {
                    continue;
                }
                let mut cell = code;
                if code != 0 {
                    let colour = (code >> 3) as usize;
                    if code & 7 != KING {
                        cell |= slots[colour] << 4;
                        slots[colour] += 1;
                    }
                    *position.place(cell) = square;
                    position.count += 1;
                    position.occupied[colour] |= bit(square);
                    if pawns {
                        position.pawns[colour] |= bit(square);
                    } else {
                        position.pieces = position.pieces.max(slots[colour]);
                    }
                }
                if code != 0 || !pawns {
                    position.cells[square as usize] = cell;
                }
            }
        }
        position
    }

    /// The board as document 002 packs it, with the side to move as its last bit.
    pub fn word(&self) -> Word {
        let mut word = [0; 32];
        for square in Square::all() {
            set_nibble(
                &mut word,
                square.index(),
                self.cells[square.0 as usize] & 15,
            );
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
        if self.ep == 0 {
            0
        } else {
            Square(self.ep).index()
        }
    }

    /// Plies since the last capture or pawn move.
    pub fn half_moves(&self) -> u8 {
        self.half
    }

    /// The document's piece code on a square: colour bit and kind, 0 if it is empty.
    pub fn code(&self, square: Square) -> u8 {
        self.cells[square.0 as usize] & 15
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.is_attacked(self.king(self.side), self.side ^ WHITE)
    }

    /// All legal moves.
    pub fn legal_moves(&mut self) -> MoveList {
        let mut list = MoveList::of(self);
        list.retain(|mv| {
            let undo = self.make(mv);
            let legal = self.is_legal();
            self.unmake(mv, undo);
            legal
        });
        list
    }

    /// Whether the side that has just moved left its king safe.
    pub(crate) fn is_legal(&self) -> bool {
        !self.is_attacked(self.king(self.side ^ WHITE), self.side)
    }

    /// The list entry of a piece.
    #[inline(always)]
    fn place(&mut self, cell: u8) -> &mut u8 {
        // Slot and colour lie side by side in the cell as they do in the list.
        &mut self.list.as_flattened_mut()[(cell >> 3) as usize]
    }

    #[inline(always)]
    pub(crate) fn king(&self, side: u8) -> u8 {
        self.list[0][(side >> 3) as usize & 1]
    }

    /// Whether a cell holds a piece of the side not to move.
    #[inline(always)]
    pub(crate) fn is_enemy(&self, cell: u8) -> bool {
        (cell ^ self.side) & WHITE != 0 && cell != 0 && cell != EDGE
    }

    /// Whether a pawn of a side stands to the left or right of a square.
    #[inline(always)]
    fn pawn_beside(&self, square: u8, side: u8) -> bool {
        let pawn = PAWN | side;
        self.cells[square.wrapping_sub(1) as usize] & 15 == pawn
            || self.cells[square.wrapping_add(1) as usize] & 15 == pawn
    }

    /// Whether a side attacks a square.
    #[inline(never)]
    pub(crate) fn is_attacked(&self, square: u8, by: u8) -> bool {
        let colour = (by >> 3) as usize & 1;
        let down = if by == WHITE { UP.wrapping_neg() } else { UP };
        self.pawn_beside(square.wrapping_add(down), by)
            || self
                .pieces()
                .iter()
                .any(|pair| pair[colour] != 0 && self.attacks(pair[colour], square))
    }

    /// The part of `list` that may hold other pieces than pawns.
    #[inline(always)]
    pub(crate) fn pieces(&self) -> &[[u8; 2]] {
        let slots = if self.promoted == 0 { self.pieces } else { 12 };
        self.list.get(..slots as usize).unwrap_or(&self.list)
    }

    /// Whether the piece on a square attacks another square.
    #[inline(always)]
    pub(crate) fn attacks(&self, from: u8, target: u8) -> bool {
        self.reaches(from, self.cells[from as usize], target) && self.is_clear(from, target)
    }

    /// Whether nothing stands between two squares of a line; a knight's jump has nothing in between.
    #[inline(always)]
    pub(crate) fn is_clear(&self, from: u8, target: u8) -> bool {
        let step = STEP[target.wrapping_sub(from) as usize];
        step == 0 || self.first_piece(from, step, target) == target
    }

    /// The first square on the way from a square that holds something or is the last one asked for.
    #[inline(never)]
    fn first_piece(&self, from: u8, step: u8, last: u8) -> u8 {
        let mut square = from.wrapping_add(step);
        while square != last && self.cells[square as usize] == 0 {
            square = square.wrapping_add(step);
        }
        square
    }

    /// Whether a piece reaches a square by its way of moving, were the board empty.
    #[inline(always)]
    pub(crate) fn reaches(&self, from: u8, code: u8, target: u8) -> bool {
        REACH[target.wrapping_sub(from) as usize] & reach_bit(code & 15) != 0
    }

    /// Whether a slider of side `by` attacks `king` along the line through `square`, which has become empty.
    #[inline(always)]
    pub(crate) fn is_opened(&self, king: u8, square: u8, by: u8) -> bool {
        let step = STEP[square.wrapping_sub(king) as usize];
        if step == 0 {
            return false;
        }
        let from = self.first_piece(king, step, king);
        let cell = self.cells[from as usize];
        cell & WHITE == by && cell != EDGE && self.reaches(from, cell, king)
    }

    /// Whether a king's line to a slider might be opened by a move from a square: nothing else stands between them.
    #[inline(never)]
    pub(crate) fn opens(&self, king: u8, from: u8) -> bool {
        let step = STEP[from.wrapping_sub(king) as usize];
        if step == 0 {
            return false;
        }
        if self.first_piece(king, step, king) != from {
            return false;
        }
        let slider = self.first_piece(from, step, king);
        let cell = self.cells[slider as usize];
        cell != EDGE && self.reaches(slider, cell, king)
    }

    /// Whether the move just made attacks the king of the side to move.
    #[inline(never)]
    pub(crate) fn gives_check(&self, mv: Move, undo: Undo) -> bool {
        let king = self.king(self.side);
        let to = mv.target();
        if self.attacks(to, king) {
            return true;
        }
        let by = self.side ^ WHITE;
        self.is_opened(king, mv.origin(), by)
            || undo.captured_on != to && self.is_opened(king, undo.captured_on, by)
    }

    /// Whether the move just made left the mover's king attacked. `in_check`: it was attacked before.
    #[inline(never)]
    pub(crate) fn left_king_attacked(&self, mv: Move, undo: Undo, in_check: bool) -> bool {
        let mover = self.side ^ WHITE;
        let king = self.king(mover);
        if in_check || king == mv.target() || undo.captured_on != mv.target() {
            return self.is_attacked(king, self.side);
        }
        self.is_opened(king, mv.origin(), self.side)
    }

    /// Makes a move that obeys the pieces' way of moving.
    #[inline(never)]
    pub(crate) fn make(&mut self, mv: Move) -> Undo {
        let (from, to) = (mv.origin(), mv.target());
        let mut cell = self.cells[from as usize];
        let mut undo = Undo {
            captured: 0,
            captured_on: to,
            ep: self.ep,
            half: self.half,
        };
        self.ep = 0;
        self.half += 1;
        if cell & 7 == PAWN {
            self.half = 0;
            let distance = to.wrapping_sub(from);
            if distance & 7 == 0 {
                if distance & 8 == 0 && self.pawn_beside(to, self.side ^ WHITE) {
                    self.ep = from.wrapping_add(((distance as i8) >> 1) as u8);
                }
            } else if to == undo.ep {
                // The pawn captured in passing stands on the mover's rank.
                undo.captured_on = from & 56 | to & 7;
            }
            let pawns = &mut self.pawns[(self.side >> 3) as usize & 1];
            *pawns ^= bit(from);
            if mv.kind() == 0 {
                *pawns ^= bit(to);
            } else {
                cell = cell & !7 | mv.kind();
                self.promoted += 1;
            }
        }
        undo.captured = self.cells[undo.captured_on as usize];
        if undo.captured != 0 {
            *self.place(undo.captured) = 0;
            self.cells[undo.captured_on as usize] = 0;
            self.half = 0;
            self.count -= 1;
            self.capture(undo, (self.side >> 3 ^ 1) as usize & 1);
        }
        self.occupied[(self.side >> 3) as usize & 1] ^= bit(from) ^ bit(to);
        self.cells[from as usize] = 0;
        self.cells[to as usize] = cell;
        *self.place(cell) = to;
        self.side ^= WHITE;
        undo
    }

    /// Takes back the last move.
    #[inline(never)]
    pub(crate) fn unmake(&mut self, mv: Move, undo: Undo) {
        let (from, to) = (mv.origin(), mv.target());
        let mut cell = self.cells[to as usize];
        if mv.kind() != 0 {
            cell = cell & !7 | PAWN;
            self.promoted -= 1;
            self.pawns[(self.side >> 3 ^ 1) as usize & 1] ^= bit(from);
        } else if cell & 7 == PAWN {
            self.pawns[(self.side >> 3 ^ 1) as usize & 1] ^= bit(from) ^ bit(to);
        }
        self.cells[to as usize] = 0;
        self.cells[from as usize] = cell;
        *self.place(cell) = from;
        if undo.captured != 0 {
            self.cells[undo.captured_on as usize] = undo.captured;
            *self.place(undo.captured) = undo.captured_on;
            self.count += 1;
            self.capture(undo, (self.side >> 3) as usize & 1);
        }
        self.side ^= WHITE;
        self.occupied[(self.side >> 3) as usize & 1] ^= bit(from) ^ bit(to);
        self.ep = undo.ep;
        self.half = undo.half;
    }

    /// Takes the captured piece out of the sets, or puts it back.
    #[inline(always)]
    fn capture(&mut self, undo: Undo, colour: usize) {
        let square = bit(undo.captured_on);
        self.occupied[colour] ^= square;
        if undo.captured & 7 == PAWN {
            self.pawns[colour] ^= square;
        }
    }

    /// Passes the move to the opponent.
    pub(crate) fn make_null(&mut self) -> Undo {
        let undo = Undo {
            ep: self.ep,
            half: self.half,
            ..Undo::NONE
        };
        self.ep = 0;
        // No repetition is looked for across a null move.
        self.half = 0;
        self.side ^= WHITE;
        undo
    }

    /// Takes back a null move.
    pub(crate) fn unmake_null(&mut self, undo: Undo) {
        self.ep = undo.ep;
        self.half = undo.half;
        self.side ^= WHITE;
    }

    /// Whether the side to move has more than king and pawns.
    pub(crate) fn has_piece(&self) -> bool {
        let colour = (self.side >> 3) as usize & 1;
        self.list.iter().any(|pair| {
            pair[colour] != 0 && !matches!(self.cells[pair[colour] as usize] & 7, PAWN | KING)
        })
    }

    /// The same position with its pieces listed in the order of the squares.
    pub(crate) fn canonical(&self) -> Self {
        Self {
            ep: self.ep,
            half: self.half,
            ..Self::unpack(&self.word())
        }
    }

    /// Whether the material allows no mate: bare kings, a single minor piece, or only
    /// bishops of one square colour (FIDE 5.2.2).
    pub fn is_dead(&self) -> bool {
        let (mut knights, mut bishops) = (0, [0, 0]);
        for square in Square::all() {
            match self.code(square) & 7 {
                0 | KING => {}
                KNIGHT => knights += 1,
                BISHOP => bishops[((square.0 >> 3 ^ square.0) & 1) as usize] += 1,
                _ => return false,
            }
        }
        match knights {
            0 => bishops[0] == 0 || bishops[1] == 0,
            1 => bishops == [0, 0],
            _ => false,
        }
    }
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
        assert_eq!(again.count, 24);
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
