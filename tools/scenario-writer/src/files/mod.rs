//! The scenarios, by what they show.

use crate::scenario::Scenario;

mod challenge;
mod clock;
mod endings;
mod games;
mod gas;
mod hostile;
mod matches;
mod moves;
mod owner;
mod production_vm;
mod queue;
mod scale;
mod shards;
mod signed_play;
mod signed_rulings;
mod time_over;
mod upgrade;
mod views;
mod whole_games;

pub use time_over::MATE_OR_NOT;

/// A file's path, and the scenario.
type File = (String, Scenario);

/// Every scenario: its path below `scenarios/`, and its contents.
pub fn all() -> Vec<(String, String)> {
    let files = [
        owner::all(),
        queue::all(),
        moves::all(),
        endings::all(),
        clock::all(),
        challenge::all(),
        signed_play::all(),
        signed_rulings::all(),
        matches::all(),
        time_over::all(),
        views::all(),
        upgrade::all(),
        hostile::all(),
        scale::all(),
        gas::all(),
        production_vm::all(),
        shards::all(),
    ]
    .into_iter()
    .flatten();
    files
        .map(|(path, s)| (format!("{path}.scen.json"), s.file()))
        .collect()
}
