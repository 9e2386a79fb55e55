//! Payouts that can't be delivered, with accounts that the scenario sets itself.

use std::collections::BTreeMap;

use chess_model::chain::{Account, Token};
use chess_model::scenario::{Value, json, number, present};
use chess_model::step::Step;

use super::File;
use crate::script::{CHESS_CODE, EGLD_WAGER, FUNDS, Script, TOKEN, TOKEN_WAGER, account};

pub fn all() -> Vec<File> {
    let file = |path: &str, story: fn(&str) -> Script| (path.into(), story(path));
    vec![
        file("production-vm/withdraw-many-tokens", many_tokens),
        file("production-vm/frozen-token", frozen),
        file("production-vm/withdraw-in-order", in_order),
        file("production-vm/shards-token-frozen", contract_frozen),
        file("production-vm/shards-token-limited", limited),
    ]
}

/// A contract that isn't payable is owed one token more than one call pays out.
fn many_tokens(path: &str) -> Script {
    let mut s = Script::at(path, "more tokens than one call pays", Token::Egld, false);
    let tokens: Vec<String> = ('A'..='Q')
        .map(|letter| format!("MANY{letter}-123456"))
        .collect();
    let esdt: BTreeMap<_, _> = tokens
        .iter()
        .map(|token| (format!("str:{token}"), "7"))
        .collect();
    let rest = json!({"esdt": esdt, "code": "str:code", "codeMetadata": "0x0500"});
    let (name, state) = ("a contract with many tokens", account(0, rest));
    s.enters(name, "sc:machine", Account::Mute, state);
    for (token, id) in tokens.iter().zip(1..) {
        s.run(&format!(
            "
            machine challenge 1|@alice - - 1 - +7*{token} =>; alice cancelChallenge {id} =>"
        ));
    }
    let owes = |s: &mut Script, owed: &[String]| {
        let owed: String = owed.iter().map(|token| format!(" str:{token} 7")).collect();
        s.run(&format!("getCredits sc:machine =>{owed}"));
        for token in &tokens {
            s.run(&format!("getSurplus str:{token}"));
        }
    };
    owes(&mut s, &tokens);
    // starting with the last one
    s.run("machine withdraw =>");
    owes(&mut s, &tokens[..1]);
    s.run("machine withdraw =>");
    owes(&mut s, &[]);
    s.run("machine withdraw => nothing is owed to you");
    s
}

/// All of a token that an account has.
fn held(amount: String, frozen: bool, roles: &[&str]) -> Value {
    present(json!({
        "instances": [{"nonce": "0", "balance": amount}],
        "frozen": frozen.then_some("1"),
        "roles": (!roles.is_empty()).then_some(roles),
    }))
}

fn frozen(path: &str) -> Script {
    let name = "a wallet whose tokens are frozen";
    let mut s = Script::at(path, name, Token::Chess, false);
    let freeze = |s: &mut Script, id: &str, frozen: bool| {
        let token = held(number(8 * TOKEN_WAGER), frozen, &[]);
        let esdt = json!({"str:CHESS-123456": token});
        let wallet = account(FUNDS * EGLD_WAGER, json!({"esdt": esdt}));
        s.set_accounts(id, &[("address:bob", wallet)]);
        s.takes(&Step::Freeze(Account::Bob, Token::Chess, frozen));
    };
    s.run("start alice bob bob alice; 1: e2e4");
    freeze(&mut s, "Bob's tokens are frozen", true);
    s.run(
        "
        alice resign 1; bob draw 2; alice draw 2; getCredit @bob; !bob withdraw; !alice withdraw
        check",
    );
    freeze(&mut s, "Bob's tokens are free again", false);
    s.run("bob withdraw; check");
    s
}

/// A call pays the amounts that can be delivered even if others in the list can't, and the others
/// stay in the list.
fn in_order(path: &str) -> Script {
    let name = "two frozen tokens, one freed first";
    let mut s = Script::at(path, name, Token::Egld, false);
    let set = |s: &mut Script, id: &str, amounts: [u64; 2], frozen: [bool; 2]| {
        let [first, second] = [0, 1].map(|at| held(amounts[at].to_string(), frozen[at], &[]));
        let esdt = json!({"str:AAAA-111111": first, "str:BBBB-222222": second});
        let wallet = account(FUNDS * EGLD_WAGER, json!({"esdt": esdt}));
        s.set_accounts(id, &[("address:bob", wallet)]);
    };
    set(&mut s, "Bob has two tokens", [1_000, 1_000], [false; 2]);
    for (token, id) in [("AAAA-111111", 1), ("BBBB-222222", 2)] {
        s.run(&format!("bob challenge - - - 1 - +100*{token} =>"));
        set(&mut s, "both are frozen", [900, 900], [true; 2]);
        s.run(&format!("bob cancelChallenge {id} =>"));
        set(&mut s, "both are free", [900, 1_000], [false; 2]);
    }
    s.run("getCredits @bob => str:AAAA-111111 100 str:BBBB-222222 100");
    set(&mut s, "the first is free", [900, 900], [false, true]);
    s.run(
        "
        bob withdraw =>; getCredits @bob => str:BBBB-222222 100
        bob withdraw => it could not be delivered",
    );
    set(&mut s, "both are free", [1_000, 900], [false; 2]);
    s.run("bob withdraw =>; getCredits @bob =>; bob withdraw => nothing is owed to you");
    s
}

/// The contract's account with this amount of the token; the rest stays unchanged.
fn contract_with(wagers: u128, frozen: bool, roles: &[&str]) -> Value {
    let token = held(number(wagers * TOKEN_WAGER), frozen, roles);
    let code = format!("mxsc:../../output/{CHESS_CODE}");
    json!({"update": true, "esdt": {"str:CHESS-123456": token}, "code": code})
}

/// The manager freezes the contract's own tokens, then takes them away for a while.
fn contract_frozen(path: &str) -> Script {
    let name = "the contract's tokens are frozen, later wiped, and a player of another shard";
    let mut s = Script::at(path, name, Token::Chess, false);
    s.bob_moves_away();
    let set = |s: &mut Script, id: &str, wagers: u128, frozen: bool, may_send: bool| {
        s.set_accounts(id, &[("sc:chess", contract_with(wagers, frozen, &[]))]);
        s.takes(&Step::Freeze(Account::Chess, Token::Chess, !may_send));
    };
    s.run("start alice bob bob alice bob carol");
    set(&mut s, "the contract's tokens are frozen", 6, true, false);
    s.run("alice resign 1; !bob withdraw");
    set(&mut s, "they are free again", 6, false, true);
    s.run("~bob withdraw");
    set(&mut s, "all but one wager are wiped", 1, false, false);
    s.run("alice resign 2; !bob withdraw; bob draw 3; carol draw 3");
    set(&mut s, "they are back", 4, false, true);
    s.run("~carol withdraw");
    s.run("~bob withdraw; check");
    s
}

/// Only accounts with a role may send the token, or be sent it.
fn limited(path: &str) -> Script {
    let name = "a token that only some may send, and a player of another shard";
    let mut s = Script::at(path, name, Token::Chess, false);
    s.bob_moves_away();
    s.run("start alice bob alice bob alice bob");
    let limited = (format!("str:ELRONDesdt{TOKEN}"), "0x0200".to_string());
    s.manage("the token is limited", std::slice::from_ref(&limited));
    s.takes(&Step::LimitToken(Token::Chess, true))
        .run("alice resign 1; !bob withdraw");
    // the contract gets the role
    let role = format!("str:ELRONDtransferesdt{TOKEN}");
    let may_send = (role, "0x0a20|sc:chess".to_string());
    s.manage("the contract may send it", &[limited, may_send]);
    let state = contract_with(6, false, &["ESDTTransferRole"]);
    s.set_accounts("the contract has the role", &[("sc:chess", state)]);
    s.takes(&Step::LimitToken(Token::Chess, false));
    s.run("alice resign 2; ~bob withdraw; bob resign 3");
    s.manage("the token is free", &[]);
    let state = contract_with(0, false, &[]);
    s.set_accounts("and nobody has a role", &[("sc:chess", state)])
        .run("check");
    s
}
