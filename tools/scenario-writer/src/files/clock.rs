//! Time: what counts for a player's clock, and what doesn't.

use super::File;
use super::games::*;
use crate::*;

pub fn all() -> Vec<File> {
    vec![("pause-with-a-clock-running".into(), pause())]
}

fn pause() -> Scenario {
    let name = "epochs of a pause don't count for the player to move";
    let mut s = Scenario::ready(name, Wager::Egld, Rule::Forfeit);
    // one epoch of thinking before, twenty of pause, none after
    s.epoch(50)
        .start(ALICE, BOB)
        .play(1, "e2e4")
        .epoch(51)
        .pause()
        .epoch(71);
    s.shows(1).unpause().shows(1);
    s.refuse(call(ALICE, "signalInactivity", &["1"]), STILL_TIME);
    s.view("getClaims", &["1"], &["u8:0|u8:0|u8:0"]);
    s.play(1, "e7e5").shows(1);
    // two pauses while White thinks
    s.pause()
        .epoch(75)
        .unpause()
        .epoch(76)
        .pause()
        .epoch(90)
        .unpause();
    s.refuse(call(BOB, "signalInactivity", &["1"]), STILL_TIME);
    s.shows(1).epoch(91).shows(1);
    s.view("getClaims", &["1"], &["u8:0|u8:0|u8:1"]);
    s.refuse_move(1, "g1f3", "your time is over");
    // over before the pause, over after it
    s.pause().epoch(95).unpause();
    s.refuse_move(1, "g1f3", "your time is over");
    s.check(2, &[(ALICE, 9), (BOB, 9)], &[]);
    s.end_by(
        BOB,
        "signalInactivity",
        1,
        State::BlackWon,
        Reason::Inactivity,
    );
    s.check(0, &[(ALICE, 9), (BOB, 11)], &[(BOB, 2)]);

    // a game started after pauses has its own time
    s.start(ALICE, BOB).epoch(96);
    s.refuse(call(BOB, "signalInactivity", &["2"]), STILL_TIME);
    s.play(2, "d2d4").epoch(98);
    s.end_by(
        ALICE,
        "signalInactivity",
        2,
        State::WhiteWon,
        Reason::Inactivity,
    );
    s.check(0, &[], &[(ALICE, 2), (BOB, 2)]);
    s
}
