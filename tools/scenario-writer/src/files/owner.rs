//! Deployment, the owner's endpoints, and what a pause closes.

use super::File;
use super::games::*;
use crate::{set_up, *};

pub fn all() -> Vec<File> {
    vec![
        ("deploy".into(), deploy()),
        ("set-wager".into(), set_wager()),
        ("owner-only".into(), owner_only()),
        ("paused".into(), paused()),
    ]
}

/// A world with the contracts deployed, and nothing else done.
fn deployed(name: &str) -> Scenario {
    let mut s = Scenario::new(name);
    set_up::accounts(&mut s);
    s.new_addresses(&[CHESS, VIEWS]);
    s.deploy(&format!("../output/{CHESS_CODE}"), &[], None);
    s.deploy(&format!("../output/{VIEWS_CODE}"), &[CHESS], None);
    s
}

fn deploy() -> Scenario {
    let mut s = Scenario::new("deployment, with each rule for illegal moves");
    set_up::accounts(&mut s);
    let chess = format!("../output/{CHESS_CODE}");
    const REJECTING: Address = "sc:rejecting";
    const REJECTING_VIEWS: Address = "sc:rejecting-views";
    s.new_addresses(&[CHESS, VIEWS, REJECTING, REJECTING_VIEWS]);
    s.deploy(&chess, &[], None);
    s.deploy(&format!("../output/{VIEWS_CODE}"), &[CHESS], None);
    s.deploy(&chess, &["1"], None);
    s.deploy(&format!("../output/{VIEWS_CODE}"), &[REJECTING], None);
    s.view("isPaused", &[], &["1"]);
    s.view("getWagerTokenId", &[], &["str:EGLD-000000"]);
    s.view("getWagerAmount", &[], &[""]);
    s.view("getIllegalMoveRule", &[], &[""]);
    s.view("getGameCount", &[], &[""]);
    s.view("getGames", &[], &[]);
    s.view("getGamesPage", &["1", "10"], &[]);
    s.view("getScore", &[ALICE], &[""]);
    s.view("getCredit", &[ALICE], &[""]);
    s.view("getPlayerGames", &[ALICE, "0", "10"], &[""]);
    s.view("getOngoingGames", &[ALICE, "0", "10"], &[""]);
    // nothing to play for yet
    s.refuse(call(OWNER, "unpause", &[]), "set the wager first");
    s.refuse(call(OWNER, "pause", &[]), "already paused");
    s.refuse(call(ALICE, "joinGame", &[]).egld(EGLD_WAGER), PAUSED);

    s.id("rule of the second contract")
        .view_of(REJECTING_VIEWS, "getIllegalMoveRule", &[], &["1"]);
    // the last, as a refused deployment uses up an address
    s.new_addresses(&[CHESS, VIEWS, REJECTING, REJECTING_VIEWS, "sc:refused"]);
    let bad_rule = "argument decode error (rule): invalid value";
    s.deploy(&chess, &["2"], Some((4, bad_rule)));
    s
}

fn set_wager() -> Scenario {
    let mut s = deployed("the wager is set once");
    let token = &format!("str:{TOKEN}");
    let refuse = |s: &mut Scenario, token: &str, amount: &str, message: &str| {
        s.refuse(call(OWNER, "setWager", &[token, amount]), message);
    };
    refuse(&mut s, token, "0", "not a possible wager");
    refuse(&mut s, "str:EGLD-000000", "", "not a possible wager");
    for no_token in [
        "str:CHESS",
        "str:chess-123456",
        "str:CHESS-12345",
        "str:CHESS-12345G",
    ] {
        refuse(&mut s, no_token, "1", "not a token identifier");
    }
    // the network transfers amounts of up to 100 bytes
    let huge = format!("0x01{}", "00".repeat(100));
    refuse(&mut s, token, &huge, "not a possible wager");
    refuse(
        &mut s,
        token,
        &format!("0x{}", "ff".repeat(300)),
        "not a possible wager",
    );
    s.refuse(call(OWNER, "setWager", &[token]), WRONG_ARGUMENTS);
    s.refuse(call(OWNER, "setWager", &[token, "1", "1"]), WRONG_ARGUMENTS);
    s.view("getWagerTokenId", &[], &["str:EGLD-000000"]);

    s.set_wager(Wager::Token);
    s.view("getWagerTokenId", &[], &[token]);
    s.view("getWagerAmount", &[], &["2,500"]);
    for (token, amount) in [
        (token.as_str(), "1"),
        ("str:EGLD-000000", "1"),
        (token, "2,500"),
    ] {
        refuse(&mut s, token, amount, "the wager is already set");
    }
    s.unpause();
    s.view("isPaused", &[], &[""]);
    s.refuse(call(OWNER, "unpause", &[]), "not paused");
    refuse(&mut s, token, "1", "the wager is already set");
    s.join(ALICE);
    s.check(1, &[(ALICE, 9)], &[]);
    s
}

fn owner_only() -> Scenario {
    let name = "the owner's endpoints are the owner's alone, and take no payment";
    let mut s = Scenario::ready(name, Wager::Egld, Rule::Forfeit);
    s.start(ALICE, BOB);
    for stranger in [ALICE, CAROL] {
        for (function, arguments) in [
            ("pause", vec![]),
            ("unpause", vec![]),
            ("setWager", vec!["str:EGLD-000000", "1"]),
        ] {
            s.refuse(
                call(stranger, function, &arguments),
                "Endpoint can only be called by owner",
            );
        }
    }
    for function in ["pause", "leaveQueue", "withdraw"] {
        let call = call(ALICE, function, &[]).egld(1);
        s.fail(call, 10, "function does not accept EGLD payment");
    }
    for function in [
        "draw",
        "resign",
        "claimDraw",
        "callIllegalMove",
        "signalInactivity",
    ] {
        let call = call(ALICE, function, &["1"]).token(TOKEN, 0, 1);
        s.fail(call, 10, "function does not accept ESDT payment");
    }
    let paying = call(ALICE, "makeMove", &["1", "52", "36"]).egld(1);
    s.fail(paying, 10, "function does not accept EGLD payment");
    s.pause().unpause();
    // the owner is a player like others, and no judge
    s.refuse(call(OWNER, "resign", &["1"]), "you don't play this game");
    s.check(2, &[(ALICE, 9), (BOB, 9)], &[]);
    s
}

fn paused() -> Scenario {
    let name = "a pause closes everything but the owner's endpoints and the views";
    let mut s = Scenario::ready(name, Wager::Token, Rule::Forfeit);
    s.start(ALICE, BOB).play(1, "e2e4").join(CAROL).pause();
    s.refuse(call(OWNER, "pause", &[]), "already paused");
    s.refuse(s.join_call(BOB), PAUSED);
    s.refuse_move(1, "e7e5", PAUSED);
    for function in [
        "draw",
        "claimDraw",
        "callIllegalMove",
        "resign",
        "signalInactivity",
    ] {
        for player in [ALICE, BOB] {
            s.refuse(call(player, function, &["1"]), PAUSED);
        }
    }
    s.refuse(call(CAROL, "leaveQueue", &[]), PAUSED);
    s.refuse(call(CAROL, "withdraw", &[]), PAUSED);
    s.refuse(call(ALICE, "reclaimWager", &["1"]), NO_LONG_PAUSE);
    s.view("isPaused", &[], &["1"]);
    s.shows(1);
    s.check(3, &[(ALICE, 9), (BOB, 9), (CAROL, 9)], &[]);
    s.unpause().play(1, "e7e5").leave_queue(CAROL);
    s.check(2, &[(ALICE, 9), (BOB, 9)], &[]);
    s
}
