//! The specification's promises are true in every state within the bounds.

use chess_protocol::explore::explore;
use chess_protocol::runs::{self, Run};

fn holds(runs: Vec<Run>) {
    for run in runs.into_iter().filter(|run| run.depth == 1) {
        let found = explore(run.rules, run.bound);
        println!("== {}\n{found}", run.rules);
        assert!(found.is_all, "{}: not all states", run.rules);
        assert!(found.broken.is_empty(), "{}:\n{found}", run.rules);
    }
}

#[test]
fn single_games_hold() {
    holds(runs::singles());
}

#[test]
fn matches_hold() {
    holds(runs::matches());
}
