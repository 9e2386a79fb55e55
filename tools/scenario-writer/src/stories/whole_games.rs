//! Whole games, with every move by its kind in the gas report.

use chess_model::chain::{State, Token};

use super::File;
use crate::games::{GAMES, moves};
use crate::script::Script;

pub fn all() -> Vec<File> {
    let files = GAMES.into_iter();
    files
        .map(|(name, title, pgn)| (format!("gas/{name}"), whole_game(name, title, pgn)))
        .collect()
}

/// Both joins, every move, and the game's end: by its result, unless the board ends it.
fn whole_game(name: &str, title: &str, pgn: &str) -> Script {
    let mut s = Script::at(&format!("gas/{name}"), title, Token::Egld, false);
    let moves = moves(pgn);
    s.run(&format!("start alice bob; 1: {}", moves.join(" ")));
    if s.model.game(0).state == State::Ongoing {
        s.run(match (pgn.trim().rsplit_once("-"), moves.len() % 2) {
            (Some((before, "0")), _) if before.ends_with('1') => "bob resign 1",
            (Some((_, "1")), _) => "alice resign 1",
            (_, 0) => "[draw/offer] bob draw 1; [draw/accept] alice draw 1",
            _ => "[draw/offer] alice draw 1; [draw/accept] bob draw 1",
        });
    }
    s.run("shows 1; check");
    s
}
