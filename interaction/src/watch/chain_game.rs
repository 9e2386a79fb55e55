//! Shows a game while others play it.

use std::io::Write;
use std::thread::sleep;

use chess_record::{Awaits, GameState};
use serde_json::Value;

use crate::board;
use crate::chess_table::GameView;
use crate::describe;
use crate::network::client::Client;
use crate::pgn::notation::caption;
use crate::play::{self, DisplayOptions};
use crate::views::game::{moves_of, position_after};

/// Draws a game's board whenever it has changed, until the game is over. `display.delay` is the
/// time between two looks.
///
/// # Errors
/// The network's error, or a closed output.
pub fn watch(
    client: &Client,
    game_id: usize,
    display: &DisplayOptions,
    out: &mut impl Write,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut shown: Option<GameView> = None;
    loop {
        let snapshot = client.snapshot(game_id, 0)?;
        let game = &snapshot.game;
        if shown.as_ref() != Some(game) {
            let moves = moves_of(&snapshot)?;
            let last = caption(&moves);
            let caption = match (game.state, game.awaits) {
                (GameState::Ongoing, Awaits::Answer | Awaits::LongerGame)
                | (GameState::Open, _) => format!("{last}  ({})", describe::standing(game)),
                _ => last,
            };
            let board = position_after(&moves);
            let last = moves.last().map(|(m, _)| *m);
            let drawn = board::draw(board.board(), last, display.style);
            play::draw(display, out, &caption, &drawn, shown.is_some())?;
            out.flush()?;
            if !matches!(game.state, GameState::Ongoing | GameState::Open) {
                writeln!(out, "{}", describe::end_of_game(game))?;
                return Ok(());
            }
            shown = Some(snapshot.game);
        }
        sleep(display.delay);
    }
}

/// The same for scripts: a line of JSON for each change, as `game` gives it.
///
/// # Errors
/// The network's error, or a closed output.
pub fn watch_json(
    client: &Client,
    game_id: usize,
    display: &DisplayOptions,
    out: &mut impl Write,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut shown = Value::Null;
    loop {
        let game = client.show_game(game_id, display.style)?.json;
        let mut state = game.clone();
        // a clock that continues is no change
        if let Some(clock) = state["clock"].as_object_mut() {
            clock.remove("waitedMillis");
        }
        if shown != state {
            writeln!(out, "{game}")?;
            out.flush()?;
            if !matches!(game["state"].as_str(), Some("ongoing" | "open")) {
                return Ok(());
            }
            shown = state;
        }
        sleep(display.delay);
    }
}
