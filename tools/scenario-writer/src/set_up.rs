//! The common beginning: three players with money, both contracts deployed, the wager set, the
//! pause over. One file for each wager and each rule for illegal moves.

use std::collections::BTreeMap;

use crate::cast::*;
use crate::json::{self, Esdt};
use crate::scenario::Scenario;
use crate::text::number;

/// The set-up's path beside the scenarios. The first letters of the name keep it out of the
/// files that are run by themselves.
pub fn file_name(wager: Wager, rule: Rule) -> String {
    format!("set-up/{}-{}.steps.json", wager.name(), rule.name())
}

/// The file's contents.
pub fn file(wager: Wager, rule: Rule) -> String {
    let mut s = Scenario::new("");
    accounts(&mut s);
    s.new_addresses(&[CHESS, VIEWS]);
    let chess = format!("../../output/{CHESS_CODE}");
    match rule {
        // the default
        Rule::Forfeit => s.deploy(&chess, &[], None),
        Rule::Reject => s.deploy(&chess, &["1"], None),
    }
    s.deploy(&format!("../../output/{VIEWS_CODE}"), &[CHESS], None);
    s.set_wager(wager).unpause();
    json::file(None, s.steps())
}

/// The owner, and three players with money of both sorts.
pub fn accounts(s: &mut Scenario) {
    let player = || json::Account {
        nonce: "1".into(),
        balance: number(FUNDS * EGLD_WAGER),
        esdt: BTreeMap::from([(
            format!("str:{TOKEN}"),
            Esdt::Fungible(number(FUNDS * TOKEN_WAGER)),
        )]),
        ..json::Account::default()
    };
    let owner = json::Account {
        nonce: "1".into(),
        balance: "0".into(),
        ..json::Account::default()
    };
    let mut accounts = vec![(OWNER, owner)];
    accounts.extend(PLAYERS.map(|account| (account, player())));
    s.set_accounts("owner and players", accounts);
}

impl Scenario {
    /// A scenario in which the contract is ready for players.
    pub fn ready(name: &str, wager: Wager, rule: Rule) -> Self {
        Scenario::after(name, wager, file_name(wager, rule))
    }

    /// A gas scenario, ready for players, in a folder further down: ids tell the kind of each move.
    pub fn gas(name: &str) -> Self {
        Scenario::ready_below(name, Wager::Egld, "..").with_kinds()
    }

    /// A scenario ready for players, in a folder from which `up` leads to `scenarios/`.
    pub fn ready_below(name: &str, wager: Wager, up: &str) -> Self {
        let file = file_name(wager, Rule::Forfeit);
        Scenario::after(name, wager, format!("{up}/{file}"))
    }
}
