//! Tunes the evaluation's tables: self-play, then logistic regression of the games' results on the positions.
//!
//! The same arguments give the same numbers everywhere: games and positions come from a seed, the regression goes through them in order.

use minichess_engine::{Game, Outcome, Piece, Search, Square, evaluation_phase, tables};

use crate::random::Random;

/// Two tables of six kinds on 36 squares.
const PARAMETERS: usize = 2 * 6 * 36;
/// Random plies at the beginning of a game.
const OPENING: u64 = 8;
/// A position's target is half the game's result, half what the search said.
const RESULT_SHARE: f64 = 0.5;
/// Hundredths of a pawn to expected points: 1 / (1 + e^(-value / SCALE)).
const SCALE: f64 = 160.0;
/// Passes over all positions, and positions to a step.
const EPOCHS: usize = 30;
const BATCH: usize = 2_048;
/// The step size of Adam, in hundredths of a pawn.
const RATE: f64 = 1.0;

/// How strongly a weight is drawn to where it began, as the share of all positions that would weigh as much.
const PRIOR: f64 = 0.002;

/// A position: its pieces, the middlegame's share, and the points White is expected to make.
struct Sample {
    /// Kind and square as White's side sees them, and the colour's sign.
    pieces: Vec<(u8, i8)>,
    phase: f32,
    target: f32,
}

impl Sample {
    /// The weights that the position counts, with their factors: each piece counts for its kind and square, for Black seen from
    /// the other side; the phase divides it between the tables.
    fn features(&self) -> impl Iterator<Item = (usize, f64)> {
        let phase = f64::from(self.phase);
        self.pieces.iter().flat_map(move |&(place, sign)| {
            let (place, sign) = (usize::from(place), f64::from(sign));
            [(place, sign * phase), (place + 216, sign * (1.0 - phase))]
        })
    }
}

fn pieces(game: &Game) -> Vec<(u8, i8)> {
    let mut pieces = Vec::new();
    for (place, square) in Square::all().enumerate() {
        let code = game.position().code(square);
        let Some(kind) = Piece::from_code(code & 7) else {
            continue;
        };
        let white = code & 8 != 0;
        let (row, file) = (place / 6, place % 6);
        let row = if white { row } else { 5 - row };
        let index = (kind as usize - 1) * 36 + row * 6 + file;
        pieces.push((index as u8, if white { 1 } else { -1 }));
    }
    pieces
}

/// Plays games of the engine with itself and takes their quiet positions.
fn self_play(games: u32, nodes: u32, seed: u64) -> Vec<Sample> {
    let mut random = Random::new(seed);
    let mut samples = Vec::new();
    for _ in 0..games {
        let mut game = Game::start();
        for _ in 0..OPENING + random.below(2) {
            let moves = game.legal_moves();
            let Some(&mv) = random.pick(moves.as_slice()) else {
                break;
            };
            game.play(mv).expect("a legal move");
        }
        let begun = samples.len();
        while game.outcome() == Outcome::Ongoing {
            let mut search =
                Search::new(&game, minichess_engine::MAX_DEPTH).expect("a game that goes on");
            search.run(nodes, |_| false);
            let answer = search.answer();
            let white = game.position().white_to_move();
            let capture = game.position().code(answer.best.to()) != 0;
            let quiet =
                !capture && answer.best.promotion().is_none() && !game.position().in_check();
            if quiet && answer.score.abs() < 1_500 {
                let score = f64::from(if white { answer.score } else { -answer.score });
                samples.push(Sample {
                    pieces: pieces(&game),
                    phase: evaluation_phase(game.position()),
                    target: sigmoid(score) as f32,
                });
            }
            game.play(answer.best).expect("a legal move");
        }
        let result = match game.outcome() {
            Outcome::WhiteWins => 1.0,
            Outcome::BlackWins => 0.0,
            _ => 0.5,
        };
        for sample in samples.iter_mut().skip(begun) {
            let score = f64::from(sample.target);
            sample.target = (RESULT_SHARE * result + (1.0 - RESULT_SHARE) * score) as f32;
        }
    }
    samples
}

fn sigmoid(value: f64) -> f64 {
    1.0 / (1.0 + (-value / SCALE).exp())
}

fn value(sample: &Sample, weights: &[f64]) -> f64 {
    let features = sample.features();
    features
        .map(|(index, factor)| weights[index] * factor)
        .sum()
}

/// The mean squared error of the expected points.
fn error(samples: &[Sample], weights: &[f64]) -> f64 {
    let sum: f64 = samples
        .iter()
        .map(|sample| (sigmoid(value(sample, weights)) - f64::from(sample.target)).powi(2))
        .sum();
    sum / samples.len().max(1) as f64
}

/// Fits the weights by Adam.
fn fit(samples: &mut [Sample], weights: &mut [f64], random: &mut Random) {
    let (mut first, mut second) = (vec![0.0; PARAMETERS], vec![0.0; PARAMETERS]);
    let mut step = 0;
    let prior = weights.to_vec();
    // The curvature of an even position's error.
    let pull = PRIOR / (16.0 * SCALE);
    for epoch in 0..EPOCHS {
        for i in (1..samples.len()).rev() {
            samples.swap(i, random.below(i as u64 + 1) as usize);
        }
        // Smaller steps towards the end.
        let rate = RATE * (1.0 - epoch as f64 / EPOCHS as f64);
        for batch in samples.chunks(BATCH) {
            let mut gradient = vec![0.0; PARAMETERS];
            for sample in batch {
                let expected = sigmoid(value(sample, weights));
                let slope = (expected - f64::from(sample.target)) * expected * (1.0 - expected);
                for (index, factor) in sample.features() {
                    gradient[index] += slope * factor;
                }
            }
            step += 1;
            for i in 0..PARAMETERS {
                let slope = gradient[i] / batch.len() as f64 + pull * (weights[i] - prior[i]);
                first[i] = 0.9 * first[i] + 0.1 * slope;
                second[i] = 0.999 * second[i] + 0.001 * slope * slope;
                let (m, v) = (
                    first[i] / (1.0 - 0.9f64.powi(step)),
                    second[i] / (1.0 - 0.999f64.powi(step)),
                );
                weights[i] -= rate * m / (v.sqrt() + 1e-9);
            }
        }
    }
}

/// The tables as the source file that the engine is compiled with.
fn source(weights: &[f64], origin: &str) -> String {
    let mut text = format!(
        "//! The values of pieces on squares, written by `make tune`: {origin}.\n\n\
         /// In hundredths of a pawn, for White, from a6 to f1: first in the middlegame, then in the endgame; pawn, bishop, rook, knight, queen, king.\n\
         #[rustfmt::skip]\npub(crate) static TABLES: [[[i16; 36]; 6]; 2] = [\n"
    );
    for half in weights.chunks(216) {
        text += "    [\n";
        for (kind, table) in ["pawn", "bishop", "rook", "knight", "queen", "king"]
            .iter()
            .zip(half.chunks(36))
        {
            text += &format!("        // {kind}\n        [\n");
            for row in table.chunks(6) {
                let row: String = row
                    .iter()
                    .map(|w| format!(" {:4},", w.round() as i32))
                    .collect();
                text += &format!("           {row}\n");
            }
            text += "        ],\n";
        }
        text += "    ],\n";
    }
    text + "];\n"
}

/// Plays, fits, and writes the tables to a file.
///
/// # Errors
/// Where the file can't be written.
pub fn run(games: u32, nodes: u32, seed: u64, file: &std::path::Path) -> Result<(), String> {
    let mut samples = self_play(games, nodes, seed);
    let held_out = samples.len() / 20;
    let mut weights: Vec<f64> = tables().iter().map(|&w| f64::from(w)).collect();
    let training = samples.len() - held_out;
    let before = error(&samples[training..], &weights);
    let count = samples.len();
    let (fitted, held) = samples.split_at_mut(training);
    fit(fitted, &mut weights, &mut Random::new(seed));
    let after = error(held, &weights);
    println!("training error {:.5}", error(fitted, &weights));
    println!("{count} positions of {games} games, {nodes} nodes a move, seed {seed}");
    println!("mean squared error of positions held out: {before:.5} before, {after:.5} after");
    let origin = format!("{games} games of {nodes} nodes a move, seed {seed}");
    std::fs::write(file, source(&weights, &origin)).map_err(|e| format!("{}: {e}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_colours_cancel_at_the_start() {
        let mut sums = vec![0.0; PARAMETERS];
        let sample = Sample {
            pieces: pieces(&Game::start()),
            phase: 0.75,
            target: 0.5,
        };
        for (index, factor) in sample.features() {
            sums[index] += factor;
        }
        assert!(sums.iter().all(|sum| *sum == 0.0));
    }

    #[test]
    fn fitting_lowers_the_error() {
        let mut samples = self_play(6, 200, 1);
        let mut weights = vec![0.0; PARAMETERS];
        let before = error(&samples, &weights);
        fit(&mut samples, &mut weights, &mut Random::new(1));
        assert!(error(&samples, &weights) < before);
    }
}
