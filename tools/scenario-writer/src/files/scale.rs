//! A thousand games.

use super::File;
use crate::json::Account;
use crate::*;

/// How many games there are in the end.
const GAMES: usize = 1_000;

pub fn all() -> Vec<File> {
    vec![("thousand-games".into(), thousand_games())]
}

/// The same move with three games and with a thousand; a test compares what it costs.
fn thousand_games() -> Scenario {
    let mut s = Scenario::ready("a thousand games", Wager::Egld, Rule::Forfeit);
    let rich = || Account {
        nonce: "1".into(),
        balance: number(GAMES as u128 * EGLD_WAGER),
        ..Account::default()
    };
    s.set_accounts(
        "money for a thousand games",
        vec![(ALICE, rich()), (BOB, rich())],
    );
    for _ in 0..3 {
        s.start(ALICE, BOB);
    }
    s.id("makeMove with three games").play(2, "e2e4");
    s.id("getGamesPage with three games");
    s.view_any("getGamesPage", &["1", "3"]);
    for _ in 3..GAMES {
        s.start_quietly(ALICE, BOB);
    }
    // before the next move: a game's record is longer from its first move on
    s.id("getGamesPage with a thousand games");
    s.view_any("getGamesPage", &["1", "3"]);
    s.id("makeMove with a thousand games").play(3, "e2e4");
    s.view("getGameCount", &[], &["1,000"]);
    let last: Vec<String> = (991..=GAMES).map(|id| s.shown(id)).collect();
    let last: Vec<&str> = last.iter().map(String::as_str).collect();
    s.view("getGamesPage", &["991", "10"], &last);
    s.view("getGamesPage", &["991", "100"], &last);
    s.view("getGamesPage", &["1,001", "10"], &[]);
    s.play(1_000, "e2e4 e7e5 g1f3").shows(1_000);
    s.end_by(BOB, "resign", 1_000, State::WhiteWon, Reason::Resignation);
    s.view("getScore", &[ALICE], &["2"]);
    s
}
