//! Positions to learn from: games of the engine or another program with itself, each quiet position with its value and the game's result.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use chess_engine::Outcome;

use crate::learnt::Learnt;
use crate::player::{Player, Record, Seat};
use crate::random::Random;

/// Random plies at the beginning of a game.
const OPENING: u64 = 6;
/// One move of so many is random, for positions that are not even, at most so many in a game.
const RANDOM: u64 = 8;
const MOST_RANDOM: u64 = 3;
/// Positions worth more, in hundredths of a pawn, are left out and end the game.
const MOST: i32 = 1_500;

/// A quiet position and its value to White in hundredths of a pawn.
pub struct Labelled<G> {
    /// The game at this position.
    pub game: G,
    /// By a search of the engine or of another program.
    pub value: i32,
    /// White's points in the game: 0, ½ or 1.
    pub points: f64,
}

/// Plays games and writes one position a line: its FEN, its value to White, and White's points in the
/// game in halves, with semicolons between. A position's value is that of the search by which the player
/// chooses its move. Returns the number of positions.
///
/// # Errors
/// Where the player can't be asked or tells no value, or the file can't be written.
pub fn write<G: Learnt>(
    games: u32,
    player: &Player,
    seed: u64,
    file: &Path,
) -> Result<u32, String> {
    let shown = |error| format!("{}: {error}", file.display());
    let mut player = Seat::take::<G>(player)?;
    let mut out = BufWriter::new(File::create(file).map_err(shown)?);
    let mut random = Random::new(seed);
    let mut count = 0;
    for _ in 0..games {
        let (positions, halves) = play::<G>(&mut player, &mut random)?;
        for (fen, value) in &positions {
            writeln!(out, "{fen};{value};{halves}").map_err(shown)?;
        }
        count += positions.len() as u32;
    }
    out.flush().map_err(shown)?;
    Ok(count)
}

/// Plays a game: its quiet positions with their values to White, and White's points in halves.
fn play<G: Learnt>(
    player: &mut Seat,
    random: &mut Random,
) -> Result<(Vec<(String, i32)>, u8), String> {
    let mut game = G::opened(OPENING + random.below(4), random);
    let mut positions = Vec::new();
    let mut random_left = random.below(MOST_RANDOM + 1);
    while game.outcome() == Outcome::Ongoing {
        // without the game's past: a position's value is its own
        let choice = player.choose(&Record::new(game.clone()))?;
        let worth = choice.worth.ok_or("the player tells no value")?;
        let worth = worth.centipawns(MOST + 1);
        let value = if game.white_to_move() { worth } else { -worth };
        if worth.abs() > MOST {
            return Ok((positions, if value > 0 { 2 } else { 0 }));
        }
        if game.is_quiet(choice.mv) {
            positions.push((game.to_fen(), value));
        }
        let mv = if random_left > 0 && random.below(RANDOM) == 0 {
            random_left -= 1;
            *random.pick(&game.list()).expect("a game that goes on")
        } else {
            choice.mv
        };
        game.play_move(mv).expect("a legal move");
    }
    let halves = match game.outcome() {
        Outcome::WhiteWins => 2,
        Outcome::BlackWins => 0,
        _ => 1,
    };
    Ok((positions, halves))
}

/// Reads what [`write`] wrote.
///
/// # Errors
/// Where the file can't be read, and the line that is not as written.
pub fn read<G: Learnt>(file: &Path) -> Result<Vec<Labelled<G>>, String> {
    let shown = |error| format!("{}: {error}", file.display());
    let lines = BufReader::new(File::open(file).map_err(shown)?).lines();
    let mut positions = Vec::new();
    for (number, line) in (1..).zip(lines) {
        let line = line.map_err(shown)?;
        let error = || {
            let file = file.display();
            format!("{file}: line {number} is no position, value and result: {line}")
        };
        positions.push(parse(&line).ok_or_else(error)?);
    }
    Ok(positions)
}

/// A line of the file.
fn parse<G: Learnt>(line: &str) -> Option<Labelled<G>> {
    let mut parts = line.split(';');
    let (fen, value, halves) = (parts.next()?, parts.next()?, parts.next()?);
    let halves: u8 = halves.parse().ok().filter(|halves| *halves <= 2)?;
    Some(Labelled {
        game: G::from_fen(fen).ok()?,
        value: value.parse().ok()?,
        points: f64::from(halves) / 2.0,
    })
}
