//! Payouts that can't be delivered. Only the production VM models the accounts: a contract that
//! isn't payable, a wallet whose tokens are frozen, a token that is paused for all.

use super::File;
use crate::json::{Account, Esdt, Instance};
use crate::*;

pub fn all() -> Vec<File> {
    vec![
        (
            "production-vm/receiver-not-payable".into(),
            not_payable(false),
        ),
        ("production-vm/withdraw-many-tokens".into(), many_tokens()),
        ("production-vm/frozen-token".into(), frozen()),
        ("production-vm/withdraw-in-order".into(), in_order()),
        ("production-vm/paused-token".into(), paused_token()),
        ("production-vm/surplus".into(), surplus(false)),
        ("gas/production-vm/surplus".into(), surplus(true)),
        ("gas/production-vm/withdraw".into(), not_payable(true)),
    ]
}

/// A contract that plays; its code is of no matter.
pub const MACHINE: Address = "sc:machine";

/// Its account with some wagers; the code metadata says upgradeable and readable, but not payable.
pub fn machine(wagers: u128) -> Account {
    Account {
        nonce: "1".into(),
        balance: number(wagers * EGLD_WAGER),
        code: Some("str:code".into()),
        code_metadata: Some("0x0500".into()),
        ..Account::default()
    }
}

/// Only the production VM tells a contract the balance of another.
fn surplus(gas: bool) -> Scenario {
    let up = if gas { "../.." } else { ".." };
    let mut s = Scenario::ready_below("what belongs to nobody", Wager::Egld, up);
    let token = format!("str:{TOKEN}");
    let shows = |s: &mut Scenario, of: &str, surplus: &[&str]| {
        s.view("getSurplus", &[of], surplus);
    };
    // the queue, games and challenges, with stakes of two kinds and without
    s.start(ALICE, BOB).join(CAROL);
    s.accept_any(call(ALICE, "challenge", &["", "", "", "1", ""]).egld(5));
    s.accept_any(call(ALICE, "challenge", &["", "", "", "1", ""]).token(TOKEN, 0, 7));
    s.accept_any(call(BOB, "accept", &["3"]).token(TOKEN, 0, 7));
    s.accept_any(call(ALICE, "challenge", &["", "", "", "1", ""]));
    shows(&mut s, "str:EGLD-000000", &[""]);
    shows(&mut s, &token, &[""]);
    s
}

fn not_payable(gas: bool) -> Scenario {
    let name = "a receiver that isn't payable";
    let mut s = match gas {
        true => Scenario::ready_below(name, Wager::Egld, "../.."),
        false => Scenario::ready_below(name, Wager::Egld, ".."),
    };
    s.set_accounts("a contract as a player", vec![(MACHINE, machine(10))]);

    // won: two wagers are owed
    s.start(MACHINE, ALICE);
    s.check_credited(2, &[(ALICE, 9), (MACHINE, 9)], &[], &[]);
    let ended = s.ended(1, State::WhiteWon, Reason::Resignation);
    s.accept(
        call(ALICE, "resign", &["1"]),
        vec![ended, s.credited(MACHINE, 2)],
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

/// One token more than one call pays out.
const MANY_TOKENS: [&str; 17] = [
    "MANYA-123456",
    "MANYB-123456",
    "MANYC-123456",
    "MANYD-123456",
    "MANYE-123456",
    "MANYF-123456",
    "MANYG-123456",
    "MANYH-123456",
    "MANYI-123456",
    "MANYJ-123456",
    "MANYK-123456",
    "MANYL-123456",
    "MANYM-123456",
    "MANYN-123456",
    "MANYO-123456",
    "MANYP-123456",
    "MANYQ-123456",
];

/// A contract that isn't payable is owed all of them.
fn many_tokens() -> Scenario {
    let mut s = Scenario::ready_below("more tokens than one call pays", Wager::Egld, "..");
    let esdt = MANY_TOKENS.map(|token| (format!("str:{token}"), Esdt::Fungible("7".into())));
    let account = Account {
        esdt: esdt.into(),
        ..machine(0)
    };
    s.set_accounts("a contract with many tokens", vec![(MACHINE, account)]);
    let alice = format!("1|{ALICE}");
    for (token, id) in MANY_TOKENS.into_iter().zip(1..) {
        let challenge = call(MACHINE, "challenge", &[&alice, "", "", "1", ""]);
        s.accept_any(challenge.token(token, 0, 7));
        s.accept_any(call(ALICE, "cancelChallenge", &[&id.to_string()]));
    }
    let owes = |s: &mut Scenario, tokens: &[&str]| {
        let owed = tokens
            .iter()
            .flat_map(|token| [format!("str:{token}"), "7".into()]);
        let owed: Vec<String> = owed.collect();
        let owed: Vec<&str> = owed.iter().map(String::as_str).collect();
        s.view("getCredits", &[MACHINE], &owed);
        for token in MANY_TOKENS {
            s.view("getSurplus", &[&format!("str:{token}")], &[""]);
        }
    };
    owes(&mut s, &MANY_TOKENS);
    // from the last one on
    s.accept_any(call(MACHINE, "withdraw", &[]));
    owes(&mut s, &MANY_TOKENS[..1]);
    s.accept_any(call(MACHINE, "withdraw", &[]));
    owes(&mut s, &[]);
    s.refuse(call(MACHINE, "withdraw", &[]), "nothing is owed to you");
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
                roles: vec![],
            },
        )]
        .into(),
        ..Account::default()
    };
    s.start(ALICE, BOB).start(BOB, ALICE).play(1, "e2e4");
    s.set_accounts("Bob's tokens are frozen", vec![(BOB, wallet(8, true))]);

    let ended = s.ended(1, State::BlackWon, Reason::Resignation);
    s.accept(
        call(ALICE, "resign", &["1"]),
        vec![ended, s.credited(BOB, 2)],
        true,
    );
    s.offer_draw(BOB, 2);
    let ended = s.ended(2, State::Drawn, Reason::Agreement);
    s.accept(
        call(ALICE, "draw", &["2"]),
        vec![ended, s.credited(BOB, 1)],
        true,
    );
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

/// What can be delivered is paid although what can't be is behind it in the list, and that stays in
/// the list.
fn in_order() -> Scenario {
    const TOKENS: [&str; 2] = ["AAAA-111111", "BBBB-222222"];
    let mut s = Scenario::ready_below("two frozen tokens, one freed first", Wager::Egld, "..");
    let wallet = |amounts: [u64; 2], frozen: [bool; 2]| {
        let held = |at: usize| Esdt::Full {
            instances: vec![Instance {
                nonce: "0".into(),
                balance: amounts[at].to_string(),
            }],
            frozen: frozen[at].then(|| "1".into()),
            roles: vec![],
        };
        Account {
            nonce: "1".into(),
            balance: number(FUNDS * EGLD_WAGER),
            esdt: [0, 1]
                .map(|at| (format!("str:{}", TOKENS[at]), held(at)))
                .into(),
            ..Account::default()
        }
    };
    let set = |s: &mut Scenario, id: &str, amounts, frozen| {
        s.set_accounts(id, vec![(BOB, wallet(amounts, frozen))]);
    };
    let owed = |s: &mut Scenario, tokens: &[&str]| {
        let owed: Vec<String> = tokens
            .iter()
            .flat_map(|token| [format!("str:{token}"), "100".into()])
            .collect();
        let owed: Vec<&str> = owed.iter().map(String::as_str).collect();
        s.view("getCredits", &[BOB], &owed);
    };
    set(&mut s, "Bob has two tokens", [1_000, 1_000], [false; 2]);
    for (token, id) in TOKENS.into_iter().zip(["1", "2"]) {
        let challenge = call(BOB, "challenge", &["", "", "", "1", ""]);
        s.accept_any(challenge.token(token, 0, 100));
        set(&mut s, "both are frozen", [900, 900], [true; 2]);
        s.accept_any(call(BOB, "cancelChallenge", &[id]));
        set(&mut s, "both are free", [900, 1_000], [false; 2]);
    }
    owed(&mut s, &TOKENS);
    set(&mut s, "the first is free", [900, 900], [false, true]);
    s.accept_any(call(BOB, "withdraw", &[]));
    owed(&mut s, &TOKENS[1..]);
    s.refuse(call(BOB, "withdraw", &[]), "it could not be delivered");
    set(&mut s, "both are free", [1_000, 900], [false; 2]);
    s.accept_any(call(BOB, "withdraw", &[]));
    owed(&mut s, &[]);
    s.refuse(call(BOB, "withdraw", &[]), "nothing is owed to you");
    s
}

/// Where the network keeps what holds for a token everywhere.
const SYSTEM: Address = "0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff";

/// The token's manager pauses it, or starts it again.
pub fn set_paused(s: &mut Scenario, paused: bool) {
    let flags = if paused { "0x0100" } else { "" };
    let id = format!(
        "the token is {}",
        if paused { "paused" } else { "free again" }
    );
    manage(s, &id, &[(format!("str:ELRONDesdt{TOKEN}"), flags.into())]);
}

/// What the network keeps of tokens for their managers is this alone.
pub fn manage(s: &mut Scenario, id: &str, storage: &[(String, String)]) {
    let account = Account {
        nonce: "0".into(),
        balance: "0".into(),
        storage: storage.iter().cloned().collect(),
        ..Account::default()
    };
    s.set_accounts(id, vec![(SYSTEM, account)]);
}

/// Nothing can be delivered to anyone; games continue and end all the same, and all is credited.
fn paused_token() -> Scenario {
    let mut s = Scenario::ready_below("a token that its manager pauses", Wager::Token, "..");
    s.start(ALICE, BOB)
        .start(BOB, ALICE)
        .play(1, "e2e4")
        .join(CAROL);
    set_paused(&mut s, true);
    s.play(1, "e7e5");
    let ended = s.ended(1, State::BlackWon, Reason::Resignation);
    s.accept(
        call(ALICE, "resign", &["1"]),
        vec![ended, s.credited(BOB, 2)],
        true,
    );
    s.offer_draw(BOB, 2);
    let ended = s.ended(2, State::Drawn, Reason::Agreement);
    let both = vec![ended, s.credited(BOB, 1), s.credited(ALICE, 1)];
    s.accept(call(ALICE, "draw", &["2"]), both, true);
    s.leaves(CAROL);
    let left = Event("queueLeft", vec![CAROL.into()], String::new());
    s.accept(
        call(CAROL, "leaveQueue", &[]),
        vec![left, s.credited(CAROL, 1)],
        true,
    );
    for player in PLAYERS {
        s.refuse(call(player, "withdraw", &[]), "it could not be delivered");
    }

    set_paused(&mut s, false);
    let scores = [(ALICE, 1), (BOB, 3)];
    let credits = [(ALICE, 1), (BOB, 3), (CAROL, 1)];
    s.check_credited(5, &[(ALICE, 8), (BOB, 8), (CAROL, 9)], &scores, &credits);
    // one by one, in an order of their own
    s.withdraw(CAROL, 1).withdraw(BOB, 3);
    s.check_credited(1, &[(ALICE, 8), (BOB, 11)], &scores, &[(ALICE, 1)]);
    s.withdraw(ALICE, 1);
    s.check_credited(0, &[(ALICE, 9), (BOB, 11)], &scores, &[]);
    s
}
