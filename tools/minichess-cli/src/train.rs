//! Learns a board's evaluation from positions with their values: first the tables, then the network for what they leave open.
//!
//! The same file gives the same numbers: everything goes through it in an order that a seed gives, on one thread.

use std::iter;
use std::path::{Path, PathBuf};

use chess_engine::{BEGIN, UNIT};

use crate::learnt::Learnt;
use crate::output::say;
use crate::positions::{self, Labelled};
use crate::random::Random;
use crate::regression::{Sample, error, fit, sigmoid, value};

/// One position of so many, the last ones, is held out.
const HELD_OUT: usize = 20;
/// The tables, which have few weights, are fitted to so many positions at most.
const ENOUGH: usize = 5_000_000;
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
struct Network<const HIDDEN: usize> {
    /// A row for each input, then the row of what each unit begins with.
    rows: Vec<[f32; HIDDEN]>,
}

/// What is added up for both views of a position.
type Sums<const HIDDEN: usize> = [[f32; HIDDEN]; 2];

/// 1 for the units that speak for a view's side, -1 for the others.
fn sign<const HIDDEN: usize>(unit: usize) -> f32 {
    if unit < HIDDEN / 2 { 1.0 } else { -1.0 }
}

/// Inputs of a view: six kinds, own and the other's, on each square.
fn inputs<G: Learnt>() -> usize {
    2 * 6 * G::squares()
}

/// The input of White's view that a piece is: its place in the tables, and whose it is.
fn input<G: Learnt>((place, count): (u16, i8)) -> u16 {
    let squares = G::squares() as u16;
    let (kind, place) = (place / squares, place % squares);
    // Its place is the one that its own side sees.
    match count > 0 {
        true => kind * 2 * squares + G::number(place),
        false => (kind * 2 + 1) * squares + G::number(upside_down::<G>(place)),
    }
}

/// A square, counted rank by rank, on the board turned upside down.
fn upside_down<G: Learnt>(square: u16) -> u16 {
    let size = u16::from(G::SIZE);
    (size - 1 - square / size) * size + square % size
}

/// The input of the other side's view: colours changed, and the board turned upside down.
fn other_view<G: Learnt>(input: u16) -> u16 {
    let squares = G::squares() as u16;
    let (piece, square) = (input / squares, input % squares);
    (piece ^ 1) * squares + upside_down::<G>(square)
}

impl<const HIDDEN: usize> Network<HIDDEN> {
    /// Small random weights.
    fn new(inputs: usize, random: &mut Random) -> Self {
        let mut small = || random.below(2_001) as f32 / 1_000.0 - 1.0;
        let mut rows: Vec<_> = (0..inputs)
            .map(|_| std::array::from_fn(|_| 3.0 * small()))
            .collect();
        rows.push(std::array::from_fn(|_| 10.0 + 10.0 * small()));
        Self { rows }
    }

    /// The row of what each unit begins with.
    fn begin(&self) -> &[f32; HIDDEN] {
        &self.rows[self.rows.len() - 1]
    }

    fn sums<G: Learnt>(&self, inputs: &[u16]) -> Sums<HIDDEN> {
        let mut sums = [*self.begin(); 2];
        for &input in inputs {
            for (sums, input) in sums.iter_mut().zip([input, other_view::<G>(input)]) {
                let row = &self.rows[usize::from(input)];
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum += weight;
                }
            }
        }
        sums
    }

    fn value<G: Learnt>(&self, position: &Position) -> f32 {
        position.tables + output(&self.sums::<G>(&position.inputs))
    }

    /// As the engine will have it: whole numbers of a byte, of which [`UNIT`] are a hundredth of a pawn.
    fn rounded(&self) -> Self {
        let unit = UNIT as f32;
        let round = |most: f32| move |w: f32| (w * unit).round().clamp(-most, most) / unit;
        let mut rows: Vec<_> = self.rows.iter().map(|row| row.map(round(127.0))).collect();
        rows[self.rows.len() - 1] = self.begin().map(round(BEGIN as f32));
        Self { rows }
    }

    /// The engine's file: what each unit begins with, two bytes each, the lower first, then a byte for each weight.
    fn bytes(&self) -> Vec<u8> {
        let whole = |weight: f32| (weight * UNIT as f32).round() as i16;
        let begin = self.begin().iter();
        let mut bytes: Vec<u8> = begin.flat_map(|&w| whole(w).to_le_bytes()).collect();
        let weights = self.rows[..self.rows.len() - 1].as_flattened();
        bytes.extend(weights.iter().map(|&w| whole(w) as i8 as u8));
        bytes
    }
}

fn output<const HIDDEN: usize>(sums: &Sums<HIDDEN>) -> f32 {
    let mut all = 0.0;
    for (unit, (white, black)) in sums[0].iter().zip(&sums[1]).enumerate() {
        all += sign::<HIDDEN>(unit) * (white.max(0.0) - black.max(0.0));
    }
    all
}

/// The mean squared error of the expected points.
fn network_error<G: Learnt, const HIDDEN: usize>(
    network: &Network<HIDDEN>,
    positions: &[Position],
) -> f64 {
    let scale = G::SCALE as f32;
    let errors = positions
        .iter()
        .map(|p| f64::from(expected(network.value::<G>(p), scale) - p.target).powi(2));
    errors.sum::<f64>() / positions.len().max(1) as f64
}

fn expected(value: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-value / scale).exp())
}

/// Fits the network by Adam.
fn learn<G: Learnt, const HIDDEN: usize>(
    network: &mut Network<HIDDEN>,
    positions: &mut [Position],
    passes: usize,
    random: &mut Random,
) {
    let scale = G::SCALE as f32;
    let begin = inputs::<G>();
    let zero = vec![[0.0f32; HIDDEN]; begin + 1];
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
                let sums = network.sums::<G>(&position.inputs);
                let points = expected(position.tables + output(&sums), scale);
                let slope = (points - position.target) * points * (1.0 - points);
                let slopes: Sums<HIDDEN> = std::array::from_fn(|view| {
                    let slope = if view == 0 { slope } else { -slope };
                    std::array::from_fn(|unit| {
                        if sums[view][unit] > 0.0 {
                            slope * sign::<HIDDEN>(unit)
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
                    add(other_view::<G>(input), &slopes[1]);
                }
                add(begin as u16, &slopes[0]);
                add(begin as u16, &slopes[1]);
            }
            step += 1;
            let rate = RATE * (1.0 - 0.99 * step as f32 / steps);
            let (unbias1, unbias2) = (1.0 - 0.9f32.powi(step), 1.0 - 0.999f32.powi(step));
            let share = 1.0 / batch.len() as f32;
            for (row, weights) in network.rows.iter_mut().enumerate() {
                let most = if row == begin { 500.0 } else { most };
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

/// A position as a sample, and its mirror image where that is worth as much.
fn samples<G: Learnt>(labelled: &Labelled<G>) -> impl Iterator<Item = Sample> {
    let game = &labelled.game;
    let valued = sigmoid(f64::from(labelled.value), G::SCALE);
    let target = valued + G::RESULT_SHARE * (labelled.points - valued);
    let sample = |counts| Sample {
        counts,
        phase: game.phase(),
        target: target as f32,
    };
    let size = u16::from(G::SIZE);
    let mirrored = |place| place / size * size + size - 1 - place % size;
    let image = game.is_alike_mirrored().then(|| {
        let counts = game.counts().into_iter();
        sample(
            counts
                .map(|(place, count)| (mirrored(place), count))
                .collect(),
        )
    });
    iter::once(sample(game.counts())).chain(image)
}

/// Reads positions, fits tables and network and writes their files into a folder.
///
/// # Errors
/// Where a file can't be read or written, or the number of a view's units is not 16, 24, 32 or 64.
pub fn run<G: Learnt>(
    files: &[PathBuf],
    passes: usize,
    units: usize,
    folder: &Path,
) -> Result<(), String> {
    match units {
        16 => run_with::<G, 16>(files, passes, folder),
        24 => run_with::<G, 24>(files, passes, folder),
        32 => run_with::<G, 32>(files, passes, folder),
        64 => run_with::<G, 64>(files, passes, folder),
        _ => Err(format!("{units} units: 16, 24, 32 and 64 can be learnt")),
    }
}

fn run_with<G: Learnt, const HIDDEN: usize>(
    files: &[PathBuf],
    passes: usize,
    folder: &Path,
) -> Result<(), String> {
    let mut all = Vec::new();
    for file in files {
        all.extend(positions::read::<G>(file)?.iter().flat_map(samples));
    }
    let count = all.len();
    let training = count - count / HELD_OUT;
    let scale = G::SCALE;
    let mut random = Random::new(SEED);
    let mut weights = G::weights();
    let (fitted, held) = all.split_at_mut(training);
    say(format_args!(
        "{count} positions and mirror images; mean squared error of those held out:"
    ));
    say(format_args!(
        "  {:.5} with the tables",
        error(held, &weights, scale)
    ));
    let enough = training.min(ENOUGH);
    fit::<G>(&mut fitted[..enough], &mut weights, &mut random);
    say(format_args!(
        "  {:.5} with the tables fitted",
        error(held, &weights, scale)
    ));
    for weight in &mut weights {
        *weight = weight.round();
    }
    let mut learning: Vec<_> = all
        .iter()
        .map(|sample| Position {
            inputs: sample
                .counts
                .iter()
                .map(|&count| input::<G>(count))
                .collect(),
            tables: value(sample, &weights) as f32,
            target: sample.target,
        })
        .collect();
    drop(all);
    let (fitted, held) = learning.split_at_mut(training);
    let mut network = Network::<HIDDEN>::new(inputs::<G>(), &mut random);
    learn::<G, HIDDEN>(&mut network, fitted, passes, &mut random);
    let network = network.rounded();
    say(format_args!(
        "  {:.5} with the network; {:.5} of those learnt from",
        network_error::<G, HIDDEN>(&network, held),
        network_error::<G, HIDDEN>(&network, fitted)
    ));
    let write = |name: &str, bytes: &[u8]| {
        let file = folder.join(name);
        std::fs::write(&file, bytes).map_err(|error| format!("{}: {error}", file.display()))
    };
    let origin = format!("`make train`: {count} positions and mirror images");
    write("network.bin", &network.bytes())?;
    write("tables.rs", G::source(&weights, &origin).as_bytes())
}

#[cfg(test)]
mod tests {
    use chess_engine::chess;
    use chess_engine::chess::{HIDDEN, INPUTS};

    use super::*;
    use crate::variant::Variant;

    fn position(fen: &str, value: i32) -> Labelled<chess::Game> {
        let game = chess::Game::from_fen(fen).unwrap();
        Labelled {
            game,
            value,
            points: 0.5,
        }
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
            inputs: sample
                .counts
                .iter()
                .map(|&count| input::<chess::Game>(count))
                .collect(),
            tables: 0.0,
            target: sample.target,
        })
        .collect();
        let mut random = Random::new(1);
        let mut network = Network::<HIDDEN>::new(INPUTS, &mut random);
        let (one, other) = (
            network.value::<chess::Game>(&shown[0]),
            network.value::<chess::Game>(&shown[2]),
        );
        assert!((one + other).abs() < 1e-3, "{one} {other}");
        let before = network_error::<chess::Game, HIDDEN>(&network, &shown);
        let mut learnt = shown;
        learn::<chess::Game, HIDDEN>(&mut network, &mut learnt, 60, &mut random);
        let after = network_error::<chess::Game, HIDDEN>(&network.rounded(), &learnt);
        assert!(after < before / 2.0, "{after} {before}");
        assert_eq!(network.bytes().len(), 2 * HIDDEN + INPUTS * HIDDEN);
    }
}
