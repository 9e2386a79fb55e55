//! 6×6 chess on the command line.

mod perft;
mod rules;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use minichess_cli::matches::{self, Player};
use minichess_cli::native;

#[derive(Parser)]
#[command(
    name = "minichess",
    version,
    about = "6x6 chess against the engine of the minichess contract"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check a file of positions with their perft counts: FEN ;D1 14 ;D2 186 …
    Perft {
        /// One position a line; empty lines and lines that begin with # are skipped
        file: PathBuf,
    },
    /// For each FEN on standard input: how the game stands, and each legal move with the FEN after it
    Rules,
    /// Play against the engine in the terminal
    Play {
        /// How many plies the engine searches, from 3 to 20
        #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(3..=20))]
        depth: u8,
        /// Begin from this position
        #[arg(long)]
        fen: Option<String>,
    },
    /// Play games between two players from random openings: depths from 3 to 20, or greedy:N for document 002's algorithm
    Match {
        a: Player,
        b: Player,
        /// Each opening is played twice, colours changed
        #[arg(long, default_value_t = 100)]
        games: u32,
        /// The openings' seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Perft { file } => perft::run(&file),
        Command::Rules => rules::run(),
        Command::Play { depth, fen } => native::run(depth, fen.as_deref()),
        Command::Match { a, b, games, seed } => matches::run(a, b, games, seed),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("minichess: {message}");
            ExitCode::FAILURE
        }
    }
}
