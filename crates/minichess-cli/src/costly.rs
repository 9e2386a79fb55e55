//! Looking for the positions in which a call costs the most gas, by hill climbing on the production VM.

use std::path::PathBuf;

use chess_engine::Outcome;
use clap::Args;

use crate::bench::on_chain::{self, Stored};
use crate::diagram;
use crate::output::say;
use crate::random::Random;
use crate::variant::Variant;

/// The bound for a call: the network takes the rest of a transaction's 600,000,000.
const MOST_GAS: u64 = 593_000_000;
/// Changed positions per try.
const BATCH: usize = 8;
/// The calls for each position: a search that begins and one that continues.
const CALLS: u32 = 2;

/// A search for costly positions. The same seed finds the same ones.
#[derive(Args)]
pub struct Search {
    /// The depth, or on 8x8 the level
    #[arg(long, default_value_t = 20)]
    strength: u8,
    /// Tries, each of several changed positions
    #[arg(long, default_value_t = 50)]
    tries: u32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The runner of scenario files (make vm-go)
    #[arg(long, default_value = "target/vm-go/mx-scenario-go")]
    vm: PathBuf,
}

impl Search {
    /// Starts from random positions, changes some squares of the costliest, and keeps and prints each position that
    /// costs more.
    ///
    /// # Errors
    /// A call that costs too much, fails for another reason than too little gas to keep the search, or can't be run.
    pub fn run<G: Stored>(&self) -> Result<(), String> {
        let mut random = Random::new(self.seed);
        let mut best = (0, String::new());
        for number in 0..self.tries {
            let games: Vec<G> = (0..BATCH)
                .map(|_| match best.1.as_str() {
                    "" => from_board(&mut random, |random| strewn::<G>(random)),
                    board => from_board(&mut random, |random| changed(board, random)),
                })
                .collect();
            let gas = self.gas(&games)?;
            for (game, gas) in games.iter().zip(gas) {
                if gas > best.0 {
                    best = (gas, board_of(game));
                    say(format_args!("{number}: {gas} {}", game.to_fen()));
                }
            }
            if best.0 > MOST_GAS {
                return Err(format!("a call costs more than {MOST_GAS} gas"));
            }
        }
        Ok(())
    }

    /// The gas of each game's costliest call.
    fn gas<G: Stored>(&self, games: &[G]) -> Result<Vec<u64>, String> {
        let scenario = on_chain::thinking(games, self.strength, CALLS);
        let mut most = vec![0; games.len()];
        // a refused call pays for all of its gas
        for call in on_chain::run::<G>(&self.vm, &scenario)? {
            most[call.game] = call.gas.max(most[call.game]);
        }
        match most.contains(&0) {
            true => Err("not every call was run".into()),
            false => Ok(most),
        }
    }
}

/// A running game, Black to move, from the first random board that allows one.
fn from_board<G: Variant>(random: &mut Random, mut board: impl FnMut(&mut Random) -> String) -> G {
    loop {
        let fen = format!("{} b - - 0 1", board(random));
        if let Ok(game) = G::from_fen(&fen)
            && game.outcome() == Outcome::Ongoing
        {
            return game;
        }
    }
}

fn board_of<G: Variant>(game: &G) -> String {
    game.to_fen().split(' ').next().unwrap_or_default().into()
}

/// The squares in a diagram's letters, with dots for empty ones: a board of 64 has some 12 pieces of
/// each side.
const PIECES: &[u8] = b"QRBNPqrbnp................";

/// Puts both kings and other pieces anywhere.
fn strewn<G: Variant>(random: &mut Random) -> String {
    let size = usize::from(G::SIZE);
    let mut squares: Vec<char> = (0..size * size)
        .map(|_| PIECES[random.below(PIECES.len() as u64) as usize].into())
        .collect();
    for king in ['K', 'k'] {
        let at = random.below(squares.len() as u64) as usize;
        squares[at] = king;
    }
    rows(&squares, size)
}

/// Changes one to three squares of a board, or exchanges two.
fn changed(board: &str, random: &mut Random) -> String {
    let mut squares: Vec<char> = board.split('/').flat_map(diagram::squares).collect();
    let size = board.split('/').count();
    let mut any = |below: usize| random.below(below as u64) as usize;
    for _ in 0..=any(3) {
        let at = any(squares.len());
        if any(2) == 0 {
            let other = any(squares.len());
            squares.swap(at, other);
        } else if !squares[at].eq_ignore_ascii_case(&'k') {
            squares[at] = PIECES[any(PIECES.len())].into();
        }
    }
    rows(&squares, size)
}

fn rows(squares: &[char], size: usize) -> String {
    let rows: Vec<_> = squares.chunks(size).map(row).collect();
    rows.join("/")
}

/// A row of a FEN: a number stands for that number of empty squares.
fn row(squares: &[char]) -> String {
    let mut text = String::from_iter(squares);
    for empty in (1..=squares.len()).rev() {
        text = text.replace(&".".repeat(empty), &empty.to_string());
    }
    text
}

#[cfg(test)]
mod tests {
    use chess_engine::{Game, chess};

    use super::*;

    #[test]
    fn changed_positions_are_positions() {
        let mut random = Random::new(3);
        let game: Game = from_board(&mut random, strewn::<Game>);
        let board = board_of(&game);
        let different = (0..20).filter(|_| {
            let next: Game = from_board(&mut random, |random| changed(&board, random));
            board_of(&next) != board
        });
        assert!(different.count() > 10);
        let game: chess::Game = from_board(&mut random, strewn::<chess::Game>);
        assert_eq!(board_of(&game).split('/').count(), 8);
    }
}
