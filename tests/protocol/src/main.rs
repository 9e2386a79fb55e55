//! `make protocol DEPTH=…`: explores every set of rules, prints states, time and properties, and the
//! shortest way to each known fault.

use std::process::ExitCode;

use chess_protocol::explore::{explore, find};
use chess_protocol::runs;

fn main() -> ExitCode {
    let depth = match std::env::args().nth(1).map(|depth| depth.parse()) {
        None => 2,
        Some(Ok(depth)) if (1..=3).contains(&depth) => depth,
        Some(_) => {
            eprintln!("protocol: DEPTH is 1 (a minute), 2 (some minutes) or 3 (hours, and memory)");
            return ExitCode::from(2);
        }
    };
    let mut is_good = true;
    let runs = runs::singles().into_iter().chain(runs::matches());
    for run in runs.filter(|run| run.depth <= depth) {
        let found = explore(run.rules, run.bound);
        println!("== {}\n{found}", run.rules);
        is_good &= found.is_all && found.broken.is_empty();
    }
    for plies in 2..=4 + usize::from(depth) {
        let found = explore(runs::mates(plies), runs::bound(plies));
        println!("== {plies} plies\n{found}");
        is_good &= found.is_all && found.broken.is_empty();
    }
    for fault in runs::faults().into_iter().chain(runs::no_promises()) {
        let found = find(fault.rules, runs::bound(fault.rules.plies), fault.law);
        println!("== {}\n{found}", fault.name);
        is_good &= !found.broken.is_empty();
    }
    match is_good {
        true => ExitCode::SUCCESS,
        false => {
            eprintln!("protocol: something that must hold doesn't, or a fault wasn't found");
            ExitCode::FAILURE
        }
    }
}
