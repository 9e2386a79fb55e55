//! What can be asked for on the command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// Plays chess games through the compiled contract, on a chain in this process.
#[derive(Parser)]
#[command(name = "chess-interaction", version, propagate_version = true)]
pub struct Cli {
    /// The folder with the compiled contracts
    #[arg(long, global = true, value_name = "DIR", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../output"))]
    pub artefacts: PathBuf,

    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Play every game of a PGN file to its end and its payout
    ///
    /// One line per game: `game N: plies P state S reason R fen F paid W B`, the state and the
    /// position as the contract's views give them, the payouts to White and Black in wagers.
    /// Stops at the first game that can't be played, exit code 1.
    Replay {
        /// A PGN file; comments and variations are skipped
        file: PathBuf,
    },
    /// Play a famous game move by move, the board drawn in the terminal
    Play {
        /// One of the bundled games (see `games`), or a PGN file, whose first game is played
        #[arg(default_value = "opera")]
        game: String,
        /// Seconds between two moves [default: 1 on a terminal, else 0]
        #[arg(long, value_name = "SECONDS", value_parser = seconds)]
        delay: Option<f32>,
    },
    /// List the bundled games
    Games,
    /// Write a game as a gas scenario, for scenarios/gas
    Scenario {
        /// One of the bundled games (see `games`), or a PGN file, whose first game is taken
        game: String,
        /// The scenario file to write, NAME.scen.json
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
    },
}

fn seconds(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(seconds) if (0.0..=60.0).contains(&seconds) => Ok(seconds),
        _ => Err("a number of seconds from 0 to 60".into()),
    }
}
