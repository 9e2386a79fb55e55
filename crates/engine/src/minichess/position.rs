//! A position of 6×6 chess, and document 002's packed word of it.

use super::geometry::SixBySix;
use super::square::{BOARD, Square, UP};
use super::word::{Word, nibble, set_nibble};
use crate::bitboard::squares;
use crate::piece::{KING, PAWN, WHITE};

/// Plies without a capture or pawn move that end the game (FIDE 9.3).
pub(crate) const HALF_LIMIT: u8 = 100;

/// A position of 6×6 chess.
///
/// ```
/// use chess_engine::Position;
/// let mut position = Position::start();
/// assert_eq!(position.legal_moves().as_slice().len(), 14);
/// ```
pub type Position = crate::position::Position<SixBySix>;

/// Why a packed board isn't a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// A half byte that isn't a piece code.
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
    /// The en passant square is invalid: a pawn of the side that moved must be right behind it, and the squares before
    /// it empty.
    EnPassant,
}

impl PositionError {
    /// The reason in words for a user.
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

    /// Reads a word as a position without checks.
    pub(crate) fn unpack(word: &Word) -> Self {
        let mut position = Self::EMPTY;
        position.set_up_word(word);
        position
    }

    /// Puts a word's pieces on an empty board.
    pub(crate) fn set_up_word(&mut self, word: &Word) {
        self.set_up(squares(BOARD).map(|square| (square, nibble(word, square))));
        self.side = nibble(word, 0) << 3;
    }

    /// The board in document 002's packed form, with the side to move as its last bit.
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

    /// The en passant square as document 002's index, 0 for none. It is stored only if an enemy
    /// pawn is beside the pawn that has just stepped two squares.
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
    fn words_that_are_not_positions_are_refused() {
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
