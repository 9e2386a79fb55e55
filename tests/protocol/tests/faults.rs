//! Each known fault is found.

use chess_protocol::explore::find;
use chess_protocol::runs::{self, Fault};

fn found(faults: Vec<Fault>) {
    for fault in faults {
        let found = find(fault.rules, runs::bound(fault.rules.plies), fault.law);
        println!("== {}\n{found}", fault.name);
        let broken = found.broken.iter().any(|trace| trace.law == fault.law);
        assert!(broken, "{}: not found\n{found}", fault.name);
    }
}

#[test]
fn each_known_fault_is_found() {
    found(runs::faults());
}

/// A resignation or a draw that the chain doesn't have yet can be overtaken by another ply of its
/// signer's: docs/signed-play.md says so.
#[test]
fn what_the_chain_does_not_have_is_no_end() {
    found(runs::no_promises());
}
