//! The scenarios, by what they show.

use crate::Scenario;

mod endings;
mod games;
mod moves;
mod owner;
mod queue;

/// A file's path, and the scenario.
type File = (String, Scenario);

/// Every scenario: its path below `scenarios/`, and its contents.
pub fn all() -> Vec<(String, String)> {
    let files = [owner::all(), queue::all(), moves::all(), endings::all()]
        .into_iter()
        .flatten();
    files
        .map(|(path, s)| (format!("{path}.scen.json"), s.file()))
        .collect()
}
