//! The queue, and what is paid to get in.

use super::File;
use crate::json::{self, Esdt, Instance};
use crate::{set_up, *};

pub fn all() -> Vec<File> {
    let mut files = vec![("wager-named-egld".into(), wager_named_egld())];
    for wager in Wager::BOTH {
        files.push((format!("queue-{}", wager.name()), queue(wager)));
        files.push((format!("payments-{}", wager.name()), payments(wager)));
    }
    files
}

fn queue(wager: Wager) -> Scenario {
    let mut s = Scenario::ready("who waits, and who plays whom", wager, Rule::Forfeit);
    s.refuse(call(ALICE, "leaveQueue", &[]), "you are not waiting");
    s.join(ALICE);
    s.check(1, &[(ALICE, 9)], &[]);
    s.refuse(s.join_call(ALICE), "you are already waiting");
    s.refuse(call(BOB, "leaveQueue", &[]), "you are not waiting");
    s.check(1, &[(ALICE, 9)], &[]);
    s.leave_queue(ALICE);
    s.refuse(call(ALICE, "leaveQueue", &[]), "you are not waiting");
    s.check(0, &[], &[]);

    // who waited is White
    s.join(BOB).join(ALICE);
    s.refuse(call(BOB, "leaveQueue", &[]), "you are not waiting");
    s.shows(1);
    s.refuse(call(ALICE, "makeMove", &["1", "12", "28"]), "not your turn");
    s.play(1, "e2e4");
    // several games at a time
    s.join(BOB).join(CAROL).join(ALICE).join(BOB);
    s.check(6, &[(ALICE, 8), (BOB, 7), (CAROL, 9)], &[]);
    s.play(2, "d2d4")
        .play(1, "e7e5")
        .play(3, "c2c4")
        .play(2, "d7d5");
    for game in 1..=3 {
        s.shows(game);
    }
    // playing is no waiting
    s.join(ALICE);
    s.refuse(s.join_call(ALICE), "you are already waiting");
    s.leave_queue(ALICE);
    s.check(6, &[(ALICE, 8), (BOB, 7), (CAROL, 9)], &[]);
    s
}

fn payments(wager: Wager) -> Scenario {
    const OTHER: &str = "OTHER-654321";
    const NFT: &str = "NFT-abcdef";
    const DAVE: Address = "address:dave";
    let mut s = Scenario::ready("exactly the wager, in one payment", wager, Rule::Forfeit);
    let fungible = |amount| Esdt::Fungible(number(amount));
    let nfts = Esdt::Full {
        instances: vec![Instance {
            nonce: "5".into(),
            balance: number(TOKEN_WAGER),
        }],
        frozen: None,
        roles: vec![],
    };
    let dave = json::Account {
        nonce: "1".into(),
        balance: number(10 * EGLD_WAGER),
        esdt: [
            (format!("str:{TOKEN}"), fungible(10 * TOKEN_WAGER)),
            (format!("str:{OTHER}"), fungible(10 * TOKEN_WAGER)),
            (format!("str:{NFT}"), nfts),
        ]
        .into(),
        ..json::Account::default()
    };
    s.set_accounts("one with many tokens", vec![(DAVE, dave)]);
    let join = || call(DAVE, "joinGame", &[]);
    let wrong = |s: &mut Scenario, call: Call| {
        s.refuse(call, "pay exactly the stake");
    };
    wrong(&mut s, join());
    match wager {
        Wager::Egld => {
            for amount in [1, EGLD_WAGER - 1, EGLD_WAGER + 1, 2 * EGLD_WAGER] {
                wrong(&mut s, join().egld(amount));
            }
            wrong(&mut s, join().token(TOKEN, 0, TOKEN_WAGER));
            wrong(
                &mut s,
                join()
                    .token("EGLD-000000", 0, EGLD_WAGER)
                    .token(TOKEN, 0, 1),
            );
        }
        Wager::Token => {
            for amount in [1, TOKEN_WAGER - 1, TOKEN_WAGER + 1, 2 * TOKEN_WAGER] {
                wrong(&mut s, join().token(TOKEN, 0, amount));
            }
            wrong(&mut s, join().egld(TOKEN_WAGER));
            wrong(&mut s, join().egld(EGLD_WAGER));
        }
    }
    wrong(&mut s, join().token(OTHER, 0, TOKEN_WAGER));
    wrong(&mut s, join().token(NFT, 5, TOKEN_WAGER));
    let half = TOKEN_WAGER / 2;
    wrong(&mut s, join().token(TOKEN, 0, half).token(TOKEN, 0, half));
    wrong(
        &mut s,
        join()
            .token(TOKEN, 0, TOKEN_WAGER)
            .token(TOKEN, 0, TOKEN_WAGER),
    );
    wrong(
        &mut s,
        join().token(TOKEN, 0, TOKEN_WAGER).token(OTHER, 0, 1),
    );
    let surplus = Call {
        arguments: vec!["1".into()],
        ..s.join_call(ALICE)
    };
    s.refuse(surplus, "not a key of your own");
    s.check_dave(&[
        (TOKEN, 0, 10 * TOKEN_WAGER),
        (OTHER, 0, 10 * TOKEN_WAGER),
        (NFT, 5, TOKEN_WAGER),
    ]);
    s
}

/// EGLD may also be given by its short name.
fn wager_named_egld() -> Scenario {
    let mut s = Scenario::new("the wager's token named EGLD");
    set_up::accounts(&mut s);
    s.new_addresses(&[CHESS, VIEWS]);
    s.deploy(&format!("../output/{CHESS_CODE}"), &[], None);
    s.deploy(&format!("../output/{VIEWS_CODE}"), &[CHESS], None);
    let amount = number(EGLD_WAGER);
    let event = Event("wagerSet", vec!["str:EGLD-000000".into()], amount.clone());
    s.accept(
        call(OWNER, "setWager", &["str:EGLD", &amount]),
        vec![event],
        false,
    );
    s.view("getWagerTokenId", &[], &["str:EGLD-000000"]);
    s.unpause().start(ALICE, BOB);
    s.end_by(BOB, "resign", 1, State::WhiteWon, Reason::Resignation);
    s.check(0, &[(ALICE, 11), (BOB, 9)], &[(ALICE, 2)]);
    s
}
