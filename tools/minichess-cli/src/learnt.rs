//! What of each board's evaluation is learnt, and the source files that it is kept in.

use chess_engine::{Game, Move, Piece, Square, chess, tables};

use crate::variant::Variant;

/// A game whose evaluation is a sum of weights: one for the middlegame and one for the endgame for each thing that is counted.
pub trait Learnt: Variant {
    /// Hundredths of a pawn to expected points: 1 / (1 + e^(-value / SCALE)).
    const SCALE: f64;
    /// By how much the result of its game counts in the points that a position is to be worth; its value counts for the rest.
    const RESULT_SHARE: f64;
    /// How strongly a weight is drawn to where it began, as the share of all positions that would weigh as much.
    const PRIOR: f64;
    /// A view's units in the board's network as it is.
    const UNITS: usize;
    /// Who sees the tables in the source file.
    const VISIBLE: &str;

    /// The weights as they are: all of the middlegame, then all of the endgame.
    fn weights() -> Vec<f64>;
    /// What a position has of each: a weight's number, and White's count less Black's.
    fn counts(&self) -> Vec<(u16, i8)>;
    /// The middlegame's share.
    fn phase(&self) -> f32;
    /// Whether a position is quiet, if a search plays this move.
    fn is_quiet(&self, best: Move) -> bool;
    /// Whether left and right can be exchanged without a change of value.
    fn is_alike_mirrored(&self) -> bool;
    /// Where a square of the tables, which begin with the last rank and the a-file, comes among the board's squares by their numbers.
    fn number(place: u16) -> u16;
    /// The squares of the board.
    fn squares() -> usize {
        usize::from(Self::SIZE) * usize::from(Self::SIZE)
    }
    /// The source file with some weights.
    fn source(weights: &[f64], origin: &str) -> String {
        let (size, squares, visible) = (usize::from(Self::SIZE), Self::squares(), Self::VISIBLE);
        let halves = weights.chunks(KINDS.len() * squares);
        let halves: String = halves.map(|half| half_source(half, size)).collect();
        let last = char::from(b'a' + Self::SIZE - 1);
        format!(
            "//! The values of pieces on squares, written by {origin}.\n\n\
             /// In hundredths of a pawn, for White, from a{size} to {last}1: first in the middlegame, then in the endgame; pawn, bishop, rook, knight, queen, king.\n\
             #[rustfmt::skip]\n{visible} static TABLES: [[[i16; {squares}]; 6]; 2] = [\n{halves}];\n"
        )
    }
}

/// The kinds in the order of the tables.
const KINDS: [&str; 6] = ["pawn", "bishop", "rook", "knight", "queen", "king"];

/// A half of the tables as source: one table a kind, so many squares a row.
fn half_source(half: &[f64], files: usize) -> String {
    let mut text = "    [\n".to_string();
    for (kind, table) in KINDS.iter().zip(half.chunks(files * files)) {
        text += &format!("        // {kind}\n        [\n");
        for row in table.chunks(files) {
            let row: String = row
                .iter()
                .map(|w| format!(" {:4},", w.round() as i32))
                .collect();
            text += &format!("           {row}\n");
        }
        text += "        ],\n";
    }
    text + "    ],\n"
}

impl Learnt for Game {
    const SCALE: f64 = 160.0;
    const RESULT_SHARE: f64 = 0.25;
    const PRIOR: f64 = 0.002;
    const UNITS: usize = chess_engine::HIDDEN;
    const VISIBLE: &str = "pub(crate)";

    fn weights() -> Vec<f64> {
        tables().iter().map(|&w| f64::from(w)).collect()
    }

    fn counts(&self) -> Vec<(u16, i8)> {
        let mut counts = Vec::new();
        for (place, square) in Square::all().enumerate() {
            let code = self.position().code(square);
            let Some(kind) = Piece::from_code(code & 7) else {
                continue;
            };
            let white = code & 8 != 0;
            let (row, file) = (place / 6, place % 6);
            let row = if white { row } else { 5 - row };
            let index = (kind as usize - 1) * 36 + row * 6 + file;
            counts.push((index as u16, if white { 1 } else { -1 }));
        }
        counts
    }

    fn phase(&self) -> f32 {
        self.position().evaluation_phase()
    }

    fn is_quiet(&self, best: Move) -> bool {
        let capture = self.position().code(best.to()) != 0;
        !capture && best.promotion().is_none() && !self.position().in_check()
    }

    fn is_alike_mirrored(&self) -> bool {
        true
    }

    fn number(place: u16) -> u16 {
        // f1 is the first
        35 - place
    }
}

impl Learnt for chess::Game {
    const SCALE: f64 = 240.0;
    const RESULT_SHARE: f64 = 0.0;
    const PRIOR: f64 = 0.03;
    const UNITS: usize = chess::HIDDEN;
    const VISIBLE: &str = "pub";

    fn weights() -> Vec<f64> {
        let tables = chess::TABLES.as_flattened().as_flattened();
        tables.iter().map(|&w| f64::from(w)).collect()
    }

    fn counts(&self) -> Vec<(u16, i8)> {
        self.pieces().collect()
    }

    fn phase(&self) -> f32 {
        self.evaluation_phase()
    }

    fn is_quiet(&self, best: Move) -> bool {
        // Where nothing happens for long, one game would give many samples of one kind.
        if self.rules().half_move_clock() > 8 {
            return false;
        }
        let best = chess::move_to_rules(best);
        let capture = self.rules().piece_at(best.to) != chess_rules::piece::EMPTY;
        !capture && best.promotion.is_none() && !self.rules().is_in_check(self.rules().turn())
    }

    fn is_alike_mirrored(&self) -> bool {
        self.to_fen().split(' ').nth(2) == Some("-")
    }

    fn number(place: u16) -> u16 {
        place ^ 56
    }
}
