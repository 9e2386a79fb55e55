//! Tunes the evaluation's tables: self-play, then logistic regression of the games' results on the positions.
//!
//! The same arguments give the same numbers everywhere: games and positions come from a seed, the regression goes through them in order.

use chess_engine::{BoardSearch, Outcome};

use crate::learnt::Learnt;
use crate::output::say;
use crate::random::Random;

/// Random plies at the beginning of a game.
const OPENING: u64 = 8;
/// A position's target is half the game's result, half what the search said.
const RESULT_SHARE: f64 = 0.5;
/// Positions that a search values beyond this say nothing of the weights.
const MOST: i32 = 1_500;
/// Passes over all positions, and positions to a step.
const EPOCHS: usize = 30;
const BATCH: usize = 2_048;
/// The step size of Adam, in hundredths of a pawn.
const RATE: f64 = 1.0;

/// A position: what it has of each weight, the middlegame's share, and the points White is expected to make.
pub(crate) struct Sample {
    pub(crate) counts: Vec<(u16, i8)>,
    pub(crate) phase: f32,
    pub(crate) target: f32,
}

impl Sample {
    /// The weights that the position counts, with their factors: the phase divides each count between middlegame and endgame.
    fn factors(&self, weights: usize) -> impl Iterator<Item = (usize, f64)> {
        let phase = f64::from(self.phase);
        self.counts.iter().flat_map(move |&(place, count)| {
            let (place, count) = (usize::from(place), f64::from(count));
            [
                (place, count * phase),
                (place + weights / 2, count * (1.0 - phase)),
            ]
        })
    }
}

/// Plays games of the engine with itself and takes their quiet positions.
fn self_play<G: Learnt>(games: u32, nodes: u32, seed: u64) -> Vec<Sample> {
    let mut random = Random::new(seed);
    let mut samples = Vec::new();
    for _ in 0..games {
        let mut game = G::start();
        for _ in 0..OPENING + random.below(2) {
            let Some(&mv) = random.pick(&game.list()) else {
                break;
            };
            game.play_move(mv).expect("a legal move");
        }
        let begun = samples.len();
        while game.outcome() == Outcome::Ongoing {
            let mut search =
                BoardSearch::new(&game, chess_engine::MAX_DEPTH).expect("a game that goes on");
            search.run(nodes, |_| false);
            let answer = search.answer();
            let score = if game.white_to_move() {
                answer.score
            } else {
                -answer.score
            };
            if answer.score.abs() < MOST && game.is_quiet(answer.best) {
                samples.push(Sample {
                    counts: game.counts(),
                    phase: game.phase(),
                    target: sigmoid(f64::from(score), G::SCALE) as f32,
                });
            }
            game.play_move(answer.best).expect("a legal move");
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

/// Hundredths of a pawn to expected points: 1 / (1 + e^(-value / scale)).
pub(crate) fn sigmoid(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-value / scale).exp())
}

pub(crate) fn value(sample: &Sample, weights: &[f64]) -> f64 {
    let factors = sample.factors(weights.len());
    factors.map(|(index, factor)| weights[index] * factor).sum()
}

/// The mean squared error of the expected points.
pub(crate) fn error(samples: &[Sample], weights: &[f64], scale: f64) -> f64 {
    let sum: f64 = samples
        .iter()
        .map(|sample| (sigmoid(value(sample, weights), scale) - f64::from(sample.target)).powi(2))
        .sum();
    sum / samples.len().max(1) as f64
}

/// Fits the weights by Adam.
pub(crate) fn fit<G: Learnt>(samples: &mut [Sample], weights: &mut [f64], random: &mut Random) {
    let scale = G::SCALE;
    let number = weights.len();
    let (mut first, mut second) = (vec![0.0; number], vec![0.0; number]);
    let mut step = 0;
    let prior = weights.to_vec();
    // The curvature of an even position's error.
    let pull = |place| G::prior(place) / (16.0 * scale);
    for epoch in 0..EPOCHS {
        for i in (1..samples.len()).rev() {
            samples.swap(i, random.below(i as u64 + 1) as usize);
        }
        // Smaller steps towards the end.
        let rate = RATE * (1.0 - epoch as f64 / EPOCHS as f64);
        for batch in samples.chunks(BATCH) {
            let mut gradient = vec![0.0; number];
            for sample in batch {
                let expected = sigmoid(value(sample, weights), scale);
                let slope = (expected - f64::from(sample.target)) * expected * (1.0 - expected);
                for (index, factor) in sample.factors(number) {
                    gradient[index] += slope * factor;
                }
            }
            step += 1;
            for i in 0..number {
                let slope = gradient[i] / batch.len() as f64 + pull(i) * (weights[i] - prior[i]);
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

/// Plays, fits, and writes the tables to a file.
///
/// # Errors
/// Where the file can't be written.
pub fn run<G: Learnt>(
    games: u32,
    nodes: u32,
    seed: u64,
    file: &std::path::Path,
) -> Result<(), String> {
    let mut samples = self_play::<G>(games, nodes, seed);
    let held_out = samples.len() / 20;
    let mut weights = G::weights();
    let training = samples.len() - held_out;
    let scale = G::SCALE;
    let before = error(&samples[training..], &weights, scale);
    let count = samples.len();
    let (fitted, held) = samples.split_at_mut(training);
    fit::<G>(fitted, &mut weights, &mut Random::new(seed));
    let after = error(held, &weights, scale);
    say(format_args!(
        "training error {:.5}",
        error(fitted, &weights, scale)
    ));
    say(format_args!(
        "{count} positions of {games} games, {nodes} nodes a move, seed {seed}"
    ));
    say(format_args!(
        "mean squared error of positions held out: {before:.5} before, {after:.5} after"
    ));
    let origin = format!("`make tune`: {games} games of {nodes} nodes a move, seed {seed}");
    std::fs::write(file, G::source(&weights, &origin))
        .map_err(|e| format!("{}: {e}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess_engine::{Game, chess};

    fn cancel_at_the_start<G: Learnt>() {
        let sample = Sample {
            counts: G::start().counts(),
            phase: 0.75,
            target: 0.5,
        };
        let number = G::weights().len();
        let mut sums = vec![0.0; number];
        for (index, factor) in sample.factors(number) {
            sums[index] += factor;
        }
        assert!(sums.iter().all(|sum| *sum == 0.0));
    }

    #[test]
    fn both_colours_cancel_at_the_start() {
        cancel_at_the_start::<Game>();
        cancel_at_the_start::<chess::Game>();
    }

    #[test]
    fn fitting_lowers_the_error() {
        let mut samples = self_play::<Game>(6, 200, 1);
        let mut weights = vec![0.0; Game::weights().len()];
        let before = error(&samples, &weights, Game::SCALE);
        fit::<Game>(&mut samples, &mut weights, &mut Random::new(1));
        assert!(error(&samples, &weights, Game::SCALE) < before);
    }
}
