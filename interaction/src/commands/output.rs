//! The output of commands.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use chess_interaction::board::BoardStyle;
use chess_interaction::output::Output;
use chess_interaction::play::DisplayOptions;

use super::error::CommandError;

/// Prints an answer.
pub fn print(json: bool, output: &Output) -> Result<(), CommandError> {
    let mut out = std::io::stdout().lock();
    if json {
        writeln!(out, "{}", output.json)?;
    } else {
        write!(out, "{}", output.text)?;
    }
    out.flush()?;
    Ok(())
}

/// The display of games. Without a delay there is a second between moves on a terminal.
pub fn display_options(delay: Option<f32>) -> DisplayOptions {
    let terminal = std::io::stdout().is_terminal();
    DisplayOptions {
        style: board_style(),
        redraw: terminal,
        delay: Duration::from_secs_f32(delay.unwrap_or(f32::from(terminal))),
    }
}

/// The style of boards: in colours if standard output supports them.
pub fn board_style() -> BoardStyle {
    match anstream::AutoStream::choice(&std::io::stdout()) {
        anstream::ColorChoice::Never => BoardStyle::Plain,
        _ => BoardStyle::Colored,
    }
}

/// Reports each step of a long job on standard error.
pub fn progress(json: bool) -> impl FnMut(&str) {
    move |text| {
        if !json {
            eprintln!("{text}");
        }
    }
}
