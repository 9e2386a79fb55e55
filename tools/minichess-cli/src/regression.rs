//! Fits the evaluation's tables: logistic regression of the expected points on what positions have.
//!
//! The same positions give the same numbers everywhere: the regression goes through them in order.

use crate::learnt::Learnt;
use crate::random::Random;

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
    let pull = G::PRIOR / (16.0 * scale);
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

#[cfg(test)]
mod tests {
    use chess_engine::{Game, chess};

    use super::*;
    use crate::variant::Variant;

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
        let even = Game::start();
        let ahead = "rbqk1r/pppppp/6/6/PPPPPP/RBQKNR w - - 0 1";
        let ahead = <Game as Variant>::from_fen(ahead).unwrap();
        let mut samples = [(even, 0.5), (ahead, 0.9)].map(|(game, target)| Sample {
            counts: game.counts(),
            phase: game.phase(),
            target,
        });
        let mut weights = vec![0.0; Game::weights().len()];
        let before = error(&samples, &weights, Game::SCALE);
        fit::<Game>(&mut samples, &mut weights, &mut Random::new(1));
        assert!(error(&samples, &weights, Game::SCALE) < before);
    }
}
