//! Time: what counts for a player's clock, and what doesn't.

use super::File;
use super::games::*;
use crate::*;

pub fn all() -> Vec<File> {
    vec![
        ("pause-with-a-clock-running".into(), pause()),
        ("pause-with-a-fischer-clock".into(), fischer()),
    ]
}

fn pause() -> Scenario {
    let name = "neither a pause nor the day after it counts for the player to move";
    let mut s = Scenario::ready(name, Wager::Egld, Rule::Forfeit);
    let late = |s: &mut Scenario, is_late: bool| {
        let claims = format!("u8:0|u8:0|u8:{}", is_late as u8);
        s.view("getClaims", &["1"], &[&claims]);
    };
    // one epoch of thinking before, twenty of pause, none after
    s.epoch(50)
        .start(ALICE, BOB)
        .play(1, "e2e4")
        .epoch(51)
        .pause()
        .epoch(71);
    // time stands still, and the views say so
    s.shows(1);
    late(&mut s, false);
    s.unpause().shows(1);
    s.refuse(call(ALICE, "signalInactivity", &["1"]), STILL_TIME);
    s.epoch(72).shows(1);
    s.refuse(call(ALICE, "signalInactivity", &["1"]), STILL_TIME);
    late(&mut s, false);
    s.play(1, "e7e5").shows(1);
    // the next pause may begin after four full epochs
    s.epoch(73)
        .play(1, "g1f3")
        .epoch(74)
        .play(1, "b8c6")
        .epoch(75);
    s.refuse(call(OWNER, "pause", &[]), PAUSED_LATELY);
    s.play(1, "f1b5").epoch(76).pause().epoch(80).unpause();
    // 76 was one; 81 is the day after the pause, 82 the next that counts
    s.epoch(81).shows(1);
    s.refuse(call(ALICE, "signalInactivity", &["1"]), STILL_TIME);
    s.epoch(82).shows(1);
    late(&mut s, true);
    s.refuse_move(1, "a7a6", "your time is over");
    // over before the next pause, over during it, over after it
    s.epoch(85).pause().epoch(86);
    late(&mut s, true);
    s.unpause();
    s.refuse_move(1, "a7a6", "your time is over");
    s.check(2, &[(ALICE, 9), (BOB, 9)], &[]);
    // anyone may say so
    s.end_by(
        CAROL,
        "signalInactivity",
        1,
        State::WhiteWon,
        Reason::Inactivity,
    );
    s.check(0, &[(ALICE, 11), (BOB, 9)], &[(ALICE, 2)]);

    // a game started after pauses has its own time, which begins after the day that doesn't count
    s.start(ALICE, BOB).shows(2).epoch(88);
    s.refuse(call(BOB, "signalInactivity", &["2"]), STILL_TIME);
    s.play(2, "d2d4").epoch(90);
    s.end_by(
        ALICE,
        "signalInactivity",
        2,
        State::WhiteWon,
        Reason::Inactivity,
    );
    s.check(0, &[(ALICE, 12), (BOB, 8)], &[(ALICE, 4)]);
    s
}

fn fischer() -> Scenario {
    let name = "neither a pause nor the day after it counts for a Fischer clock";
    let mut s = Scenario::ready(name, Wager::Egld, Rule::Forfeit);
    let late = "your time is over";
    s.seconds(1_000);
    let challenge = call(ALICE, "challenge", &["", "", "1|u32:60|u32:2", "1", ""]);
    s.accept_any(challenge.egld(5));
    s.accept_any(call(BOB, "accept", &["1"]).egld(5));
    s.accept_any(call(ALICE, "makeMove", &["1", "52", "36"]));
    s.accept_any(call(BOB, "makeMove", &["1", "12", "28"]));
    // of 62 s White has used 30 before the pause
    s.seconds(1_030).pause().seconds(2_000).unpause();
    s.seconds(2_000 + 86_400 + 32);
    s.refuse(call(BOB, "signalInactivity", &["1"]), STILL_TIME);
    s.seconds(2_000 + 86_400 + 33);
    s.refuse(call(ALICE, "makeMove", &["1", "51", "35"]), late);
    let ended = Event(
        "gameEnded",
        vec!["1".into(), ALICE.into(), BOB.into()],
        game_end(State::BlackWon, Reason::Inactivity),
    );
    s.accept(call(BOB, "signalInactivity", &["1"]), vec![ended], true);
    s
}
