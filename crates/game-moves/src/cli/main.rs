//! The command line `game-moves`.

mod args;
mod commands;
mod input;
mod show;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match commands::run(&args::Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("game-moves: {error}");
            ExitCode::FAILURE
        }
    }
}
