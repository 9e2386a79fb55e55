//! The contract's scenarios: what is called, in plain steps. A model of the contract says all that
//! each of them must bring about.
//!
//! The files are what the tests run; `make scenarios` writes them, and a test fails where a file
//! isn't what this crate says.

#![allow(clippy::too_many_lines, reason = "a scenario is written in one piece")]

mod games;
mod lines;
mod script;

mod stories;

use chess_model::chain::Token;

/// Every file: its path below `scenarios/`, and its contents.
pub fn all() -> Vec<(String, String)> {
    let mut all = vec![];
    for wager in [Token::Egld, Token::Chess] {
        for rejects in [false, true] {
            let file = script::world("../..", wager, rejects, true).file();
            all.push((script::file_name(wager, rejects), file));
        }
    }
    let stories = stories::all().into_iter();
    all.extend(stories.map(|(path, s)| (format!("{path}.scen.json"), s.file())));
    all
}
