//! The engine on the command line: 6×6 chess, and chess with `--board 8x8`.

mod rules;

use std::process::ExitCode;

use chess_engine::{Game, chess};
use clap::{Parser, Subcommand, ValueEnum};
use minichess_cli::bench::{on_chain::Stored, prices::Survey};
use minichess_cli::costly::Search;
use minichess_cli::matches::Match;
use minichess_cli::native::{self, Native};
use minichess_cli::{bench, uci};

#[derive(Parser)]
#[command(
    name = "minichess",
    version,
    about = "The engine of the contracts minichess and enginechess"
)]
struct Arguments {
    /// The board of play, uci, bench, costly and match
    #[arg(long, value_enum, default_value = "6x6", global = true)]
    board: BoardSize,
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum BoardSize {
    /// Document 002's
    #[value(name = "6x6")]
    Six,
    /// Chess
    #[value(name = "8x8")]
    Eight,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
}

#[derive(Subcommand)]
enum Command {
    /// For each FEN on standard input: the game's state, and each legal move with the FEN after it
    Rules,
    /// Speak UCI on standard input and output: for chess programs, and to play other engines
    Uci,
    /// The nodes of fixed positions of real games: a number that changes with the search
    Bench {
        /// The number of plies to search
        #[arg(default_value_t = 8, value_parser = clap::value_parser!(u8).range(3..=20))]
        depth: u8,
    },
    /// Measure a move's cost in positions of real games on the production VM: gas and calls
    Prices(Survey),
    /// Search for the positions in which a call costs the most gas on the production VM, by hill climbing; fails if one
    /// costs more than 593,000,000
    Costly(Search),
    /// Play against the engine in the terminal
    Play {
        /// The number of plies that the engine searches, from 3 to 20
        #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(3..=20))]
        depth: u8,
        /// Search this number of nodes instead, as the contract enginechess does
        #[arg(long, conflicts_with = "depth", value_parser = clap::value_parser!(u32).range(1..))]
        nodes: Option<u32>,
        /// Your side
        #[arg(long, value_enum, default_value = "white")]
        side: Side,
        /// Begin from this position
        #[arg(long)]
        fen: Option<String>,
    },
    /// Play games between two players from random openings: a depth from 3 to 20, nodes:N, memory:N for the engine with
    /// its memory of the game, greedy:N for document 002's algorithm, or "uci:PROGRAM:go nodes N" for another program
    Match(Match),
}

/// Executes a command on a board.
fn run<G: Stored>(command: Command) -> Result<(), String> {
    match command {
        Command::Rules => rules::run(),
        Command::Uci => uci::run::<G>(),
        Command::Bench { depth } => {
            bench::run::<G>(depth);
            Ok(())
        }
        Command::Prices(survey) => survey.run::<G>(),
        Command::Costly(search) => search.run::<G>(),
        Command::Play {
            depth,
            nodes,
            side,
            fen,
        } => {
            let engine = nodes.map_or(Native::ToDepth(depth), Native::with_nodes);
            native::run::<G>(engine, fen.as_deref(), side == Side::White)
        }
        Command::Match(options) => options.run::<G>(),
    }
}

fn main() -> ExitCode {
    let Arguments { board, command } = Arguments::parse();
    let result = match board {
        BoardSize::Six => run::<Game>(command),
        BoardSize::Eight => run::<chess::Game>(command),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("minichess: {message}");
            ExitCode::FAILURE
        }
    }
}
