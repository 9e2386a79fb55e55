//! Every way in which a game can end, once in EGLD and once in a token.

use super::File;
use crate::*;

pub fn all() -> Vec<File> {
    let mut files = vec![];
    for wager in Wager::BOTH {
        let mut add = |name: &str, s| files.push((format!("end-by-{name}-{}", wager.name()), s));
        add("checkmate", checkmate(wager));
    }
    files
}

fn checkmate(wager: Wager) -> Scenario {
    let mut s = Scenario::ready("checkmate by either colour", wager, Rule::Forfeit);
    s.start(ALICE, BOB).play(1, "f2f3 e7e5 g2g4");
    s.check(2, &[(ALICE, 9), (BOB, 9)], &[]);
    s.play_last(1, "d8h4", State::BlackWon, Reason::Checkmate);
    s.shows(1);
    s.check(0, &[(ALICE, 9), (BOB, 11)], &[(BOB, 2)]);

    s.start(ALICE, BOB).play(2, "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6");
    s.play_last(2, "h5f7", State::WhiteWon, Reason::Checkmate);
    s.shows(2);
    s.check(0, &[], &[(ALICE, 2), (BOB, 2)]);
    s
}
