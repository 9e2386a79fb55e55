//! The output of the commands.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

/// Prints a line on standard output. Ends the program where that can't be: quietly where nobody
/// reads on, as in `… | head`, else with the reason.
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
