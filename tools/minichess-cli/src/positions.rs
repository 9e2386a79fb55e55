//! Positions to learn from: games of the engine with itself, each quiet position with the value that another program gives it.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use chess_engine::{BoardSearch, MAX_DEPTH, Outcome};

use crate::learnt::Learnt;
use crate::player::Program;
use crate::random::Random;

/// Random plies at the beginning of a game.
const OPENING: u64 = 6;
/// One move of so many is random, for positions that are not even.
const RANDOM: u64 = 8;
/// Positions worth more, in hundredths of a pawn, are left out and end the game.
const MOST: i32 = 1_500;

/// A quiet position and its value to White in hundredths of a pawn.
pub struct Labelled<G> {
    /// The game at this position.
    pub game: G,
    /// What the program said.
    pub value: i32,
}

/// Plays games and writes one position a line: its FEN, a semicolon, its value to White. `program` is a UCI program and `go` how it is
/// asked, as a player of a match is written. Returns the number of positions.
///
/// # Errors
/// Where the program can't be asked or the file can't be written.
pub fn write<G: Learnt>(
    games: u32,
    nodes: u32,
    seed: u64,
    (program, go): (&str, &str),
    file: &Path,
) -> Result<u32, String> {
    let shown = |error| format!("{}: {error}", file.display());
    let mut program = Program::start::<G>(program, go)?;
    let mut out = BufWriter::new(File::create(file).map_err(shown)?);
    let mut random = Random::new(seed);
    let mut count = 0;
    for _ in 0..games {
        let mut game = G::start();
        for _ in 0..OPENING + random.below(4) {
            let Some(&mv) = random.pick(&game.list()) else {
                break;
            };
            game.play_move(mv).expect("a legal move");
        }
        while game.outcome() == Outcome::Ongoing {
            let fen = game.to_fen();
            let (best, score) = program.value::<G>(&fen)?;
            let Some(score) = score.filter(|score| score.abs() <= MOST) else {
                break;
            };
            if game.is_quiet(best) {
                let value = if game.white_to_move() { score } else { -score };
                writeln!(out, "{fen};{value}").map_err(shown)?;
                count += 1;
            }
            let mv = if random.below(RANDOM) == 0 {
                random.pick(&game.list()).copied()
            } else {
                let mut search = BoardSearch::new(&game, MAX_DEPTH).expect("a game that goes on");
                search.run(nodes, |_| false);
                Some(search.answer().best)
            };
            game.play_move(mv.expect("a game that goes on"))
                .expect("a legal move");
        }
    }
    out.flush().map_err(shown)?;
    Ok(count)
}

/// Reads what [`write`] wrote.
///
/// # Errors
/// Where the file can't be read, and the line that is no position with a value.
pub fn read<G: Learnt>(file: &Path) -> Result<Vec<Labelled<G>>, String> {
    let shown = |error| format!("{}: {error}", file.display());
    let lines = BufReader::new(File::open(file).map_err(shown)?).lines();
    let mut positions = Vec::new();
    for (number, line) in (1..).zip(lines) {
        let line = line.map_err(shown)?;
        let position = line
            .split_once(';')
            .and_then(|(fen, value)| Some((G::from_fen(fen).ok()?, value.parse().ok()?)));
        let Some((game, value)) = position else {
            return Err(format!(
                "{}: line {number} is no position and value: {line}",
                file.display()
            ));
        };
        positions.push(Labelled { game, value });
    }
    Ok(positions)
}
