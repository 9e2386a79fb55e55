//! Perft over a file of positions.

use std::path::Path;

use chess_engine::{Game, perft};
use minichess_cli::output::say;

/// Counts every depth a line names and compares.
pub fn run(file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let (mut counts, mut wrong) = (0, 0);
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let place = format!("{}:{}", file.display(), number + 1);
        let mut fields = line.split(';');
        let fen = fields.next().unwrap_or_default().trim();
        let game = Game::from_fen(fen).map_err(|e| format!("{place}: {e}"))?;
        for field in fields {
            let (depth, expected) = parse_count(field).ok_or_else(|| {
                format!("{place}: '{}' is not a count such as D3 2840", field.trim())
            })?;
            let found = perft(&mut game.position().clone(), depth);
            counts += 1;
            if found == expected {
                say(format_args!("{fen} D{depth} {found}"));
            } else {
                wrong += 1;
                say(format_args!("{fen} D{depth} {found}, expected {expected}"));
            }
        }
    }
    say(format_args!(
        "{} counts right, {wrong} wrong",
        counts - wrong
    ));
    match (counts, wrong) {
        (0, _) => Err(format!("{}: no counts in it", file.display())),
        (_, 0) => Ok(()),
        _ => Err(format!("{wrong} of {counts} counts are wrong")),
    }
}

fn parse_count(field: &str) -> Option<(u32, u64)> {
    let (depth, count) = field.trim().strip_prefix('D')?.split_once(' ')?;
    Some((depth.parse().ok()?, count.trim().parse().ok()?))
}
