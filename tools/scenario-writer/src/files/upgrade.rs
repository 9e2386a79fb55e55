//! An upgrade leaves games, money and settings unchanged.

use super::File;
use super::games::*;
use crate::*;

pub fn all() -> Vec<File> {
    let mut files = vec![];
    for wager in Wager::BOTH {
        let name = wager.name();
        files.push((
            format!("upgrade-{name}"),
            upgrade(wager, &format!("output/{CHESS_CODE}")),
        ));
        files.push((
            format!("upgrade-later-build-{name}"),
            upgrade(wager, LATER_CODE),
        ));
    }
    files
}

/// A build of the same source with the views in it.
const LATER_CODE: &str = "tests/later/output/onchain-chess-later.mxsc.json";

fn upgrade(wager: Wager, code: &str) -> Scenario {
    let mut s = Scenario::ready("an upgrade in the middle of games", wager, Rule::Reject);
    s.epoch(20)
        .start(ALICE, BOB)
        .play(1, BREYER)
        .start(BOB, ALICE)
        .play(2, "d2d4");
    s.end_by(BOB, "resign", 2, State::BlackWon, Reason::Resignation);
    s.offer_draw(ALICE, 1).join(CAROL);
    let money = [(ALICE, 10), (BOB, 8), (CAROL, 9)];
    s.check(3, &money, &[(ALICE, 2)]);
    let artefact = format!("mxsc:../{code}");
    s.id("upgrade")
        .accept_any(call(OWNER, "upgradeContract", &[&artefact, "0x0506"]));
    s.check(3, &money, &[(ALICE, 2)]);
    s.shows(1).shows(2);
    s.view("isPaused", &[], &[""]);
    s.view("getWagerAmount", &[], &[&number(wager.amount())]);
    s.view("getIllegalMoveRule", &[], &["1"]);
    s.view("getDrawOffer", &["1"], &[&format!("1|{ALICE}")]);
    if code == LATER_CODE {
        s.id("a view of the later build").view_of(
            CHESS,
            "getDrawOffer",
            &["1"],
            &[&format!("1|{ALICE}")],
        );
    }
    // all continues
    s.play(1, "b1d2 c8b7").leave_queue(CAROL);
    s.offer_draw(BOB, 1).accept_draw(ALICE, 1);
    s.check(0, &[(ALICE, 11), (BOB, 9)], &[(ALICE, 3), (BOB, 1)]);
    s
}
