//! Plays a game before one's eyes: the board after every move, the end, and who was paid.

use std::io::Write;
use std::thread::sleep;
use std::time::Duration;

use chess_rules::{Color, Move};
use onchain_chess::chess_proxy::{EndReason, GameState};

use crate::board::{self, Look};
use crate::pgn::Game;
use crate::replay::{Played, Replay};
use crate::table::{GameView, Table};
use crate::wager::Amount;

/// How a game is shown.
pub struct Screen {
    pub look: Look,
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
/// What the contract refused, or that nothing can be written any more.
pub fn play<T: Table>(
    table: &mut T,
    game: &Game,
    screen: &Screen,
    out: &mut impl Write,
) -> Result<(), Box<dyn std::error::Error>> {
    writeln!(out, "{}\n", title(game))?;
    let mut replay = Replay::start(table, game)?;
    writeln!(
        out,
        "White and Black paid {} each: game {} of the contract.\n",
        replay.wager, replay.id
    )?;
    show(&mut replay, screen, out, None, "The start.", false)?;
    for (ply, played) in game.plies.iter().enumerate() {
        out.flush()?;
        sleep(screen.delay);
        replay.play(ply)?;
        let caption = game.numbered(ply);
        show(&mut replay, screen, out, Some(played.mv), &caption, true)?;
    }
    let played = replay.finish()?;
    writeln!(out, "{}", end(&played.view))?;
    writeln!(out, "{}", payout(&played))?;
    writeln!(out, "{}", played.fen)?;
    Ok(())
}

/// Draws the contract's board with a line above it.
fn show<T: Table>(
    replay: &mut Replay<T>,
    screen: &Screen,
    out: &mut impl Write,
    last: Option<Move>,
    caption: &str,
    over: bool,
) -> Result<(), Box<dyn std::error::Error>> {
    let id = replay.id;
    let drawn = board::draw(&replay.table().board(id)?, last, screen.look);
    Ok(draw(screen, out, caption, &drawn, over)?)
}

/// Writes a drawn board below a line of text; `over` the one before where the screen can.
pub(crate) fn draw(
    screen: &Screen,
    out: &mut impl Write,
    caption: &str,
    board: &str,
    over: bool,
) -> std::io::Result<()> {
    if over && screen.redraw {
        // up over the board, its caption and the blank line, and clear from there
        write!(out, "\x1b[{}A\x1b[J", board.lines().count() + 2)?;
    }
    writeln!(out, "{caption}\n{board}")
}

/// What ended a game, and who won.
pub fn end(game: &GameView) -> String {
    let reason = match game.end_reason {
        EndReason::None => return "The game goes on.".into(),
        EndReason::Checkmate => "Checkmate",
        EndReason::Resignation => "Resignation",
        EndReason::Inactivity => "Inactivity",
        EndReason::IllegalMove => "An illegal move was called",
        EndReason::Stalemate => "Stalemate",
        EndReason::DeadPosition => "Too little material for any mate",
        EndReason::FivefoldRepetition => "The same position five times",
        EndReason::SeventyFiveMoves => "75 moves without a capture or a pawn move",
        EndReason::ThreefoldRepetition => "A draw claimed by threefold repetition",
        EndReason::FiftyMoves => "A draw claimed by the fifty-move rule",
        EndReason::Agreement => "A draw agreed",
        EndReason::Pause => "Ended by a long pause",
    };
    let result = match game.state {
        GameState::WhiteWon => "White wins",
        GameState::BlackWon => "Black wins",
        GameState::Ongoing | GameState::Stalemate => "a draw",
    };
    format!("{reason}: {result} after {} moves.", game.plies.div_ceil(2))
}

/// Who was paid how much.
fn payout(played: &Played) -> String {
    let of = |player: Color| {
        let paid = Amount {
            token: played.wager.token.clone(),
            amount: played.paid[player as usize].clone(),
        };
        match paid.amount == 0u64.into() {
            true => "nothing".to_string(),
            false => paid.to_string(),
        }
    };
    format!(
        "The contract paid White {} and Black {}.",
        of(Color::White),
        of(Color::Black)
    )
}
