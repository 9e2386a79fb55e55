//! The contract's scenarios: the calls, in plain steps. A model of the contract gives the expected
//! result of each step.
//!
//! The tests run the files. `make scenarios` writes them, and a test fails if a file differs from
//! this crate's.

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
