//! Shows a game while others play it.

use std::io::Write;
use std::thread::sleep;

use chess_record::{Awaits, GameState};
use serde_json::Value;

use crate::board;
use crate::chess_table::SnapshotView;
use crate::describe;
use crate::network::client::Client;
use crate::pgn::notation::caption;
use crate::play::{self, DisplayOptions};
use crate::views::game::{moves_of, position_after};

/// Shows a game whenever it has changed, until it is over: draws its board, or with `is_json` writes
/// the same line of JSON as the command `game`. `display.delay`: the time between two looks.
///
/// # Errors
/// The network's error, or a closed output.
pub fn watch(
    client: &Client,
    game_id: usize,
    display: &DisplayOptions,
    is_json: bool,
    out: &mut impl Write,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut shown = None;
    loop {
        let snapshot = client.snapshot(game_id, 0)?;
        let json = match is_json {
            true => client.describe(&snapshot, display.style)?.json,
            false => Value::Null,
        };
        let mut state = (snapshot.game.clone(), json.clone());
        // a running clock is no change
        if let Some(clock) = state.1.get_mut("clock").and_then(Value::as_object_mut) {
            clock.remove("waitedMillis");
        }
        if shown.as_ref() != Some(&state) {
            match is_json {
                true => writeln!(out, "{json}")?,
                false => draw(&snapshot, display, shown.is_some(), out)?,
            }
            out.flush()?;
            let game = &snapshot.game;
            if !matches!(game.state, GameState::Ongoing | GameState::Open) {
                if !is_json {
                    writeln!(out, "{}", describe::end_of_game(game))?;
                }
                return Ok(());
            }
            shown = Some(state);
        }
        sleep(display.delay);
    }
}

fn draw(
    snapshot: &SnapshotView,
    display: &DisplayOptions,
    is_shown: bool,
    out: &mut impl Write,
) -> Result<(), Box<dyn std::error::Error>> {
    let (game, moves) = (&snapshot.game, moves_of(snapshot)?);
    let last = caption(&moves);
    let caption = match (game.state, game.awaits) {
        (GameState::Ongoing, Awaits::Answer | Awaits::LongerGame) | (GameState::Open, _) => {
            format!("{last}  ({})", describe::standing(game))
        }
        _ => last,
    };
    let last = moves.last().map(|(m, _)| *m);
    let board = board::draw(position_after(&moves).board(), last, display.style);
    Ok(play::draw(display, out, &caption, &board, is_shown)?)
}
