//! Learns the evaluation of the 8×8 board from positions with their values: first the tables, then the network for what they leave open.
//!
//! The same file gives the same numbers: everything goes through it in an order that a seed gives, on one thread.

use std::iter;
use std::path::{Path, PathBuf};

use minichess_engine::chess::{self, HIDDEN, INPUTS, UNIT};

use crate::learnt::Learnt;
use crate::positions::{self, Labelled};
use crate::random::Random;
use crate::tune::{Sample, error, fit, sigmoid, value};
use crate::variant::Variant;

/// One position of so many, the last ones, is held out.
const HELD_OUT: usize = 20;
/// Positions to a step.
const BATCH: usize = 1_024;
/// The first step size of Adam, in hundredths of a pawn; it falls to a hundredth of that.
const RATE: f32 = 0.3;
/// By so much of itself, times the step size, a weight falls with each step.
const DECAY: f32 = 0.002;
const SEED: u64 = 1;

/// A position for the network.
struct Position {
    /// Its pieces as inputs of White's view.
    inputs: Vec<u16>,
    /// What the tables make of it, in hundredths of a pawn to White.
    tables: f32,
    /// The points that White is expected to make.
    target: f32,
}

/// The network with weights that are not yet whole numbers, in hundredths of a pawn.
struct Network {
    /// A row for each input, then the row of what each unit begins with.
    rows: Vec<[f32; HIDDEN]>,
}

/// What is added up for both views of a position.
type Sums = [[f32; HIDDEN]; 2];

/// 1 for the units that speak for a view's side, -1 for the others.
fn sign(unit: usize) -> f32 {
    if unit < HIDDEN / 2 { 1.0 } else { -1.0 }
}

/// The input of White's view that a piece is: its place in the tables, and whose it is.
fn input((place, count): (u16, i8)) -> u16 {
    let (kind, square) = (place / 64, place % 64);
    if count > 0 {
        // The tables begin with a8.
        kind * 128 + (square ^ 56)
    } else {
        kind * 128 + 64 + square
    }
}

/// The input of the other side's view: colours changed, and the board turned upside down.
fn other_view(input: u16) -> u16 {
    input ^ (64 | 56)
}

impl Network {
    /// Small random weights.
    fn new(random: &mut Random) -> Self {
        let mut small = || random.below(2_001) as f32 / 1_000.0 - 1.0;
        let mut rows: Vec<_> = (0..INPUTS)
            .map(|_| std::array::from_fn(|_| 3.0 * small()))
            .collect();
        rows.push(std::array::from_fn(|_| 10.0 + 10.0 * small()));
        Self { rows }
    }

    fn sums(&self, inputs: &[u16]) -> Sums {
        let mut sums = [self.rows[INPUTS]; 2];
        for &input in inputs {
            for (sums, input) in sums.iter_mut().zip([input, other_view(input)]) {
                let row = &self.rows[usize::from(input)];
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum += weight;
                }
            }
        }
        sums
    }

    fn value(&self, position: &Position) -> f32 {
        position.tables + output(&self.sums(&position.inputs))
    }

    /// As the engine will have it: whole numbers of a byte, of which [`UNIT`] are a hundredth of a pawn.
    fn rounded(&self) -> Self {
        let unit = UNIT as f32;
        let round = |most: f32| move |w: f32| (w * unit).round().clamp(-most, most) / unit;
        let mut rows: Vec<_> = self.rows.iter().map(|row| row.map(round(127.0))).collect();
        rows[INPUTS] = self.rows[INPUTS].map(round(4_000.0));
        Self { rows }
    }

    /// The engine's file: what each unit begins with, two bytes each, the lower first, then a byte for each weight.
    fn bytes(&self) -> Vec<u8> {
        let whole = |weight: f32| (weight * UNIT as f32).round() as i16;
        let begin = self.rows[INPUTS].iter();
        let mut bytes: Vec<u8> = begin.flat_map(|&w| whole(w).to_le_bytes()).collect();
        let weights = self.rows[..INPUTS].as_flattened();
        bytes.extend(weights.iter().map(|&w| whole(w) as i8 as u8));
        bytes
    }
}

fn output(sums: &Sums) -> f32 {
    let mut all = 0.0;
    for (unit, (white, black)) in sums[0].iter().zip(&sums[1]).enumerate() {
        all += sign(unit) * (white.max(0.0) - black.max(0.0));
    }
    all
}

/// The mean squared error of the expected points.
fn network_error(network: &Network, positions: &[Position], scale: f32) -> f64 {
    let errors = positions
        .iter()
        .map(|p| f64::from(expected(network.value(p), scale) - p.target).powi(2));
    errors.sum::<f64>() / positions.len().max(1) as f64
}

fn expected(value: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-value / scale).exp())
}

/// Fits the network by Adam.
fn learn(
    network: &mut Network,
    positions: &mut [Position],
    passes: usize,
    scale: f32,
    random: &mut Random,
) {
    let zero = vec![[0.0f32; HIDDEN]; INPUTS + 1];
    let (mut gradient, mut first, mut second) = (zero.clone(), zero.clone(), zero);
    let most = 127.0 / UNIT as f32;
    let steps = (passes * positions.len().div_ceil(BATCH)) as f32;
    let mut step = 0;
    for _ in 0..passes {
        for i in (1..positions.len()).rev() {
            positions.swap(i, random.below(i as u64 + 1) as usize);
        }
        for batch in positions.chunks(BATCH) {
            for position in batch {
                let sums = network.sums(&position.inputs);
                let points = expected(position.tables + output(&sums), scale);
                let slope = (points - position.target) * points * (1.0 - points);
                let slopes: Sums = std::array::from_fn(|view| {
                    let slope = if view == 0 { slope } else { -slope };
                    std::array::from_fn(|unit| {
                        if sums[view][unit] > 0.0 {
                            slope * sign(unit)
                        } else {
                            0.0
                        }
                    })
                });
                let mut add = |input: u16, slopes: &[f32; HIDDEN]| {
                    for (sum, slope) in gradient[usize::from(input)].iter_mut().zip(slopes) {
                        *sum += slope;
                    }
                };
                for &input in &position.inputs {
                    add(input, &slopes[0]);
                    add(other_view(input), &slopes[1]);
                }
                add(INPUTS as u16, &slopes[0]);
                add(INPUTS as u16, &slopes[1]);
            }
            step += 1;
            let rate = RATE * (1.0 - 0.99 * step as f32 / steps);
            let (unbias1, unbias2) = (1.0 - 0.9f32.powi(step), 1.0 - 0.999f32.powi(step));
            let share = 1.0 / batch.len() as f32;
            for (row, weights) in network.rows.iter_mut().enumerate() {
                let most = if row == INPUTS { 500.0 } else { most };
                for (unit, weight) in weights.iter_mut().enumerate() {
                    let slope = gradient[row][unit] * share;
                    gradient[row][unit] = 0.0;
                    let (m, v) = (&mut first[row][unit], &mut second[row][unit]);
                    *m = 0.9 * *m + 0.1 * slope;
                    *v = 0.999 * *v + 0.001 * slope * slope;
                    let change = rate * (*m / unbias1) / ((*v / unbias2).sqrt() + 1e-8);
                    *weight = (*weight - change - rate * DECAY * *weight).clamp(-most, most);
                }
            }
        }
    }
}

/// A position as a sample, and its mirror image where there are no castling rights: left and right are alike then.
fn samples(labelled: &Labelled) -> impl Iterator<Item = Sample> {
    let game = &labelled.game;
    let sample = |counts| Sample {
        counts,
        phase: game.phase(),
        target: sigmoid(f64::from(labelled.value), chess::Game::SCALE) as f32,
    };
    let castling = game.to_fen().split(' ').nth(2) != Some("-");
    let mirrored = || {
        let counts = game.counts().into_iter();
        sample(counts.map(|(place, count)| (place ^ 7, count)).collect())
    };
    let image = (!castling).then(mirrored);
    iter::once(sample(game.counts())).chain(image)
}

/// Reads positions, fits tables and network and writes their files into a folder.
///
/// # Errors
/// Where a file can't be read or written.
pub fn run(files: &[PathBuf], passes: usize, folder: &Path) -> Result<(), String> {
    let mut all = Vec::new();
    for file in files {
        all.extend(positions::read(file)?.iter().flat_map(samples));
    }
    let count = all.len();
    let training = count - count / HELD_OUT;
    let scale = chess::Game::SCALE;
    let mut random = Random::new(SEED);
    let mut weights = chess::Game::weights();
    let (fitted, held) = all.split_at_mut(training);
    println!("{count} positions and mirror images; mean squared error of those held out:");
    println!("  {:.5} with the tables", error(held, &weights, scale));
    fit::<chess::Game>(fitted, &mut weights, &mut random);
    println!(
        "  {:.5} with the tables fitted",
        error(held, &weights, scale)
    );
    for weight in &mut weights {
        *weight = weight.round();
    }
    let mut learning: Vec<_> = all
        .iter()
        .map(|sample| Position {
            inputs: sample.counts.iter().map(|&count| input(count)).collect(),
            tables: value(sample, &weights) as f32,
            target: sample.target,
        })
        .collect();
    drop(all);
    let (fitted, held) = learning.split_at_mut(training);
    let mut network = Network::new(&mut random);
    let scale = scale as f32;
    learn(&mut network, fitted, passes, scale, &mut random);
    let network = network.rounded();
    println!(
        "  {:.5} with the network; {:.5} of those learnt from",
        network_error(&network, held, scale),
        network_error(&network, fitted, scale)
    );
    let write = |name: &str, bytes: &[u8]| {
        let file = folder.join(name);
        std::fs::write(&file, bytes).map_err(|error| format!("{}: {error}", file.display()))
    };
    let origin = format!("{count} positions and mirror images");
    write("network.bin", &network.bytes())?;
    write(
        "tables.rs",
        chess::Game::source(&weights, &origin).as_bytes(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str, value: i32) -> Labelled {
        let game = chess::Game::from_fen(fen).unwrap();
        Labelled { game, value }
    }

    #[test]
    fn only_positions_without_castling_rights_have_a_mirror_image() {
        let rights = position("r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1", 0);
        assert_eq!(samples(&rights).count(), 1);
        let free = position("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 100);
        let places: Vec<_> = samples(&free).map(|sample| sample.counts).collect();
        assert_eq!(places.len(), 2);
        let pawn = |counts: &[(u16, i8)]| counts.iter().find(|(place, _)| *place < 64).copied();
        assert_eq!(pawn(&places[0]), Some((48, 1)));
        assert_eq!(pawn(&places[1]), Some((55, 1)));
    }

    /// Both sides' views of a position change places with colours, and the network learns what it is shown.
    #[test]
    fn learning_lowers_the_error() {
        let shown: Vec<_> = [
            ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 300),
            ("4k3/p7/8/8/8/8/8/4K3 w - - 0 1", -300),
            ("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", -50),
        ]
        .into_iter()
        .flat_map(|(fen, value)| samples(&position(fen, value)).collect::<Vec<_>>())
        .map(|sample| Position {
            inputs: sample.counts.iter().map(|&count| input(count)).collect(),
            tables: 0.0,
            target: sample.target,
        })
        .collect();
        let mut random = Random::new(1);
        let mut network = Network::new(&mut random);
        let (one, other) = (network.value(&shown[0]), network.value(&shown[2]));
        assert!((one + other).abs() < 1e-3, "{one} {other}");
        let scale = chess::Game::SCALE as f32;
        let before = network_error(&network, &shown, scale);
        let mut learnt = shown;
        learn(&mut network, &mut learnt, 60, scale, &mut random);
        let after = network_error(&network.rounded(), &learnt, scale);
        assert!(after < before / 2.0, "{after} {before}");
        assert_eq!(network.bytes().len(), 2 * HIDDEN + INPUTS * HIDDEN);
    }
}
