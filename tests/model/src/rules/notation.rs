//! The board in the contract's codes, and the FEN.

use cozy_chess::Color;

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
        // by the contract's codes
        let letters: Vec<char> = "KQRBNP1kqrbnp".chars().collect();
        let codes = self.codes();
        let row = |codes: &[u8]| {
            codes
                .iter()
                .map(|&code| letters[usize::from(code)])
                .collect()
        };
        let rows: Vec<String> = codes.chunks(8).map(row).collect();
        let mut board = rows.join("/");
        for empty in (2..=8).rev() {
            board = board.replace(&"1".repeat(empty), &empty.to_string());
        }
        let rights = self.castling.into_iter().flatten().zip("KQkq".chars());
        let mut castling: String = rights
            .filter(|right| right.0)
            .map(|right| right.1)
            .collect();
        if castling.is_empty() {
            castling.push('-');
        }
        let target = self.en_passant_square();
        let target = target.map_or("-".into(), |square| square.to_string());
        format!(
            "{board} {} {castling} {target} {} {}",
            self.turn,
            self.half_moves,
            plies / 2 + 1
        )
    }
}
