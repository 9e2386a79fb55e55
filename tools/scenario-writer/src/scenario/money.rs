//! Everybody's money, the scores, and what the contract has stored.

use std::collections::BTreeMap;

use super::Scenario;
use crate::call::Event;
use crate::cast::*;
use crate::json::{CheckAccount, CheckAccounts, Esdt, Instance, Step};
use crate::text::{hex, number, or_empty};

impl Scenario {
    /// Everybody's money to the unit, in wagers, and the scores; who isn't named has the money
    /// of the beginning, and the score 0. In the contract lies what is given as `contract`.
    pub fn check(&mut self, contract: u128, money: &[(Address, u128)], scores: &[(Address, u64)]) {
        self.check_credited(contract, money, scores, &[]);
    }

    /// Like [`Scenario::check`], with what is owed and not yet paid out, in wagers.
    pub fn check_credited(
        &mut self,
        contract: u128,
        money: &[(Address, u128)],
        scores: &[(Address, u64)],
        credits: &[(Address, u128)],
    ) {
        let wager = self.wager;
        let mut accounts: BTreeMap<String, CheckAccount> = BTreeMap::new();
        let untouched = BTreeMap::from([(OWNER, 0), (VIEWS, 0), (CHESS, contract)]);
        let others: Vec<Address> = PLAYERS
            .into_iter()
            .chain(money.iter().map(|m| m.0))
            .collect();
        for account in untouched.keys().copied().chain(others) {
            let is_contract = account.starts_with("sc:");
            let has = |funds: u128| {
                let named = money.iter().find(|m| m.0 == account);
                named.map_or(untouched.get(account).copied().unwrap_or(funds), |m| m.1)
            };
            let playing = has(FUNDS);
            let idle = if PLAYERS.contains(&account) { FUNDS } else { 0 };
            let (egld, token) = match wager {
                Wager::Egld => (playing, idle),
                Wager::Token => (idle, playing),
            };
            let mut check = CheckAccount {
                nonce: "*".into(),
                balance: number(egld * EGLD_WAGER),
                esdt: BTreeMap::new(),
                storage: BTreeMap::new(),
                code: is_contract.then(|| "*".into()),
            };
            if token > 0 {
                let amount = Esdt::Fungible(number(token * TOKEN_WAGER));
                check.esdt.insert(format!("str:{TOKEN}"), amount);
            }
            if account == CHESS {
                check.storage = self.storage(scores, credits);
            } else if is_contract {
                check.storage = BTreeMap::from([("+".into(), String::new())]);
            }
            accounts.insert(account.into(), check);
        }
        let waiting = self
            .waiting
            .map_or(String::new(), |player| format!("1|{player}"));
        self.view("getIsPlayerWaitingOpt", &[], &[&waiting]);
        for game in 1..=self.games.len() {
            let board = hex(self.game(game).position.board());
            self.view("getBoard", &[&game.to_string()], &[&board]);
        }
        let id = self.take_id("money and scores".into());
        let accounts = accounts.into();
        self.steps.push(Step::CheckState { id, accounts });
    }

    /// The event of a payout of so many wagers that couldn't be delivered.
    pub fn credited(&self, player: Address, wagers: u128) -> Event {
        let token = format!("str:{}", self.wager.identifier());
        let amount = number(wagers * self.wager.amount());
        Event("credited", vec![player.into(), token], amount)
    }

    /// The EGLD of the contract and of some players to the unit, in wagers, and the players' scores.
    pub fn check_played(&mut self, contract: u128, players: &[(Address, u128, u64)]) {
        let mut named = BTreeMap::new();
        let balances = players.iter().map(|&(player, wagers, _)| (player, wagers));
        for (account, wagers) in balances.chain([(CHESS, contract)]) {
            let is_contract = account == CHESS;
            let tokens = Esdt::Fungible(number(FUNDS * TOKEN_WAGER));
            let tokens = (!is_contract).then(|| (format!("str:{TOKEN}"), tokens));
            let check = CheckAccount {
                nonce: "*".into(),
                balance: number(wagers * EGLD_WAGER),
                esdt: tokens.into_iter().collect(),
                storage: BTreeMap::from([("+".into(), String::new())]),
                code: is_contract.then(|| "*".into()),
            };
            named.insert(account.to_string(), check);
        }
        let id = self.take_id("money".into());
        let accounts = CheckAccounts {
            named,
            others: Some(String::new()),
        };
        self.steps.push(Step::CheckState { id, accounts });
        for (player, _, score) in players {
            let score = match score {
                0 => String::new(),
                score => score.to_string(),
            };
            self.view("getScore", &[player], &[&score]);
        }
    }

    /// In the contract lie so many wagers of a token, and nothing else.
    pub fn holds(&mut self, wagers: u128) {
        let tokens = Esdt::Fungible(number(wagers * TOKEN_WAGER));
        let contract = CheckAccount {
            nonce: "*".into(),
            balance: "0".into(),
            esdt: [(format!("str:{TOKEN}"), tokens)].into(),
            storage: [("+".into(), String::new())].into(),
            code: Some("*".into()),
        };
        let id = self.take_id("the contract's tokens".into());
        let accounts = CheckAccounts {
            named: BTreeMap::from([(CHESS.into(), contract)]),
            others: Some(String::new()),
        };
        self.steps.push(Step::CheckState { id, accounts });
    }

    /// The contract has stored this value at this key, and others.
    pub fn stores(&mut self, (key, value): (String, String)) {
        let id = self.take_id("storage".into());
        let contract = CheckAccount {
            nonce: "*".into(),
            balance: "*".into(),
            esdt: BTreeMap::new(),
            storage: [(key, value), ("+".into(), String::new())].into(),
            code: Some("*".into()),
        };
        let accounts = CheckAccounts {
            named: BTreeMap::from([(CHESS.into(), contract)]),
            others: Some(String::new()),
        };
        self.steps.push(Step::CheckState { id, accounts });
    }

    /// Nothing has gone from or to Dave, who has many tokens, and the contract has nothing.
    pub fn check_dave(&mut self, tokens: &[(&str, u64, u128)]) {
        let esdt = |&(identifier, nonce, amount): &(&str, u64, u128)| {
            let amount = number(amount);
            let amount = match nonce {
                0 => Esdt::Fungible(amount),
                nonce => Esdt::Full {
                    instances: vec![Instance {
                        nonce: nonce.to_string(),
                        balance: amount,
                    }],
                    frozen: None,
                    roles: vec![],
                },
            };
            (format!("str:{identifier}"), amount)
        };
        self.check(0, &[], &[]);
        let Some(Step::CheckState { accounts, .. }) = self.steps.last_mut() else {
            return;
        };
        let dave = CheckAccount {
            nonce: "*".into(),
            balance: number(FUNDS * EGLD_WAGER),
            esdt: tokens.iter().map(esdt).collect(),
            storage: BTreeMap::new(),
            code: None,
        };
        accounts.named.insert("address:dave".into(), dave);
    }

    fn storage(
        &self,
        scores: &[(Address, u64)],
        credits: &[(Address, u128)],
    ) -> BTreeMap<String, String> {
        let mut storage = BTreeMap::from([("+".to_string(), String::new())]);
        for player in PLAYERS {
            let score = scores.iter().find(|s| s.0 == player).map_or(0, |s| s.1);
            let credit = credits.iter().find(|c| c.0 == player).map_or(0, |c| c.1);
            storage.insert(format!("str:score|{player}"), or_empty(score.into()));
            let token = self.wager.identifier();
            let key = format!("str:amountOwed|{player}|u32:{}|str:{token}", token.len());
            storage.insert(key, or_empty(credit * self.wager.amount()));
        }
        storage.insert("str:games.len".into(), or_empty(self.games.len() as u128));
        storage
    }
}
