//! Positions as text: FEN with six ranks of six files and no castling.

use core::fmt;

use super::game::Game;
use super::position::{Position, PositionError};
use super::square::Square;
use super::word::set_nibble;
use crate::piece::WHITE;

/// The piece letters by document 002's code; upper case is White.
const LETTERS: &[u8; 7] = b".pbrnqk";

/// Why a text isn't a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenError {
    /// Not the fields board, side, castling, en passant and, optionally, the two counters.
    Fields,
    /// The board isn't six ranks of six squares of `pbrnqkPBRNQK1-6`.
    Board,
    /// The side to move is neither `w` nor `b`.
    Side,
    /// The castling field isn't `-`: 6×6 chess has no castling.
    Castling,
    /// The en passant field is neither `-` nor a square.
    EnPassant,
    /// A counter is no number in its range.
    Counter,
    /// The text is readable, but isn't a valid position.
    Position(PositionError),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Fields => "a FEN has a board, a side, '-', an en passant square and two counters",
            Self::Board => "the board needs six ranks of six squares, of the letters pbrnqk and PBRNQK and the digits 1 to 6",
            Self::Side => "the side to move is w or b",
            Self::Castling => "there is no castling on 6x6: its field is '-'",
            Self::EnPassant => "the en passant field is '-' or a square such as c3",
            Self::Counter => "the counters are numbers: plies from 0 to 100, the move from 1 to 200",
            Self::Position(error) => error.message(),
        })
    }
}

impl core::error::Error for FenError {}

impl Game {
    /// A game that begins from a FEN such as `rbqknr/pppppp/6/6/PPPPPP/RBQKNR w - - 0 1`.
    ///
    /// ```
    /// use chess_engine::Game;
    /// let game = Game::from_fen("6/2P3/k5/6/6/4K1 w - - 0 40").unwrap();
    /// assert_eq!(game.fen().to_string(), "6/2P3/k5/6/6/4K1 w - - 0 40");
    /// assert!(Game::from_fen("8/8 w - - 0 1").is_err());
    /// ```
    #[allow(clippy::too_many_lines, reason = "field by field")]
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        let mut fields = text.split_ascii_whitespace();
        let mut field = || fields.next().ok_or(FenError::Fields);
        let mut word = [0; 32];
        let mut squares = Square::all();
        let board = field()?;
        let mut ranks = 0;
        for rank in board.split('/') {
            ranks += 1;
            let mut files = 0;
            for letter in rank.bytes() {
                let empty = matches!(letter, b'1'..=b'6');
                files += if empty { (letter - b'0') as usize } else { 1 };
                if files > 6 {
                    return Err(FenError::Board);
                }
                if empty {
                    squares.nth((letter - b'1') as usize);
                    continue;
                }
                let kind = LETTERS[1..]
                    .iter()
                    .position(|l| *l == letter.to_ascii_lowercase());
                let kind = kind.ok_or(FenError::Board)? as u8 + 1;
                let colour = if letter.is_ascii_uppercase() {
                    WHITE
                } else {
                    0
                };
                set_nibble(
                    &mut word,
                    squares.next().ok_or(FenError::Board)?.index(),
                    kind | colour,
                );
            }
            if files != 6 {
                return Err(FenError::Board);
            }
        }
        if ranks != 6 {
            return Err(FenError::Board);
        }
        match field()? {
            "w" => set_nibble(&mut word, 0, 1),
            "b" => {}
            _ => return Err(FenError::Side),
        }
        if field()? != "-" {
            return Err(FenError::Castling);
        }
        let en_passant = match field()? {
            "-" => 0,
            name => Square::from_name(name.as_bytes())
                .ok_or(FenError::EnPassant)?
                .index(),
        };
        let mut counter = |default: u16, low: u16, high: u16| match fields.next() {
            None => Ok(default),
            Some(digits) => match digits.parse() {
                Ok(number) if (low..=high).contains(&number) => Ok(number),
                _ => Err(FenError::Counter),
            },
        };
        let half = counter(0, 0, 100)? as u8;
        let full = counter(1, 0, 200)?.max(1);
        if fields.next().is_some() {
            return Err(FenError::Fields);
        }
        let position = Position::from_word(&word, en_passant, half).map_err(FenError::Position)?;
        let plies = (full - 1) * 2 + !position.white_to_move() as u16;
        Ok(Game::new(position, plies))
    }

    /// The position as FEN. The en passant square appears only if a capture there is legal.
    pub fn fen(&self) -> FenText<'_> {
        FenText(self)
    }
}

/// Displays a game's position as FEN.
pub struct FenText<'a>(&'a Game);

impl fmt::Display for FenText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let position = self.0.position();
        let mut empty = 0;
        for (i, square) in Square::all().enumerate() {
            if i % 6 == 0 && i > 0 {
                write_empty(f, &mut empty)?;
                f.write_str("/")?;
            }
            let code = position.code(square);
            if code == 0 {
                empty += 1;
                continue;
            }
            write_empty(f, &mut empty)?;
            let letter = LETTERS[(code & 7) as usize] as char;
            write!(
                f,
                "{}",
                if code & WHITE != 0 {
                    letter.to_ascii_uppercase()
                } else {
                    letter
                }
            )?;
        }
        write_empty(f, &mut empty)?;
        f.write_str(if position.white_to_move() {
            " w - "
        } else {
            " b - "
        })?;
        match Square::from_index(position.en_passant()) {
            None => f.write_str("-")?,
            Some(square) => {
                let [file, rank] = square.name();
                write!(f, "{}{}", file as char, rank as char)?;
            }
        }
        write!(f, " {} {}", position.half_moves(), self.0.plies() / 2 + 1)
    }
}

fn write_empty(f: &mut fmt::Formatter, empty: &mut u8) -> fmt::Result {
    match core::mem::take(empty) {
        0 => Ok(()),
        number => write!(f, "{number}"),
    }
}
