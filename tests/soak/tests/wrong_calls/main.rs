//! Wrong calls, systematically: a call that the contract takes, changed in one thing at a time.
//! Each mutant names the words that it must be refused with, in the contract as in the model, and
//! changes neither storage nor money.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

mod bench;
mod money;
mod play;

use bench::{Scene, check};

/// Runs all mutants of some scenes.
fn run(scenes: Vec<Scene>) {
    let mut mutants = 0;
    for scene in scenes {
        mutants += check(scene);
    }
    println!("{mutants} mutants");
    assert!(mutants > 50, "{mutants}");
}

#[test]
fn a_call_that_pays_is_refused_for_each_thing_that_is_wrong() {
    run(money::scenes());
}

#[test]
fn a_call_with_signatures_is_refused_for_each_thing_that_is_wrong() {
    run(play::scenes());
}
