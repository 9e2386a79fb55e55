//! Runs the command line.
#![allow(dead_code)] // each test file uses its own part

use std::process::{Child, Command, Stdio};

/// The output of a command.
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Said {
    /// Runs a command and returns its output.
    pub fn by(command: &mut Command) -> Self {
        let output = command.output().expect("the command runs");
        Said {
            code: output.status.code().expect("an exit code"),
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            err: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }

    /// The output of a command that must succeed.
    #[track_caller]
    pub fn good(self) -> Self {
        assert_eq!(self.code, 0, "{}", self.err);
        self
    }
}

/// The command line of a user at the repository's root without a configuration; it reads nothing
/// and writes to no terminal.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chess-interaction"));
    command
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .env("XDG_CONFIG_HOME", env!("CARGO_TARGET_TMPDIR"))
        .env(
            "XDG_STATE_HOME",
            concat!(env!("CARGO_TARGET_TMPDIR"), "/state"),
        )
        .stdin(Stdio::null());
    command
}

/// Runs it with arguments.
pub fn interaction(arguments: &[&str]) -> Said {
    Said::by(program().args(arguments))
}

/// The words of a command.
pub fn words(text: &str) -> Vec<&str> {
    text.split(' ').collect()
}

/// A program that ends with its test.
pub struct Running(pub Child);

impl Running {
    pub fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Writes a PGN file for a test. Returns its path.
pub fn pgn(name: &str, text: &str) -> String {
    let path = format!("{}/{name}.pgn", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, text).expect("a file for the test");
    path
}

/// Checks that a text has these words.
#[track_caller]
pub fn has(text: &str, words: &str) {
    assert!(text.contains(words), "{words:?} is not in {text}");
}

/// Checks that a text begins with these words.
#[track_caller]
pub fn begins(text: &str, words: &str) {
    assert!(text.starts_with(words), "{words:?} doesn't begin {text}");
}

/// Checks that a text ends with these words.
#[track_caller]
pub fn ends(text: &str, words: &str) {
    assert!(text.ends_with(words), "{words:?} doesn't end {text}");
}
