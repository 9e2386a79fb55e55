//! Payouts that can't be delivered. Only the production VM models the accounts: a contract that
//! isn't payable, a wallet whose tokens are frozen.

use super::File;
use crate::json::{Account, Esdt, Instance};
use crate::*;

pub fn all() -> Vec<File> {
    vec![
        (
            "production-vm/receiver-not-payable".into(),
            not_payable(false),
        ),
        ("production-vm/frozen-token".into(), frozen()),
        ("gas/production-vm/withdraw".into(), not_payable(true)),
    ]
}

/// A contract that plays; its code is of no matter.
const MACHINE: Address = "sc:machine";

/// Its account with some wagers; the code metadata says upgradeable and readable, but not payable.
fn machine(wagers: u128) -> Account {
    Account {
        nonce: "1".into(),
        balance: number(wagers * EGLD_WAGER),
        code: Some("str:code".into()),
        code_metadata: Some("0x0500".into()),
        ..Account::default()
    }
}

fn not_payable(gas: bool) -> Scenario {
    let name = "a receiver that isn't payable";
    let mut s = match gas {
        true => Scenario::ready_below(name, Wager::Egld, "../.."),
        false => Scenario::ready_below(name, Wager::Egld, ".."),
    };
    let credited = |wagers: u128| {
        Event(
            "credited",
            vec![MACHINE.into()],
            number(wagers * EGLD_WAGER),
        )
    };
    s.set_accounts("a contract as a player", vec![(MACHINE, machine(10))]);

    // won: two wagers are owed
    s.start(MACHINE, ALICE);
    s.check_credited(2, &[(ALICE, 9), (MACHINE, 9)], &[], &[]);
    let ended = s.ended(1, State::WhiteWon, Reason::Resignation);
    s.accept(
        call(ALICE, "resign", &["1"]),
        vec![ended, credited(2)],
        true,
    );
    s.view("getCredit", &[MACHINE], &[&number(2 * EGLD_WAGER)]);
    s.check_credited(
        2,
        &[(ALICE, 9), (MACHINE, 9)],
        &[(MACHINE, 2)],
        &[(MACHINE, 2)],
    );

    // drawn: the other one gets theirs all the same
    s.start(ALICE, MACHINE).offer_draw(MACHINE, 2);
    let ended = s.ended(2, State::Drawn, Reason::Agreement);
    s.accept(call(ALICE, "draw", &["2"]), vec![ended], true);
    let scores = [(ALICE, 1), (MACHINE, 3)];
    s.check_credited(3, &[(ALICE, 9), (MACHINE, 8)], &scores, &[(MACHINE, 3)]);

    // who calls for it can always be paid
    s.join(MACHINE).leave_queue(MACHINE);
    s.refuse(call(ALICE, "withdraw", &[]), "nothing is owed to you");
    s.check_credited(3, &[(ALICE, 9), (MACHINE, 8)], &scores, &[(MACHINE, 3)]);
    if gas {
        s.id("withdraw/by a contract");
    }
    s.withdraw(MACHINE, 3);
    s.view("getCredit", &[MACHINE], &[""]);
    s.refuse(call(MACHINE, "withdraw", &[]), "nothing is owed to you");
    s.check_credited(0, &[(ALICE, 9), (MACHINE, 11)], &scores, &[]);
    s
}

fn frozen() -> Scenario {
    let name = "a wallet whose tokens are frozen";
    let mut s = Scenario::ready_below(name, Wager::Token, "..");
    let wallet = |wagers: u128, frozen: bool| Account {
        nonce: "1".into(),
        balance: number(FUNDS * EGLD_WAGER),
        esdt: [(
            format!("str:{TOKEN}"),
            Esdt::Full {
                instances: vec![Instance {
                    nonce: "0".into(),
                    balance: number(wagers * TOKEN_WAGER),
                }],
                frozen: frozen.then(|| "1".into()),
            },
        )]
        .into(),
        ..Account::default()
    };
    s.start(ALICE, BOB).start(BOB, ALICE).play(1, "e2e4");
    s.set_accounts("Bob's tokens are frozen", vec![(BOB, wallet(8, true))]);
    let credited = |amount| Event("credited", vec![BOB.into()], number(amount * TOKEN_WAGER));

    let ended = s.ended(1, State::BlackWon, Reason::Resignation);
    s.accept(
        call(ALICE, "resign", &["1"]),
        vec![ended, credited(2)],
        true,
    );
    s.offer_draw(BOB, 2);
    let ended = s.ended(2, State::Drawn, Reason::Agreement);
    s.accept(call(ALICE, "draw", &["2"]), vec![ended, credited(1)], true);
    s.view("getCredit", &[BOB], &[&number(3 * TOKEN_WAGER)]);
    s.refuse(call(BOB, "withdraw", &[]), "it could not be delivered");
    s.refuse(call(ALICE, "withdraw", &[]), "nothing is owed to you");
    let scores = [(ALICE, 1), (BOB, 3)];
    s.check_credited(3, &[(ALICE, 9), (BOB, 8)], &scores, &[(BOB, 3)]);
    s.set_accounts("Bob's tokens are free again", vec![(BOB, wallet(8, false))]);
    s.withdraw(BOB, 3);
    s.check_credited(0, &[(ALICE, 9), (BOB, 11)], &scores, &[]);
    s
}
