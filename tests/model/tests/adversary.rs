//! 500 adversarial games; the honest one is never wronged, and would be by a contract that left
//! one of the rules out.

use chess_model::adversary::{ModelAlone, campaign};
use chess_model::chain::Fault;

#[test]
fn the_honest_player_gets_what_is_theirs() {
    let played = campaign(1, 500, &mut ModelAlone::new(None));
    let tally = played.unwrap_or_else(|wronged| panic!("{wronged:#?}"));
    println!("{tally:?}");
    assert!(tally.ends.len() >= 12, "{tally:?}");
}

/// The faults of matches are rarer than these games find: tests/protocol visits them all.
#[test]
fn a_contract_without_one_of_the_rules_wrongs_them() {
    let faults = [
        Fault::NoWindow,
        Fault::MissingMessage,
        Fault::FirstEndStands,
        Fault::Payout,
    ];
    let mut missed = vec![];
    for fault in faults {
        let found = campaign(1_000, 1_500, &mut ModelAlone::new(Some(fault)));
        let wronged = found.err();
        println!(
            "{fault:?}: {:?}",
            wronged.as_ref().map(|w| (w.seed, &w.what))
        );
        if wronged.is_none() {
            missed.push(fault);
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}
