//! Games in words.

use chess_rules::Color;
use onchain_chess::chess_proxy::{Claims, EndReason, GameState};

use crate::chess_table::GameView;

/// Who is to move.
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

/// How a game stands: who is to move, or how it ended.
pub fn standing(game: &GameView) -> String {
    match game.state {
        GameState::Ongoing => format!(
            "move {}, {} to move",
            game.plies / 2 + 1,
            color_name(turn(game))
        ),
        _ => end_of_game(game),
    }
}

/// What ended a game, and who won.
pub fn end_of_game(game: &GameView) -> String {
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
        EndReason::Cancelled => return "The challenge was cancelled.".into(),
        EndReason::Aborted => "Aborted",
    };
    let result = match game.state {
        GameState::WhiteWon => "White wins",
        GameState::BlackWon => "Black wins",
        GameState::NoResult => "no result",
        GameState::Ongoing | GameState::Open | GameState::Stalemate => "a draw",
    };
    format!("{reason}: {result} after {} moves.", game.plies.div_ceil(2))
}

/// What can be claimed, each with the command that claims it.
pub fn open_claims(claims: &Claims) -> impl Iterator<Item = &'static str> {
    let all = [
        (claims.draw, "a draw can be claimed (claim-draw)"),
        (
            claims.illegal_move,
            "an illegal move can be called (call-illegal-move)",
        ),
        (
            claims.inactivity,
            "inactivity can be signalled (signal-inactivity)",
        ),
    ];
    all.into_iter()
        .filter(|(open, _)| *open)
        .map(|(_, words)| words)
}

/// An address for a list: its beginning and its end.
pub fn short_address(address: &str) -> String {
    match (
        address.get(..8),
        address.get(address.len().saturating_sub(6)..),
    ) {
        (Some(head), Some(tail)) => format!("{head}…{tail}"),
        _ => address.into(),
    }
}
