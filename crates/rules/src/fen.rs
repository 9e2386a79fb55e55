//! Forsyth–Edwards Notation, in and out.

use core::borrow::Borrow;
use core::fmt;
use core::str::FromStr;

use crate::castling::Castling;
use crate::piece::{self, Color, EMPTY, Role};
use crate::position::{Board, Context, Position};
use crate::square::Square;

/// The letters of the piece codes; a blank for the empty square.
const LETTERS: [u8; 13] = *b"KQRBNP kqrbnp";

/// The castling rights in the order and with the letters of the notation.
const CASTLING: [(u8, u8); 4] = [
    (Castling::WHITE_SHORT, b'K'),
    (Castling::WHITE_LONG, b'Q'),
    (Castling::BLACK_SHORT, b'k'),
    (Castling::BLACK_LONG, b'q'),
];

impl<B: Borrow<Board>> Position<B> {
    /// Hands the position's FEN to `give`, byte by byte (ASCII, at most 90 bytes). The
    /// en-passant square is there exactly if a capture en passant is legal.
    ///
    /// ```
    /// use chess_rules::Position;
    ///
    /// let mut fen = vec![];
    /// Position::START.each_fen_byte(|byte| fen.push(byte));
    /// assert!(fen.starts_with(b"rnbqkbnr/pppppppp/"));
    /// ```
    pub fn each_fen_byte(&self, mut give: impl FnMut(u8)) {
        for row in 0..8 {
            let mut empty = 0;
            for file in 0..8 {
                let code = self.piece_at(Square(row * 8 + file));
                if code == EMPTY {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    give(b'0' + empty);
                    empty = 0;
                }
                give(LETTERS.get(code as usize).copied().unwrap_or(b'?'));
            }
            if empty > 0 {
                give(b'0' + empty);
            }
            if row < 7 {
                give(b'/');
            }
        }
        give(b' ');
        give(match self.context.turn {
            Color::White => b'w',
            Color::Black => b'b',
        });
        give(b' ');
        for (right, letter) in CASTLING {
            if self.context.castling.has(right) {
                give(letter);
            }
        }
        if self.context.castling == Castling::NONE {
            give(b'-');
        }
        give(b' ');
        if self.context.en_passant < Position::NO_FILE {
            give(b'a' + self.context.en_passant);
            give(match self.context.turn {
                Color::White => b'6',
                Color::Black => b'3',
            });
        } else {
            give(b'-');
        }
        give(b' ');
        each_digit(self.context.half_move_clock as u16, &mut give);
        give(b' ');
        each_digit(self.context.ply / 2 + 1, &mut give);
    }

    /// The position as a text that displays as its FEN.
    ///
    /// ```
    /// use chess_rules::Position;
    /// let fen = Position::START.fen().to_string();
    /// assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// assert_eq!(fen.parse(), Ok(Position::START));
    /// ```
    pub fn fen(&self) -> Fen<'_, B> {
        Fen(self)
    }
}

fn each_digit(number: u16, give: &mut impl FnMut(u8)) {
    if number >= 10 {
        each_digit(number / 10, give);
    }
    give(b'0' + (number % 10) as u8);
}

/// Displays a position's FEN; made by [`Position::fen`].
pub struct Fen<'a, B = Board>(&'a Position<B>);

impl<B: Borrow<Board>> fmt::Display for Fen<'_, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut result = Ok(());
        self.0.each_fen_byte(|byte| {
            if result.is_ok() {
                result = fmt::Write::write_char(f, byte as char);
            }
        });
        result
    }
}

/// The fault of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenError {
    /// It doesn't have six fields (or four, without the clocks).
    Fields,
    /// The board isn't eight ranks of eight squares, or has a letter that is no piece.
    Board,
    /// A side doesn't have exactly one king.
    Kings,
    /// A side has more than 16 pieces.
    Pieces,
    /// A pawn stands on the first or last rank.
    Pawns,
    /// The turn is neither `w` nor `b`.
    Turn,
    /// Castling is neither `-` nor letters of `KQkq`, or the king or rook isn't at home.
    Castling,
    /// The en-passant square isn't behind a pawn that can have gone two squares.
    EnPassant,
    /// The half-move clock isn't a number from 0 to 255, or the move number not one from 0 to 32,000.
    Clocks,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FenError::Fields => "a FEN has six fields: board, turn, castling, en passant, half-move clock, move number",
            FenError::Board => "the board is eight ranks of eight squares, pieces KQRBNP and kqrbnp",
            FenError::Kings => "each side has exactly one king",
            FenError::Pieces => "a side has at most 16 pieces",
            FenError::Pawns => "no pawn stands on the first or last rank",
            FenError::Turn => "the turn is w or b",
            FenError::Castling => "castling is - or letters of KQkq whose king and rook are at home",
            FenError::EnPassant => "the en-passant square is - or the one that a pawn has just passed",
            FenError::Clocks => "the clocks are a number up to 255 and a move number up to 32000",
        })
    }
}

impl core::error::Error for FenError {}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a FEN; the two clocks are optional, as in EPD. The side that isn't to move may be in
    /// check: the contract's `forfeit` rule allows such positions.
    fn from_str(text: &str) -> Result<Self, FenError> {
        let mut fields = text.split_ascii_whitespace();
        let mut field = || fields.next().ok_or(FenError::Fields);
        let mut position = Position {
            board: [EMPTY; 64],
            context: Context {
                castling: Castling::NONE,
                ..Position::START.context
            },
        };
        position.read_board(field()?)?;
        position.context.turn = match field()? {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(FenError::Turn),
        };
        position.read_castling(field()?)?;
        position.read_en_passant(field()?)?;
        let (clock, number) = match fields.next() {
            Some(clock) => (clock, fields.next().ok_or(FenError::Fields)?),
            None => ("0", "1"),
        };
        if clock.starts_with('+') || number.starts_with('+') {
            return Err(FenError::Clocks);
        }
        position.context.half_move_clock = clock.parse().map_err(|_| FenError::Clocks)?;
        let number: u16 = number.parse().map_err(|_| FenError::Clocks)?;
        if number > 32_000 {
            return Err(FenError::Clocks);
        }
        // some programs count from 0
        position.context.ply = (number.max(1) - 1) * 2 + position.context.turn as u16;
        match fields.next() {
            None => Ok(position),
            Some(_) => Err(FenError::Fields),
        }
    }
}

impl Position {
    fn read_board(&mut self, text: &str) -> Result<(), FenError> {
        let [mut kings, mut pieces] = [[0, 0]; 2];
        let mut rows = 0;
        for (row, rank) in text.split('/').enumerate() {
            let mut file = 0u8;
            for letter in rank.bytes() {
                if let b'1'..=b'8' = letter {
                    file = file.saturating_add(letter - b'0');
                    continue;
                }
                let code = LETTERS.iter().position(|&l| l == letter && l != b' ');
                let code = code.ok_or(FenError::Board)? as u8;
                if row > 7 || file > 7 {
                    return Err(FenError::Board);
                }
                let square = Square(row as u8 * 8 + file);
                self.board[square.0 as usize] = code;
                let color = piece::color(code).ok_or(FenError::Board)?;
                pieces[color as usize] += 1;
                match piece::role(code) {
                    Some(Role::Pawn) if matches!(row, 0 | 7) => return Err(FenError::Pawns),
                    Some(Role::King) => {
                        kings[color as usize] += 1;
                        self.context.kings[color as usize] = square;
                    }
                    _ => {}
                }
                file += 1;
            }
            if file != 8 {
                return Err(FenError::Board);
            }
            rows += 1;
        }
        match (rows, kings) {
            (8, [1, 1]) if pieces.iter().all(|&count| count <= 16) => Ok(()),
            (8, [1, 1]) => Err(FenError::Pieces),
            (8, _) => Err(FenError::Kings),
            _ => Err(FenError::Board),
        }
    }

    fn read_castling(&mut self, text: &str) -> Result<(), FenError> {
        if text == "-" {
            return Ok(());
        }
        for letter in text.bytes() {
            let right = CASTLING.iter().find(|(_, l)| *l == letter);
            let &(right, _) = right.ok_or(FenError::Castling)?;
            if !self.is_at_home(right) || self.context.castling.has(right) {
                return Err(FenError::Castling);
            }
            self.context.castling.0 |= right;
        }
        Ok(())
    }

    fn read_en_passant(&mut self, text: &str) -> Result<(), FenError> {
        if text == "-" {
            return Ok(());
        }
        let passed = Square::parse(text.as_bytes()).ok_or(FenError::EnPassant)?;
        let pawn = self.pawn_that_passed(passed).ok_or(FenError::EnPassant)?;
        self.offer_en_passant(pawn);
        Ok(())
    }
}
