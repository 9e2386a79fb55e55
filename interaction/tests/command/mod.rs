//! Runs the command line.
#![allow(dead_code)] // each test file uses its own part

use std::process::{Command, Stdio};

/// What the command said.
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Said {
    /// What a command says.
    pub fn by(command: &mut Command) -> Self {
        let output = command.output().expect("the command runs");
        Said {
            code: output.status.code().expect("an exit code"),
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            err: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }
}

/// Runs it with arguments; it reads nothing and writes to no terminal.
pub fn interaction(arguments: &[&str]) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chess-interaction"));
    Said::by(command.args(arguments).stdin(Stdio::null()))
}

/// Writes a PGN file for a test; its path.
pub fn pgn(name: &str, text: &str) -> String {
    let path = format!("{}/{name}.pgn", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, text).expect("a file for the test");
    path
}
