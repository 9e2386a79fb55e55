//! What of each board's evaluation is learnt, and the source files that it is kept in.

use minichess_engine::{Game, Move, Piece, Square, chess, evaluation_phase, tables};

use crate::variant::Variant;

/// A game whose evaluation is a sum of weights: one for the middlegame and one for the endgame for each thing that is counted.
pub trait Learnt: Variant {
    /// Hundredths of a pawn to expected points: 1 / (1 + e^(-value / SCALE)).
    const SCALE: f64;
    /// How strongly a weight is drawn to where it began, as the share of all positions that would weigh as much.
    fn prior(place: usize) -> f64;
    /// Positions that a search values beyond this say nothing of the weights.
    const MOST: i32;
    /// A game is over for the tuner where a search values it beyond this.
    const GIVEN_UP: i32;

    /// The weights as they are: all of the middlegame, then all of the endgame.
    fn weights() -> Vec<f64>;
    /// What a position has of each: a weight's number, and White's count less Black's.
    fn counts(&self) -> Vec<(u16, i8)>;
    /// The middlegame's share.
    fn phase(&self) -> f32;
    /// Whether a position is quiet, if a search plays this move.
    fn is_quiet(&self, best: Move) -> bool;
    /// The source file with some weights.
    fn source(weights: &[f64], origin: &str) -> String;
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
    const MOST: i32 = 1_500;
    const GIVEN_UP: i32 = i32::MAX;

    fn prior(_place: usize) -> f64 {
        0.002
    }

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
        evaluation_phase(self.position())
    }

    fn is_quiet(&self, best: Move) -> bool {
        let capture = self.position().code(best.to()) != 0;
        !capture && best.promotion().is_none() && !self.position().in_check()
    }

    fn source(weights: &[f64], origin: &str) -> String {
        let halves: String = weights
            .chunks(216)
            .map(|half| half_source(half, 6))
            .collect();
        format!(
            "//! The values of pieces on squares, written by `make tune`: {origin}.\n\n\
             /// In hundredths of a pawn, for White, from a6 to f1: first in the middlegame, then in the endgame; pawn, bishop, rook, knight, queen, king.\n\
             #[rustfmt::skip]\npub(crate) static TABLES: [[[i16; 36]; 6]; 2] = [\n{halves}];\n"
        )
    }
}

/// Six kinds on 64 squares, then the terms.
const SQUARES: usize = 6 * 64;
const CHESS: usize = SQUARES + chess::TERMS;

impl Learnt for chess::Game {
    const SCALE: f64 = 240.0;
    const MOST: i32 = 3_000;
    const GIVEN_UP: i32 = 2_500;

    /// A square has few samples, a term many.
    fn prior(place: usize) -> f64 {
        if place % CHESS < SQUARES { 0.03 } else { 0.001 }
    }

    fn weights() -> Vec<f64> {
        let half = |half: usize| {
            let squares = chess::TABLES[half].as_flattened().iter();
            let terms = chess::WEIGHTS.iter().map(move |weights| &weights[half]);
            squares.chain(terms).map(|&w| f64::from(w))
        };
        half(0).chain(half(1)).collect()
    }

    fn counts(&self) -> Vec<(u16, i8)> {
        let mut counts: Vec<_> = self.pieces().collect();
        let mut terms = [0; chess::TERMS];
        self.for_each_term(|term, count| terms[term] += count);
        for (term, count) in (SQUARES as u16..).zip(terms) {
            if count != 0 {
                counts.push((term, count as i8));
            }
        }
        counts
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

    fn source(weights: &[f64], origin: &str) -> String {
        let (middle, end) = weights.split_at(CHESS);
        let terms: String = middle[SQUARES..]
            .iter()
            .zip(&end[SQUARES..])
            .zip(chess::TERM_NAMES)
            .map(|((middle, end), name)| {
                format!(
                    "    [{:4}, {:4}], // {name}\n",
                    middle.round() as i32,
                    end.round() as i32
                )
            })
            .collect();
        format!(
            "//! The values of pieces on squares and the weights of the terms, written by `make tune-chess`: {origin}.\n\n\
             /// In hundredths of a pawn, for White, from a8 to h1: first in the middlegame, then in the endgame; pawn, bishop, rook, knight, queen, king.\n\
             #[rustfmt::skip]\npub static TABLES: [[[i16; 64]; 6]; 2] = [\n{}{}];\n\n\
             /// The weights of the terms, in hundredths of a pawn: in the middlegame and in the endgame.\n\
             #[rustfmt::skip]\npub static WEIGHTS: [[i16; 2]; {}] = [\n{terms}];\n",
            half_source(&middle[..SQUARES], 8),
            half_source(&end[..SQUARES], 8),
            chess::TERMS,
        )
    }
}
