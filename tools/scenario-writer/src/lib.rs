//! The contract's scenarios: what is called, and all that it must bring about.
//!
//! Moves are written in the notation of chess engines, and a [`Scenario`] turns them into the
//! steps of a file. The files stand beside this crate and are what the tests run; `make
//! scenarios` writes them, and a test fails where a file isn't what this crate says.

#![allow(clippy::too_many_lines, reason = "a scenario is written in one piece")]

mod call;
mod cast;
mod files;
pub mod json;
mod kind;
mod scenario;
mod set_up;
mod signed;
mod text;

pub use call::{Call, Event, call};
pub use cast::*;
pub use files::MATE_OR_NOT;
pub use kind::of_move as kind_of_move;
pub use scenario::{ANY_MESSAGE, Scenario};
pub use text::number;

/// Every file: its path below `scenarios/`, and its contents.
pub fn all() -> Vec<(String, String)> {
    let mut all = vec![];
    for wager in Wager::BOTH {
        for rule in Rule::BOTH {
            all.push((set_up::file_name(wager, rule), set_up::file(wager, rule)));
        }
    }
    all.extend(files::all());
    all
}
