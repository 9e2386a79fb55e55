//! Properties of the whole chain at any moment.

use std::collections::{HashMap, HashSet};

use localnet::{Address, BigUint, Record, Transaction};
use serde::Deserialize;

use super::{MANAGER, WALLETS, life::Life};

/// The balance of each wallet at the beginning, in 10⁻¹⁸ EGLD.
const START: u32 = 24;

/// The changes that were made and those that were acknowledged.
#[derive(Clone, Default)]
pub struct Books {
    /// Hashes of transactions.
    pub acknowledged: Vec<String>,
    /// Addresses that the faucet gave something to, once each, and whether it said so.
    pub funded: Vec<(Address, u64, bool)>,
}

/// The parts of a dump that are looked at.
#[derive(Deserialize)]
struct Dump {
    accounts: Vec<Account>,
    #[serde(default)]
    transactions: Vec<Record>,
    #[serde(default)]
    waiting: Vec<Transaction>,
    #[serde(default)]
    sent: Vec<Message>,
    #[serde(default)]
    tokens: Vec<Token>,
}

#[derive(Deserialize)]
struct Account {
    /// Hex.
    address: String,
    balance: BigUint,
    #[serde(default)]
    tokens: Vec<Held>,
}

#[derive(Deserialize)]
struct Held {
    /// Hex.
    id: String,
    instances: Vec<Instance>,
}

#[derive(Deserialize)]
struct Instance {
    balance: BigUint,
}

#[derive(Deserialize)]
struct Message {
    carried: Carried,
}

#[derive(Deserialize)]
struct Carried {
    egld: BigUint,
    #[serde(default)]
    tokens: Vec<CarriedToken>,
}

#[derive(Deserialize)]
struct CarriedToken {
    /// Hex.
    identifier: String,
    instance: Instance,
}

#[derive(Deserialize)]
struct Token {
    identifier: String,
    supply: serde_json::Value,
}

impl Books {
    /// Looks through the whole state. How many messages are in flight between shards.
    pub fn check(&self, life: &Life) -> usize {
        let dump = life.dump();
        let dump: Dump = serde_json::from_slice(&dump[9..]).unwrap();
        self.check_transactions(&dump);
        self.check_egld(&dump);
        check_tokens(&dump);
        dump.sent.len()
    }

    fn check_transactions(&self, dump: &Dump) {
        let waiting = dump.waiting.iter().map(|tx| {
            let checked = tx.check().unwrap();
            hex::encode(checked.hash())
        });
        let known = dump.transactions.iter().map(|record| record.hash.clone());
        let known: HashSet<String> = known.chain(waiting).collect();
        for hash in &self.acknowledged {
            assert!(known.contains(hash), "the acknowledged {hash} is lost");
        }
        assert_eq!(
            known.len(),
            dump.transactions.len() + dump.waiting.len(),
            "a transaction is there twice"
        );
    }

    fn check_egld(&self, dump: &Dump) {
        let balances: HashMap<&str, &BigUint> = dump
            .accounts
            .iter()
            .map(|account| (account.address.as_str(), &account.balance))
            .collect();
        let mut given = BigUint::ZERO;
        for (address, amount, acknowledged) in &self.funded {
            let balance = balances.get(address.to_hex().as_str());
            let arrived = balance.is_some_and(|balance| **balance >= BigUint::from(*amount));
            assert!(arrived || !acknowledged, "what the faucet gave is lost");
            if arrived {
                given += *amount;
            }
        }
        let accounts: BigUint = dump.accounts.iter().map(|account| &account.balance).sum();
        let under_way: BigUint = dump.sent.iter().map(|message| &message.carried.egld).sum();
        let mut paid = BigUint::ZERO;
        for record in &dump.transactions {
            paid += record.fee.parse::<BigUint>().unwrap();
            // The manager of tokens keeps what it is paid.
            let tx = &record.transaction;
            if tx.receiver == MANAGER && record.succeeded() {
                paid += tx.value.parse::<BigUint>().unwrap();
            }
        }
        let start = BigUint::from(10u32).pow(START) * WALLETS;
        assert_eq!(accounts + under_way + paid, start + given);
    }
}

fn check_tokens(dump: &Dump) {
    for token in &dump.tokens {
        let id = hex::encode(token.identifier.as_bytes());
        let held = dump.accounts.iter().flat_map(|account| &account.tokens);
        let held = held
            .filter(|held| held.id == id)
            .flat_map(|held| &held.instances);
        let carried = dump.sent.iter().flat_map(|message| &message.carried.tokens);
        let carried = carried
            .filter(|carried| carried.identifier == id)
            .map(|carried| &carried.instance);
        let all: BigUint = held.chain(carried).map(|instance| &instance.balance).sum();
        let supply = match &token.supply {
            serde_json::Value::String(text) => text.parse().unwrap(),
            other => BigUint::deserialize(other).unwrap(),
        };
        assert_eq!(all, supply, "of {}", token.identifier);
    }
}
