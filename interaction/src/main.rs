//! The command line.

mod cli;
mod commands;

use std::process::ExitCode;

use clap::Parser;
use cli::Cli;
use serde_json::json;

/// Whatever stops a command, in words.
type Failed = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let Cli { settings, command } = Cli::parse();
    let json = settings.json;
    match commands::run(settings, command) {
        Ok(()) => ExitCode::SUCCESS,
        // nobody reads on, as with `| head`
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            match json {
                true => eprintln!("{}", json!({"error": error.to_string()})),
                false => eprintln!("error: {error}"),
            }
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &Failed) -> bool {
    let io = error.downcast_ref::<std::io::Error>();
    io.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
