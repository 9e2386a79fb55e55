//! The command line.

mod cli;
mod commands;

use std::process::ExitCode;

use clap::Parser;
use cli::Cli;
use commands::CommandError;
use serde_json::json;

fn main() -> ExitCode {
    let Cli { settings, command } = Cli::parse();
    let json = settings.json;
    match commands::run(settings, command) {
        Ok(()) => ExitCode::SUCCESS,
        // the reader has ended, as with `| head`
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // an error is one line, even if a library's message has several
            let error = error.to_string().replace('\n', " ");
            if json {
                eprintln!("{}", json!({"error": error}));
            } else {
                eprintln!("error: {error}");
            }
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &CommandError) -> bool {
    let io = error.downcast_ref::<std::io::Error>();
    io.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
