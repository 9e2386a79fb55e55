//! A player that is a contract of ill will (`tests/hostile`): it does everything twice in one
//! transaction, and would call back in when it is paid.

use std::collections::BTreeMap;

use super::File;
use crate::json::Account;
use crate::*;

pub fn all() -> Vec<File> {
    let mut files = vec![];
    for wager in Wager::BOTH {
        files.push((format!("hostile-contract-{}", wager.name()), hostile(wager)));
    }
    files.push((
        "production-vm/hostile-contract-not-payable".into(),
        not_payable(),
    ));
    files
}

const HOSTILE: Address = "sc:hostile";

/// The contract's account; its metadata say whether anyone may pay it.
fn account(up: &str, metadata: &str) -> Account {
    Account {
        nonce: "1".into(),
        balance: "0".into(),
        code: Some(format!(
            "mxsc:{up}/tests/hostile/output/chess-hostile.mxsc.json"
        )),
        code_metadata: Some(metadata.into()),
        storage: BTreeMap::from([("str:chess".into(), CHESS.into())]),
        ..Account::default()
    }
}

/// The contract calls so many times, with so many wagers of Carol's.
fn attack(wager: Wager, times: u32, wagers: u128, function: &str, arguments: &[&str]) -> Call {
    let (times, function) = (times.to_string(), format!("str:{function}"));
    let mut all = vec![&*times, &*function];
    all.extend(arguments);
    let mut call = call(CAROL, "attack", &all);
    call.to = HOSTILE;
    match (wagers, wager) {
        (0, _) => call,
        (_, Wager::Egld) => call.egld(wagers * EGLD_WAGER),
        (_, Wager::Token) => call.token(TOKEN, 0, wagers * TOKEN_WAGER),
    }
}

/// The same, going on after refusals.
fn insist(mut attack: Call) -> Call {
    attack.function = "insist".into();
    attack
}

/// A call in which the game's contract refuses something.
fn refuse(s: &mut Scenario, call: Call) {
    s.refuse(call, "the game's contract refused");
}

fn hostile(wager: Wager) -> Scenario {
    let name = "a contract of ill will gets what is its own, and no more";
    let mut s = Scenario::ready(name, wager, Rule::Forfeit);
    s.set_accounts(
        "a contract of ill will",
        vec![(HOSTILE, account("..", "0x0502"))],
    );
    let attack = |times, wagers, function, arguments: &[&str]| {
        attack(wager, times, wagers, function, arguments)
    };

    // against itself
    refuse(&mut s, attack(2, 2, "joinGame", &[]));
    s.check(0, &[(HOSTILE, 0)], &[]);
    // out of the queue, once
    s.accept_any(attack(1, 1, "joinGame", &[]));
    refuse(&mut s, attack(2, 0, "leaveQueue", &[]));
    s.accept_any(attack(1, 0, "leaveQueue", &[]));
    s.check(0, &[(CAROL, 9), (HOSTILE, 1)], &[]);

    // it has run three times; a payout runs nothing
    s.accept_any(attack(1, 1, "joinGame", &[])).waits(HOSTILE);
    s.view_of(HOSTILE, "getEntered", &[], &["3"]);
    s.join(BOB);
    refuse(&mut s, attack(2, 0, "makeMove", &["1", "52", "36"]));
    refuse(&mut s, attack(2, 0, "draw", &["1"]));
    s.end_by(BOB, "resign", 1, State::WhiteWon, Reason::Resignation);
    s.view_of(HOSTILE, "getEntered", &[], &["3"]);
    let paid = [(BOB, 9), (CAROL, 8), (HOSTILE, 3)];
    s.check(0, &paid, &[]);
    s.view("getScore", &[HOSTILE], &["2"]);
    refuse(&mut s, attack(1, 0, "withdraw", &[]));

    // a draw pays both
    s.accept_any(attack(1, 1, "joinGame", &[])).waits(HOSTILE);
    s.join(BOB);
    s.accept_any(attack(1, 0, "draw", &["2"]));
    s.end_by(BOB, "draw", 2, State::Drawn, Reason::Agreement);
    s.check(0, &[(BOB, 9), (CAROL, 7), (HOSTILE, 4)], &[(BOB, 1)]);

    // it gives up twice at once
    s.accept_any(attack(1, 1, "joinGame", &[])).waits(HOSTILE);
    s.join(BOB);
    refuse(&mut s, attack(2, 0, "resign", &["3"]));
    s.check(2, &[(BOB, 8), (CAROL, 6), (HOSTILE, 4)], &[(BOB, 1)]);
    s.ended(3, State::BlackWon, Reason::Resignation);
    s.accept_any(insist(attack(3, 0, "resign", &["3"])));
    s.check(0, &[(BOB, 10), (CAROL, 6), (HOSTILE, 4)], &[(BOB, 3)]);

    // what is refused is paid back, the rest stands
    s.accept_any(insist(attack(3, 3, "joinGame", &[])))
        .waits(HOSTILE);
    s.check(1, &[(BOB, 10), (CAROL, 3), (HOSTILE, 6)], &[(BOB, 3)]);
    s.leaves(HOSTILE);
    s.accept_any(insist(attack(3, 0, "leaveQueue", &[])));
    s.check(0, &[(BOB, 10), (CAROL, 3), (HOSTILE, 7)], &[(BOB, 3)]);
    s
}

fn not_payable() -> Scenario {
    let name = "a contract of ill will that isn't payable";
    let wager = Wager::Egld;
    let mut s = Scenario::ready_below(name, wager, "..");
    s.set_accounts(
        "a contract of ill will",
        vec![(HOSTILE, account("../..", "0x0500"))],
    );
    let attack = |times, wagers, function, arguments: &[&str]| {
        attack(wager, times, wagers, function, arguments)
    };
    for game in 1..=2 {
        s.accept_any(attack(1, 1, "joinGame", &[])).waits(HOSTILE);
        s.join(BOB);
        s.shows(game);
    }
    // a draw: Bob's half isn't held up
    s.accept_any(attack(1, 0, "draw", &["1"]));
    let ended = s.ended(1, State::Drawn, Reason::Agreement);
    s.accept(
        call(BOB, "draw", &["1"]),
        vec![ended, s.credited(HOSTILE, 1)],
        true,
    );
    let ended = s.ended(2, State::WhiteWon, Reason::Resignation);
    s.accept(
        call(BOB, "resign", &["2"]),
        vec![ended, s.credited(HOSTILE, 2)],
        true,
    );
    s.view("getCredit", &[HOSTILE], &[&number(3 * EGLD_WAGER)]);
    let scores = [(BOB, 1)];
    s.check_credited(3, &[(BOB, 9), (CAROL, 8), (HOSTILE, 0)], &scores, &[]);

    // an upgrade in between leaves the credit
    let artefact = format!("mxsc:../../output/{CHESS_CODE}");
    s.accept_any(call(OWNER, "upgradeContract", &[&artefact, "0x0506"]));
    s.view("getCredit", &[HOSTILE], &[&number(3 * EGLD_WAGER)]);
    refuse(&mut s, attack(2, 0, "withdraw", &[]));
    s.view("getCredit", &[HOSTILE], &[&number(3 * EGLD_WAGER)]);
    s.accept_any(insist(attack(3, 0, "withdraw", &[])));
    s.view("getCredit", &[HOSTILE], &[""]);
    s.check_credited(0, &[(BOB, 9), (CAROL, 8), (HOSTILE, 3)], &scores, &[]);
    s
}
