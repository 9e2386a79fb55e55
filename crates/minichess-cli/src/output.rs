//! The output of the commands.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

/// Prints a line on standard output. If it can't, it ends the program: quietly if nobody reads the
/// output, as in `… | head`, otherwise with the reason.
pub fn say(line: impl Display) {
    match writeln!(io::stdout(), "{line}") {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => {
            eprintln!("minichess: standard output: {error}");
            std::process::exit(1);
        }
    }
}
