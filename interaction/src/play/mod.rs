//! Plays a game on the terminal: the board after every move, the end, and the payouts.

pub mod in_process;
pub mod opponents;
pub mod replay;
pub mod signed_opponents;

use std::io::Write;
use std::thread::sleep;
use std::time::Duration;

use chess_rules::Move;

use crate::amount::Amount;
use crate::board::{self, BoardStyle};
use crate::chess_table::{ChessTable, Settlement};
use crate::describe;
use crate::pgn::Game;
use crate::play::replay::{Played, Replay};

/// How a game is shown.
pub struct DisplayOptions {
    pub style: BoardStyle,
    /// Draw each board over the one before, as a terminal can.
    pub redraw: bool,
    /// The time between two moves.
    pub delay: Duration,
}

/// A game's players, place and year.
pub fn title(game: &Game) -> String {
    let known = |name| game.tag(name).filter(|value| !value.starts_with('?'));
    let player = |name| known(name).unwrap_or("unknown");
    let year = known("Date").and_then(|date| date.split('.').next());
    let rest = [known("Event"), known("Site"), year];
    let rest: Vec<_> = rest.into_iter().flatten().collect();
    let players = match (known("White"), known("Black")) {
        (None, None) => String::new(),
        _ => format!("{} – {}", player("White"), player("Black")),
    };
    let parts = [players, rest.join(", ")];
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(": ")
}

/// Plays a game through the contract and shows it.
///
/// # Errors
/// The contract's refusal, or a closed output.
pub fn play<T: ChessTable>(
    table: &mut T,
    game: &Game,
    display: &DisplayOptions,
    out: &mut impl Write,
) -> Result<(), Box<dyn std::error::Error>> {
    writeln!(out, "{}\n", title(game))?;
    let mut replay = Replay::start(table, game)?;
    writeln!(
        out,
        "White and Black paid {} each: game {} of the contract.\n",
        replay.wager, replay.id
    )?;
    show(&mut replay, display, out, None, "The start.", false)?;
    for (ply, played) in game.plies.iter().enumerate() {
        out.flush()?;
        sleep(display.delay);
        replay.play(ply)?;
        let caption = game.numbered(ply);
        show(&mut replay, display, out, Some(played.mv), &caption, true)?;
    }
    let played = replay.finish()?;
    if let Some(settlement) = &played.settlement {
        writeln!(out, "{}", settled(game, settlement))?;
    }
    writeln!(out, "{}", describe::end_of_game(&played.view))?;
    writeln!(out, "{}", payout(&played))?;
    writeln!(out, "{}", played.fen)?;
    Ok(())
}

/// Draws the contract's board with a line above it.
fn show<T: ChessTable>(
    replay: &mut Replay<T>,
    display: &DisplayOptions,
    out: &mut impl Write,
    last: Option<Move>,
    caption: &str,
    over: bool,
) -> Result<(), Box<dyn std::error::Error>> {
    let id = replay.id;
    let drawn = board::draw(&replay.table().board(id)?, last, display.style);
    Ok(draw(display, out, caption, &drawn, over)?)
}

/// Writes a drawn board below a line of text. `over`: over the board before, if the display can.
pub(crate) fn draw(
    display: &DisplayOptions,
    out: &mut impl Write,
    caption: &str,
    board: &str,
    over: bool,
) -> std::io::Result<()> {
    if over && display.redraw {
        // up over the board, its caption and the blank line, and clear from there
        write!(out, "\x1b[{}A\x1b[J", board.lines().count() + 2)?;
    }
    writeln!(out, "{caption}\n{board}")
}

/// The cost of the call that submitted a signed game.
fn settled(game: &Game, settlement: &Settlement) -> String {
    let Settlement { gas_used, fee, .. } = settlement;
    let plies = game.plies.len();
    format!("One call submitted all {plies} signed plies: {gas_used} gas, fee {fee}.")
}

/// The payouts.
fn payout(played: &Played) -> String {
    let [white, black] = played.paid.clone().map(|amount| {
        let token = played.wager.token.clone();
        match amount == 0u64.into() {
            true => "nothing".to_string(),
            false => Amount { token, amount }.to_string(),
        }
    });
    format!("The contract paid White {white} and Black {black}.")
}
