//! The board in the contract's codes, and the FEN.

use cozy_chess::{Color, File, Rank, Square};

use super::Position;
use super::numbers::{contract_order, piece_number};

impl Position {
    /// The board in the contract's codes: White king 0, queen, rook, bishop, knight, pawn 5;
    /// empty 6; Black 7 to 12; a8 first.
    pub fn codes(&self) -> Vec<u8> {
        let code = |square| match self.at(square) {
            None => 6,
            Some((piece, color)) => piece_number(piece) + 7 * (color == Color::Black) as u8,
        };
        contract_order().map(code).collect()
    }

    /// The FEN, given the number of plies played.
    pub fn fen(&self, plies: usize) -> String {
        let mut rows = vec![];
        for rank in Rank::ALL.into_iter().rev() {
            let mut row = String::new();
            for file in File::ALL {
                match self.at(Square::new(file, rank)) {
                    None => match row.pop() {
                        Some(digit) if digit.is_ascii_digit() => {
                            row.push((digit as u8 + 1) as char);
                        }
                        last => {
                            row.extend(last);
                            row.push('1');
                        }
                    },
                    Some((piece, color)) => {
                        let letter = char::from(b"kqrbnp"[piece_number(piece) as usize]);
                        row.push(match color {
                            Color::White => letter.to_ascii_uppercase(),
                            Color::Black => letter,
                        });
                    }
                }
            }
            rows.push(row);
        }
        let mut castling = String::new();
        for (color, letters) in Color::ALL.into_iter().zip(["KQ", "kq"]) {
            for (side, letter) in letters.chars().enumerate() {
                if self.castling[color as usize][side] {
                    castling.push(letter);
                }
            }
        }
        if castling.is_empty() {
            castling.push('-');
        }
        let target = self.en_passant_square();
        let target = target.map_or("-".into(), |square| square.to_string());
        format!(
            "{} {} {castling} {target} {} {}",
            rows.join("/"),
            self.turn,
            self.half_moves,
            plies / 2 + 1
        )
    }
}
