//! Learns the evaluation of the 8×8 board from positions with their values: first the tables, then the network for what they leave open.
//!
//! The same file gives the same numbers: everything goes through it in an order that a seed gives, on one thread.

use std::path::Path;

use minichess_engine::chess::{self, HIDDEN, INPUTS, UNIT};

use crate::learnt::Learnt;
use crate::positions;
use crate::random::Random;
use crate::variant::Variant;
use crate::tune::{Sample, error, fit, sigmoid, value};

/// The program's hundredths of a pawn to the engine's.
const SCALE: f64 = 1.0;
/// One position of so many, the last ones, is held out.
const HELD_OUT: usize = 20;
/// Positions to a step.
const BATCH: usize = 1_024;
/// The first step size of Adam, in hundredths of a pawn; it falls to a hundredth of that.
const RATE: f32 = 0.6;
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
    epochs: usize,
    scale: f32,
    random: &mut Random,
    mut visit: impl FnMut(usize, &Network),
) {
    let zero = vec![[0.0f32; HIDDEN]; INPUTS + 1];
    let (mut gradient, mut first, mut second) = (zero.clone(), zero.clone(), zero);
    let most = 127.0 / UNIT as f32;
    let decay: f32 = std::env::var("DECAY").map_or(0.0, |t| t.parse().unwrap());
    let top: f32 = std::env::var("RATE").map_or(RATE, |t| t.parse().unwrap());
    let steps = (epochs * positions.len().div_ceil(BATCH)) as f32;
    let mut step = 0;
    for epoch in 0..epochs {
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
            let rate = top * (1.0 - 0.99 * step as f32 / steps);
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
                    *weight = (*weight - change - rate * decay * *weight).clamp(-most, most);
                }
            }
        }
        visit(epoch, network);
    }
}

/// Reads positions, fits tables and network and writes their files into a folder.
///
/// # Errors
/// Where a file can't be read or written.
pub fn run(files: &[std::path::PathBuf], epochs: usize, folder: &Path) -> Result<(), String> {
    let (mut samples, mut old) = (Vec::new(), Vec::new());
    let scale = <chess::Game as Learnt>::SCALE;
    for file in files {
        for labelled in positions::read::<chess::Game>(file)? {
            let (game, value) = (labelled.game, f64::from(labelled.value));
            old.push(game.evaluation());
            samples.push(Sample {
                counts: game.counts(),
                phase: game.phase(),
                target: sigmoid(value * SCALE, scale) as f32,
            });
            if game.to_fen().split(' ').nth(2) == Some("-") {
                // Without castling rights, left and right are alike.
                let (mut counts, phase, target) = (game.counts(), game.phase(), sigmoid(value * SCALE, scale) as f32);
                for (place, _) in &mut counts {
                    if *place < 384 { *place ^= 7; }
                }
                old.push(game.evaluation());
                samples.push(Sample { counts, phase, target });
            }
        }
    }
    let training = samples.len() - samples.len() / HELD_OUT;
    let before = old[training..]
        .iter()
        .zip(&samples[training..])
        .map(|(&old, sample)| (sigmoid(f64::from(old), scale) - f64::from(sample.target)).powi(2))
        .sum::<f64>();
    println!(
        "{} positions; mean squared error of those held out: {:.5} before",
        samples.len(),
        before / (samples.len() - training).max(1) as f64
    );
    let mut random = Random::new(SEED);
    let mut weights = chess::Game::weights();
    for sample in samples.iter_mut() {
        sample.counts.retain(|count| count.0 < 384);
    }
    let (fitted, held) = samples.split_at_mut(training);
    if std::env::var("FIT").is_ok() { fit::<chess::Game>(fitted, &mut weights, &mut random); }
    println!("  {:.5} with tables fitted", error(held, &weights, scale));
    for weight in &mut weights {
        *weight = weight.round();
    }
    let mut learning: Vec<_> = samples
        .iter()
        .map(|sample| Position {
            inputs: sample.counts.iter().map(|&count| input(count)).collect(),
            tables: value(sample, &weights) as f32,
            target: sample.target,
        })
        .collect();
    drop(samples);
    let (fitted, held) = learning.split_at_mut(training);
    let mut network = Network::new(&mut random);
    let scale = scale as f32;
    learn(
        &mut network,
        fitted,
        epochs,
        scale,
        &mut random,
        |epoch, network| {
            if epoch % 5 == 4 || epoch + 1 == epochs {
                let error = network_error(network, held, scale);
                println!("  {error:.5} with the network after {} passes", epoch + 1);
            }
        },
    );
    let network = network.rounded();
    println!(
        "  {:.5} with its weights rounded; {:.5} of those learnt from",
        network_error(&network, held, scale),
        network_error(&network, fitted, scale)
    );
    let write = |name: &str, bytes: &[u8]| {
        let file = folder.join(name);
        std::fs::write(&file, bytes).map_err(|error| format!("{}: {error}", file.display()))
    };
    let origin = format!("{} positions", learning.len());
    write("network.bin", &network.bytes())?;
    write(
        "tables.rs",
        chess::Game::source(&weights, &origin).as_bytes(),
    )
}
