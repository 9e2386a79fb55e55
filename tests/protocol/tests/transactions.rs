//! The exact number of transactions that a cheat can force on an honest player.

use chess_protocol::explore::explore;
use chess_protocol::properties::Law;
use chess_protocol::rules::Rules;
use chess_protocol::runs;

fn costs_exactly(rules: Rules, bound: u8) {
    let found = explore(rules, bound);
    println!(
        "== {} plies, at most {bound} transactions\n{found}",
        rules.plies
    );
    assert!(found.is_all && found.broken.is_empty(), "{found}");
    assert_eq!(found.most_sent, bound, "{} plies", rules.plies);
    let dearer = explore(rules, bound - 1).broken;
    assert!(dearer.iter().any(|trace| trace.law == Law::Bound));
}

#[test]
fn one_more_than_one_and_a_half_times_the_plies() {
    for plies in 2..=5 {
        costs_exactly(runs::mates(plies), runs::bound(plies));
    }
}

#[test]
fn as_many_in_each_round_of_a_match() {
    costs_exactly(runs::counted_match(2, 1), 2 * runs::bound(1));
}
