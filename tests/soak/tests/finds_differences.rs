//! The harness can fail: it finds each fault of the model, and shows it by a short history.

use chess_model::chain::Fault;
use chess_soak::bench::Bench;
use chess_soak::campaign::{Campaign, Found};
use chess_soak::world::Builds;

fn find(fault: Fault) -> Found {
    let campaign = Campaign {
        // the histories before these take minutes and find nothing
        first: match fault {
            Fault::MissingMessage => 270,
            Fault::ReclaimAtOnce => 550,
            Fault::ResignationTakenBack => 400,
            Fault::LateResignation => 200,
            _ => 0,
        },
        seed: 2,
        threads: 1,
        // of a contract that is ready, and of games that leave one move
        beginnings: match fault {
            Fault::MaterialAlone => 8,
            _ => 4,
        },
        fault: Some(fault),
        ..Campaign::default()
    };
    let (_, found) = campaign.run().expect("compiled contracts");
    found.unwrap_or_else(|| panic!("{fault:?} was not found"))
}

#[test]
fn a_wrong_payout_is_found_and_shrunk() {
    let found = find(Fault::Payout);
    let steps = &found.steps;
    // to win one needs a contract that runs, two players, and one way to end a game
    assert!(steps.len() <= 8, "{steps:?}");
    let without_fault = Bench::new(Builds::read().unwrap()).replay(steps, None);
    assert!(without_fault.is_ok(), "{without_fault:?}");
}

#[test]
fn every_fault_is_found_and_shrunk() {
    let faults = [
        Fault::Offer,
        Fault::Clock,
        Fault::Anybody,
        Fault::DayAfter,
        Fault::FreeAsks,
        Fault::NoWindow,
        Fault::FirstEndStands,
        Fault::MissingMessage,
        Fault::NoCallback,
        Fault::ReclaimAtOnce,
        Fault::RoundsAreFinal,
        Fault::ResignationTakenBack,
        Fault::RoundByOne,
        Fault::LateResignation,
        Fault::MaterialAlone,
    ];
    for fault in faults {
        let found = find(fault);
        println!("{fault:?}: {} of {}", found.steps.len(), found.length);
        let steps = found.steps.len();
        assert!(
            steps <= 16 && steps < found.length,
            "{fault:?}: {:?}",
            found.steps
        );
    }
}
