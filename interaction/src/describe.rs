//! Games in words.

use chess_record::{Awaits, EndReason, GameState};
use chess_rules::Color;
use onchain_chess::chess_proxy::Claims;

use crate::chess_table::{GameView, shares};
use crate::time_control::date;

/// The player to move.
pub fn turn(game: &GameView) -> Color {
    match game.player_turn {
        0 => Color::White,
        _ => Color::Black,
    }
}

/// A player's name.
pub fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// A game's state in words: its next step, or how it ended.
pub fn standing(game: &GameView) -> String {
    let (number, mover) = (game.plies / 2 + 1, color_name(turn(game)));
    match (game.state, game.awaits) {
        (GameState::Open, _) => "a challenge that waits for its second player".into(),
        (GameState::Ongoing, Awaits::Move) => format!("move {number}, {mover} to move"),
        (GameState::Ongoing, Awaits::Answer) => {
            format!("move {number}, {mover} is asked to move on the chain")
        }
        (GameState::Ongoing, Awaits::LongerGame) => open_end(game),
        _ => end_of_game(game),
    }
}

/// Checks that a game is running.
///
/// # Errors
/// In words: it is over and how it ended, or nobody has accepted the challenge yet.
pub fn require_ongoing(game: &GameView) -> Result<(), String> {
    let id = game.game_id;
    match game.state {
        GameState::Ongoing => Ok(()),
        GameState::Open => Err(format!("game {id} is {}", standing(game))),
        _ => Err(format!("game {id} is over. {}", end_of_game(game))),
    }
}

/// The reason of a game's end, and the winner.
pub fn end_of_game(game: &GameView) -> String {
    let reason = match game.end_reason {
        EndReason::None => return "The game is still running.".into(),
        EndReason::Cancelled => return "The challenge was taken back.".into(),
        EndReason::Declined => return "The challenge was declined.".into(),
        reason => reason_name(reason),
    };
    let result = match game.state {
        GameState::Ongoing => return open_end(game),
        GameState::WhiteWon => "White wins",
        GameState::BlackWon => "Black wins",
        GameState::NoResult => "no result",
        GameState::Open | GameState::Stalemate => "a draw",
    };
    match shares(game) {
        Some([white, black]) if game.rounds > 1 => {
            let (white, black) = (white.points, black.points);
            format!("The match is over ({reason}): {result}, White {white} – Black {black}.")
        }
        _ => format!("{reason}: {result} after {}.", moves(game)),
    }
}

/// An end that a longer game, signed by both players, would undo.
fn open_end(game: &GameView) -> String {
    let reason = reason_name(game.end_reason);
    let result = match game.end_reason {
        EndReason::Checkmate => format!("{} will have won", color_name(turn(game).other())),
        EndReason::Resignation => "the opponent will have won".into(),
        _ => "it will be a draw".into(),
    };
    let played = moves(game);
    format!("{reason} after {played}: {result} once the end is final")
}

/// The chain's round of a match, and its number for `--round`, which counts from 0.
pub fn round(game: &GameView) -> String {
    let GameView { round, rounds, .. } = game;
    format!("{} of {rounds} (--round {round})", u32::from(*round) + 1)
}

/// The number of moves, as players count them.
fn moves(game: &GameView) -> String {
    counted(game.plies.div_ceil(2).into(), "move")
}

/// A number of things in words.
pub fn counted(count: usize, thing: &str) -> String {
    match count {
        1 => format!("1 {thing}"),
        _ if thing == "ply" => format!("{count} plies"),
        _ => format!("{count} {thing}s"),
    }
}

fn reason_name(reason: EndReason) -> &'static str {
    match reason {
        EndReason::None => "No end",
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
        EndReason::Cancelled => "Taken back",
        EndReason::Declined => "Declined",
        EndReason::Aborted => "Aborted before both had moved",
        EndReason::Left => "Left by both",
        EndReason::PlyLimit => "A draw at ply 1,000",
    }
}

/// The deadline of a game's next step; `None` for a game that isn't running.
pub fn deadline(game: &GameView) -> Option<String> {
    if game.state != GameState::Ongoing {
        return None;
    }
    let mover = color_name(turn(game));
    let when = match (game.deadline_epoch, game.deadline_millis) {
        (0, 0) => {
            return Some(format!(
                "no clock runs on the chain until {mover} is asked to move"
            ));
        }
        (0, millis) => format!("after {}", date(millis)),
        (epoch, _) => format!("from epoch {epoch} on"),
    };
    Some(match game.awaits {
        Awaits::Move | Awaits::Answer => format!("{mover} is late {when}"),
        Awaits::LongerGame => {
            format!("a longer game can undo the end; {when} signal-inactivity makes it final")
        }
    })
}

/// The possible claims, each with the command that makes it.
pub fn open_claims(claims: &Claims) -> impl Iterator<Item = &'static str> {
    let all = [
        (claims.draw, "a draw can be claimed (claim-draw)"),
        (
            claims.illegal_move,
            "an illegal move can be called (call-illegal-move)",
        ),
        (claims.inactivity, "the time is over (signal-inactivity)"),
    ];
    let open = all.into_iter().filter(|(open, _)| *open);
    open.map(|(_, words)| words)
}

/// An address for a list: its beginning and its end.
pub fn short_address(address: &str) -> String {
    let end = address.len().saturating_sub(6);
    match (address.get(..8), address.get(end..)) {
        (Some(head), Some(tail)) => format!("{head}…{tail}"),
        _ => address.into(),
    }
}
