//! The accounts, the wagers, and the notation of accounts and values.

use std::collections::BTreeMap;

use chess_model::chain::{Account, Token};
use chess_model::model::Model;
use chess_model::scenario::{Value, json, number, present};
use multiversx_chain_scenario_format::interpret_trait::InterpreterContext;
use multiversx_chain_scenario_format::value_interpreter::interpret_string;
use num_bigint::BigUint;

use super::Script;

pub const CHESS_CODE: &str = "onchain-chess.mxsc.json";
pub const VIEWS_CODE: &str = "onchain-chess-views.mxsc.json";

/// The wager of scenarios in EGLD: 1 EGLD.
pub const EGLD_WAGER: u128 = 1_000_000_000_000_000_000;
/// The wager of scenarios in tokens: 25 of a token with two decimals.
pub const TOKEN_WAGER: u128 = 2_500;
pub const TOKEN: &str = "CHESS-123456";

/// The number of wagers that each player has at first, in EGLD and in the token.
pub const FUNDS: u128 = 10;

/// The accounts of every scenario, the owner first.
pub(super) const PLAYERS: [(Account, &str); 5] = [
    (Account::Owner, "address:owner"),
    (Account::Alice, "address:alice"),
    (Account::Bob, "address:bob"),
    (Account::Carol, "address:carol"),
    (Account::Chess, "sc:chess"),
];

/// An account as a scenario creates it.
pub fn account(balance: u128, rest: Value) -> Value {
    let mut account = json!({"nonce": "1", "balance": number(balance)});
    for (key, value) in rest.as_object().into_iter().flatten() {
        account[key] = value.clone();
    }
    present(account)
}

/// The bytes of an account or argument, by the framework's rules.
pub(super) fn evaluated(expression: &str) -> Vec<u8> {
    interpret_string(expression, &InterpreterContext::new())
}

/// The contract before its deployment, in one shard, and the players' money.
pub(super) fn model(cast: &[(Account, &str)]) -> Model {
    let addresses = cast
        .iter()
        .map(|&(account, name)| (account, evaluated(name)));
    let mut model = Model::new(addresses.collect(), &BigUint::ZERO, 6_000);
    model.chain.is_one_shard = true;
    (model.chain.time.now_ms, model.chain.time.epoch) = (0, 0);
    for &(account, _) in &cast[1..4] {
        let balances = &mut model.chain.balances;
        balances.insert((account, Token::Egld), (FUNDS * EGLD_WAGER).into());
        balances.insert((account, Token::Chess), (FUNDS * TOKEN_WAGER).into());
    }
    model
}

/// A number, which is empty for 0.
pub(super) fn or_empty(n: impl Into<num_bigint::BigUint>) -> String {
    let text = number(n);
    if text == "0" { String::new() } else { text }
}

impl Script {
    /// The owner and the players, with money of both sorts.
    pub fn set_players(&mut self) {
        let tokens = BTreeMap::from([(format!("str:{TOKEN}"), number(FUNDS * TOKEN_WAGER))]);
        let player = account(FUNDS * EGLD_WAGER, json!({"esdt": tokens}));
        let mut accounts = vec![("address:owner", account(0, Value::Null))];
        accounts.extend(["alice", "bob", "carol"].map(|name| (who(name), player.clone())));
        accounts.sort_by_key(|(name, _)| *name);
        self.set_accounts("owner and players", &accounts);
    }

    /// Sets accounts that the model knows already.
    pub fn set_accounts(&mut self, id: &str, accounts: &[(&str, Value)]) -> &mut Self {
        let mut all = json!({});
        for (name, account) in accounts {
            all[*name] = account.clone();
        }
        self.set_state(id.into(), &[("accounts", all)]);
        self
    }

    /// Adds an account; in the model another one may represent it.
    pub fn enters(&mut self, id: &str, name: &'static str, account: Account, state: Value) {
        self.cast.retain(|(other, _)| *other != account);
        self.cast.push((account, name));
        self.model.addresses.insert(account, evaluated(name));
        let balance = state["balance"].as_str().expect("a balance");
        let balance = balance.replace(',', "").parse().expect("a number");
        let balances = &mut self.model.chain.balances;
        balances.insert((account, Token::Egld), balance);
        self.set_accounts(id, &[(name, state)]);
    }

    /// Lets another account of the model represent this player, with the same money.
    pub fn plays_as(&mut self, name: &'static str, account: Account) {
        let mut cast = self.cast.iter_mut();
        let played = cast.find(|(_, other)| *other == name).expect("a player");
        let before = std::mem::replace(&mut played.0, account);
        let address = self.model.addresses.remove(&before).expect("a player");
        self.model.addresses.insert(account, address);
        for token in Token::ALL {
            let balance = self.model.chain.balance(before, token);
            self.model.chain.balances.insert((account, token), balance);
        }
    }

    /// An account by its name.
    pub(super) fn account(&self, name: &str) -> Option<Account> {
        let named = |&&(_, expression): &&(Account, &str)| short(expression) == name;
        self.cast.iter().find(named).map(|(account, _)| *account)
    }

    pub(super) fn expression(&self, account: Account) -> &'static str {
        let found = self.cast.iter().find(|(other, _)| *other == account);
        found.expect("an account that takes part").1
    }

    /// The accounts, except the contract.
    pub(super) fn accounts(&self) -> impl Iterator<Item = (Account, &'static str)> {
        let all = self.cast.iter().copied();
        all.filter(|(account, _)| *account != Account::Chess)
    }

    /// An account of 32 bytes in the notation of files.
    pub(super) fn shown_account(&self, bytes: &[u8]) -> String {
        match self.model.account(bytes) {
            Some(account) => self.expression(account).into(),
            None => format!("0x{}", hex::encode(bytes)),
        }
    }

    /// A token's identifier in this scenario.
    pub(super) fn token(token: Token) -> &'static str {
        match token {
            Token::Other => "OTHER-654321",
            Token::Collectible => "NFT-abcdef",
            token => token.identifier(),
        }
    }
}

/// An account's name alone.
pub(super) fn short(expression: &str) -> &str {
    expression
        .split_once(':')
        .map_or(expression, |(_, name)| name)
}

fn who(name: &str) -> &'static str {
    let mut players = PLAYERS.iter();
    let found = players.find(|(_, expression)| short(expression) == name);
    found.expect("a player").1
}
