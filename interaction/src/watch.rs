//! Shows a game while others play it.

use std::io::Write;
use std::thread::sleep;

use onchain_chess::chess_proxy::GameState;
use serde_json::Value;

use crate::board;
use crate::calls::proxy;
use crate::chess_table::GameView;
use crate::client::Client;
use crate::pgn;
use crate::play::{self, DisplayOptions};
use crate::words;

/// Draws a game's board whenever a move was made, until the game is over. `display.delay` is the
/// time between two looks.
///
/// # Errors
/// What the network says, or that nothing can be written any more.
pub fn watch(
    client: &Client,
    game_id: usize,
    display: &DisplayOptions,
    out: &mut impl Write,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut shown: Option<GameView> = None;
    loop {
        let game: GameView = client.view(proxy().get_game(game_id).data)?;
        if shown.as_ref() != Some(&game) {
            let moves = client.history(game_id)?;
            let board = client.view(proxy().get_board(game_id).data)?;
            let caption = match moves.last() {
                None => "The start.".to_string(),
                Some((_, san)) => pgn::numbered(moves.len() - 1, san),
            };
            let drawn = board::draw(&board, moves.last().map(|(m, _)| *m), display.style);
            play::draw(display, out, &caption, &drawn, shown.is_some())?;
            out.flush()?;
            let is_over = game.state != GameState::Ongoing;
            if is_over {
                writeln!(out, "{}", words::end_of_game(&game))?;
                return Ok(());
            }
            shown = Some(game);
        }
        sleep(display.delay);
    }
}

/// The same for scripts: a line of JSON for each change, as `game` gives it.
///
/// # Errors
/// What the network says, or that nothing can be written any more.
pub fn watch_json(
    client: &Client,
    game_id: usize,
    display: &DisplayOptions,
    out: &mut impl Write,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut shown = Value::Null;
    loop {
        let game = client.show_game(game_id, display.style)?.json;
        if shown != game {
            writeln!(out, "{game}")?;
            out.flush()?;
            if game["state"] != "ongoing" {
                return Ok(());
            }
            shown = game;
        }
        sleep(display.delay);
    }
}
