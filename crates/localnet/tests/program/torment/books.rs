//! Properties of the whole chain at any moment.

use std::collections::{HashMap, HashSet};

use localnet::{Address, BigUint, Record, Transaction};
use serde::Deserialize;
use serde_json::Value;

use super::{MANAGER, WALLETS, life::Life};

/// The balance of each wallet at the beginning, in 10⁻¹⁸ EGLD.
const START: u32 = 24;

/// The changes that were made and those that were acknowledged.
#[derive(Clone, Default)]
pub struct Books {
    /// Hashes of transactions.
    pub acknowledged: Vec<String>,
    /// The addresses that the faucet gave EGLD to, once each, the amount, and whether it said so.
    pub funded: Vec<(Address, u64, bool)>,
}

impl Books {
    /// Looks through the whole state. Returns the number of messages in flight between shards.
    pub fn check(&self, life: &Life) -> usize {
        let dump = life.dump();
        let dump: Value = serde_json::from_slice(&dump[9..]).unwrap();
        self.check_transactions(&dump);
        self.check_egld(&dump);
        check_tokens(&dump);
        list(&dump, "sent").len()
    }

    fn check_transactions(&self, dump: &Value) {
        let (waiting, done) = (list(dump, "waiting"), list(dump, "transactions"));
        let waiting_hashes = waiting.iter().map(|tx| {
            let checked = Transaction::deserialize(tx).unwrap().check().unwrap();
            hex::encode(checked.hash())
        });
        let known = done.iter().map(|record| text(&record["hash"]).to_string());
        let known: HashSet<String> = known.chain(waiting_hashes).collect();
        for hash in &self.acknowledged {
            assert!(known.contains(hash), "the acknowledged {hash} is lost");
        }
        let all = done.len() + waiting.len();
        assert_eq!(known.len(), all, "a transaction is there twice");
    }

    fn check_egld(&self, dump: &Value) {
        let accounts = list(dump, "accounts").iter();
        let balances: HashMap<&str, BigUint> = accounts
            .map(|account| (text(&account["address"]), number(&account["balance"])))
            .collect();
        let mut given = BigUint::ZERO;
        for (address, amount, acknowledged) in &self.funded {
            let balance = balances.get(address.to_hex().as_str());
            let arrived = balance.is_some_and(|balance| *balance >= BigUint::from(*amount));
            assert!(arrived || !acknowledged, "what the faucet gave is lost");
            if arrived {
                given += *amount;
            }
        }
        let accounts = list(dump, "accounts").iter();
        let accounts: BigUint = accounts.map(|account| number(&account["balance"])).sum();
        let sent = list(dump, "sent").iter();
        let in_flight: BigUint = sent
            .map(|message| number(&message["carried"]["egld"]))
            .sum();
        let mut paid = BigUint::ZERO;
        for record in list(dump, "transactions") {
            let record = Record::deserialize(record).unwrap();
            paid += record.fee.parse::<BigUint>().unwrap();
            // The manager of tokens keeps its payments.
            let tx = &record.transaction;
            if tx.receiver == MANAGER && record.succeeded() {
                paid += tx.value.parse::<BigUint>().unwrap();
            }
        }
        let start = BigUint::from(10u32).pow(START) * WALLETS;
        assert_eq!(accounts + in_flight + paid, start + given);
    }
}

fn check_tokens(dump: &Value) {
    for token in list(dump, "tokens") {
        let identifier = text(&token["identifier"]);
        let id = hex::encode(identifier);
        let accounts = list(dump, "accounts").iter();
        let held = accounts
            .flat_map(|account| list(account, "tokens"))
            .filter(|held| held["id"] == id)
            .flat_map(|held| list(held, "instances"));
        let messages = list(dump, "sent").iter();
        let carried = messages
            .flat_map(|message| list(&message["carried"], "tokens"))
            .filter(|carried| carried["identifier"] == id)
            .map(|carried| &carried["instance"]);
        let all = held.chain(carried).map(|token| number(&token["balance"]));
        let supply = match &token["supply"] {
            Value::String(text) => text.parse().unwrap(),
            other => number(other),
        };
        assert_eq!(all.sum::<BigUint>(), supply, "of {identifier}");
    }
}

/// A list in the dump, which leaves empty ones out.
fn list<'a>(json: &'a Value, name: &str) -> &'a [Value] {
    json[name].as_array().map_or(&[], Vec::as_slice)
}

fn text(json: &Value) -> &str {
    json.as_str().unwrap()
}

fn number(json: &Value) -> BigUint {
    BigUint::deserialize(json).unwrap()
}
