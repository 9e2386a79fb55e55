//! Three shards: values that cross from one to another and return, and that nothing is lost.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

mod common;

use common::*;
use localnet::{
    Address, BigUint, Blocks, Chain, Config, Query, Record, Shards, Status, Transaction, Wallet,
    fee,
};

const EGLD: u64 = 1_000_000_000_000_000_000;

/// A contract that pays, calls, asks and reads as its caller says.
const BANKER: &str = include_str!("common/banker.wat");

/// A chain in three shards with a contract of the banker's in shard 1 (alice's) that has money,
/// and one in shard 0 (bob's).
struct Town {
    chain: Chain,
    alice: Wallet,
    bob: Wallet,
    banker: Address,
    other: Address,
}

impl Town {
    fn new(shards: Shards, other_metadata: [u8; 2]) -> Self {
        let config = Config {
            shards,
            ..Config::default()
        };
        Self::on(on_demand(config), other_metadata)
    }

    fn on(chain: Chain, other_metadata: [u8; 2]) -> Self {
        let [alice, bob] = [0, 1].map(|i| chain.wallets()[i].clone());
        let code = wat::parse_str(BANKER).unwrap();
        let mut town = Self {
            chain,
            alice,
            bob,
            banker: Address::zero(),
            other: Address::zero(),
        };
        let deploy = |wallet: &Wallet, metadata| {
            let deploy = |tx: Transaction| tx.deploy(&code, metadata, &[], 50_000_000);
            deployed(&town.send(wallet, &Address::zero(), deploy))
        };
        [town.banker, town.other] = [
            deploy(&town.alice, NOT_PAYABLE),
            deploy(&town.bob, other_metadata),
        ];
        town.chain.fund(&town.banker, &1_000u32.into());
        town
    }

    fn submit(
        &self,
        from: &Wallet,
        to: &Address,
        build: impl FnOnce(Transaction) -> Transaction,
    ) -> String {
        let nonce = self.chain.account(&from.address).nonce;
        let tx = build(Transaction::new(&from.address, nonce, to)).sign(&from.key);
        self.chain.submit(&tx).unwrap()
    }

    /// Sends a transaction and makes blocks until it is done; after each block the money is all
    /// there.
    fn send(
        &self,
        from: &Wallet,
        to: &Address,
        build: impl FnOnce(Transaction) -> Transaction,
    ) -> Record {
        let hash = self.submit(from, to, build);
        self.finish(&hash)
    }

    fn finish(&self, hash: &str) -> Record {
        for _ in 0..10 {
            self.chain.generate_blocks(1);
            let record = self.chain.transaction(hash).unwrap();
            if record.process_status() != "pending" {
                return record;
            }
        }
        panic!("it doesn't end");
    }

    fn call(&self, function: &str, args: &[Vec<u8>]) -> Record {
        self.send(&self.alice, &self.banker, |tx| {
            tx.call(function, args, 30_000_000)
        })
    }

    fn balance(&self, address: &Address) -> BigUint {
        self.chain.account(address).balance
    }

    fn kept(&self, key: &[u8]) -> Vec<u8> {
        self.chain.storage_value(&self.banker, key)
    }

    /// The EGLD of all accounts, and the fees paid except the contracts' owners' share.
    fn total(&self) -> BigUint {
        let wallets = self.chain.wallets().iter().map(|w| w.address.clone());
        let all: Vec<Address> = wallets
            .chain([self.banker.clone(), self.other.clone()])
            .collect();
        let balances: BigUint = all.iter().map(|address| self.balance(address)).sum();
        let records = self.chain.transactions(usize::MAX, |_| true);
        let fees: BigUint = records
            .iter()
            .map(|record| record.fee.parse::<BigUint>().unwrap())
            .sum();
        balances + fees
    }
}

#[test]
fn a_payment_to_another_shard_takes_two_blocks() {
    let town = Town::new(Shards::THREE, NOT_PAYABLE);
    let before = [&town.alice, &town.bob].map(|w| town.balance(&w.address));
    let total = town.total();
    let hash = town.submit(&town.alice, &town.bob.address, |tx| tx.value(EGLD));
    town.chain.generate_blocks(1);
    let record = town.chain.transaction(&hash).unwrap();
    assert_eq!(record.process_status(), "pending");
    assert_eq!(record.status, Status::Pending);
    assert_eq!(town.balance(&town.bob.address), before[1]);
    assert_eq!(town.total() + EGLD, total);
    town.chain.generate_blocks(1);
    let record = town.chain.transaction(&hash).unwrap();
    assert!(record.succeeded());
    assert_eq!(record.process_status(), "success");
    assert_eq!(record.gas_used, fee::MIN_GAS_LIMIT);
    assert_eq!(town.balance(&town.bob.address), &before[1] + EGLD);
    assert_eq!(town.total(), total);

    // Within a shard it takes one.
    let hash = town.submit(&town.alice, &town.alice.address, |tx| tx.value(EGLD));
    town.chain.generate_blocks(1);
    assert_eq!(
        town.chain.transaction(&hash).unwrap().process_status(),
        "success"
    );
}

#[test]
fn a_call_in_another_shard_gets_its_unused_gas_back() {
    let town = Town::new(Shards::THREE, NOT_PAYABLE);
    let total = town.total();
    let before = town.balance(&town.bob.address);
    let call = |tx: Transaction| tx.call("set", &[], 2_000_000).value(7u32);
    let estimate = town
        .chain
        .simulate(&call(Transaction::new(&town.bob.address, 0, &town.banker)))
        .unwrap();
    let record = town.send(&town.bob, &town.banker, call);
    assert!(record.succeeded(), "{:?}", record.failure);
    assert_eq!(record.execution_gas, estimate.execution_gas);
    assert!(record.gas_used < record.transaction.gas_limit);
    let fee: BigUint = record.fee.parse().unwrap();
    assert_eq!(town.balance(&town.bob.address), before - fee - 7u32);
    assert_eq!(town.balance(&town.banker), BigUint::from(1_007u32));
    assert_eq!(town.total(), total);
    assert_eq!(record.results[0].nonce, record.transaction.nonce + 1);

    // Refused, the payment comes back; the fee doesn't.
    let before = town.balance(&town.bob.address);
    let record = town.send(&town.bob, &town.banker, |tx| {
        tx.call("refuse", &[], 2_000_000).value(7u32)
    });
    assert_eq!(record.failure.as_ref().unwrap().message, "no");
    assert_eq!(record.process_status(), "fail");
    let back = &record.results[0];
    assert_eq!(
        (
            back.value.as_str(),
            back.nonce,
            back.return_message.as_str()
        ),
        ("7", record.transaction.nonce, "no")
    );
    let fee: BigUint = record.fee.parse().unwrap();
    assert_eq!(town.balance(&town.bob.address), before - fee);
    assert_eq!(town.total(), total);
}

#[test]
fn a_payment_that_another_shard_refuses_comes_back_without_the_contracts_code() {
    for (metadata, refused) in [(NOT_PAYABLE, true), (PAYABLE, false)] {
        let town = Town::new(Shards::THREE, metadata);
        let total = town.total();
        let hash = town.submit(&town.alice, &town.banker, |tx| {
            tx.call("pay", &[town.other.to_vec()], 5_000_000)
        });
        town.chain.generate_blocks(1);
        // The contract believes to have paid.
        assert_eq!(town.balance(&town.banker), BigUint::from(900u32));
        let record = town.finish(&hash);
        assert!(record.succeeded(), "{:?}", record.failure);
        let (kept, paid) = if refused {
            (1_000u32, 0u32)
        } else {
            (900, 100)
        };
        assert_eq!(town.balance(&town.banker), kept.into());
        assert_eq!(town.balance(&town.other), paid.into());
        assert_eq!(
            record.process_status(),
            if refused { "fail" } else { "success" }
        );
        assert!(town.kept(b"credit").is_empty());
        assert_eq!(town.total(), total);
        let wanted = "sending value to non payable contract";
        let told = record.refused.map(|failure| failure.message);
        assert_eq!(told.as_deref(), refused.then_some(wanted));
    }
}

#[test]
fn a_call_that_fails_has_sent_nothing() {
    let town = Town::new(Shards::THREE, PAYABLE);
    let record = town.call("payThenFail", &[town.bob.address.to_vec()]);
    assert!(record.failure.is_some());
    assert_eq!(town.balance(&town.banker), BigUint::from(1_000u32));
}

#[test]
fn a_contract_calls_one_of_another_shard() {
    let town = Town::new(Shards::THREE, NOT_PAYABLE);
    let total = town.total();
    let record = town.call("call", &[town.other.to_vec(), b"set".to_vec()]);
    assert!(record.succeeded(), "{:?}", record.failure);
    assert_eq!(town.chain.storage_value(&town.other, b"set"), b"no");
    assert_eq!(town.balance(&town.other), BigUint::from(100u32));
    assert_eq!(town.total(), total);
    let record = town.call("call", &[town.other.to_vec(), b"refuse".to_vec()]);
    assert!(record.succeeded());
    assert_eq!(record.refused.unwrap().message, "no");
    assert_eq!(town.balance(&town.other), BigUint::from(100u32));
    assert_eq!(town.total(), total);
}

#[test]
fn a_refused_payment_of_a_promise_returns_with_its_callback() {
    let promise = |to: &Address| vec![to.to_vec(), b"EGLD-000000".to_vec(), vec![100]];
    // A contract that takes no payments: the callback gets the amount.
    let town = Town::new(Shards::THREE, NOT_PAYABLE);
    let total = town.total();
    let record = town.call("promise", &promise(&town.other));
    assert!(record.succeeded(), "{:?}", record.failure);
    assert_eq!(record.process_status(), "fail");
    assert_eq!(town.kept(b"credit"), [100, 1]);
    assert_eq!(town.balance(&town.banker), BigUint::from(1_000u32));
    assert_eq!(town.total(), total);
    let answer = record
        .results
        .iter()
        .find(|result| result.call_type == 2)
        .unwrap();
    assert!(
        answer
            .data
            .starts_with("MultiESDTNFTTransfer@01@45474c442d303030303030@00@64@"),
        "{}",
        answer.data
    );

    // In the network's words: the returned value, a code, the reason; and then the callback's own
    // end.
    let reason = "sending value to non payable contract";
    let egld = hex::encode(b"EGLD-000000");
    let wanted = format!(
        "MultiESDTNFTTransfer@01@{egld}@00@64@04@{}",
        hex::encode(reason.as_bytes())
    );
    assert_eq!(record.reason(), wanted);
    let names = |index: usize| {
        let events = &record.results[index].events;
        let names = events.iter().map(|event| event.identifier.as_str());
        names.collect::<Vec<_>>()
    };
    let at = |call_type: u32| {
        let mut results = record.results.iter();
        results
            .position(|result| result.call_type == call_type)
            .unwrap()
    };
    assert_eq!(names(at(1)), ["signalError"]);
    assert!(
        names(at(2)).ends_with(&["completedTxEvent"]),
        "{:?}",
        names(at(2))
    );
    // The contract's owner can claim the rest of the callback's gas, and there is a result.
    let banker = localnet::address::encode(&town.banker);
    let mut results = record.results.iter();
    let left = results.find(|result| result.data.starts_with("@6f6b") && result.receiver == banker);
    let reward = town.chain.account(&town.banker).developer_reward;
    let left: BigUint = left.map_or(BigUint::ZERO, |left| left.value.parse().unwrap());
    assert!(reward > left, "{reward} {left}");

    // A wallet: it is paid, and the callback gets no amount.
    let before = town.balance(&town.bob.address);
    let record = town.call("promise", &promise(&town.bob.address));
    assert_eq!(record.process_status(), "success", "{:?}", record.refused);
    assert_eq!(town.kept(b"credit"), [1]);
    assert_eq!(town.balance(&town.bob.address), before + 100u32);
    assert_eq!(town.total(), total);
}

#[test]
fn a_promise_of_tokens_to_a_frozen_account_comes_back() {
    let town = Town::new(Shards::THREE, NOT_PAYABLE);
    let system = multiversx_chain_vm::system_sc::ESDT_SYSTEM_SC_ADDRESS;
    let hash = town.submit(&town.alice, &system, |tx| issue(tx, &["canFreeze"]));
    let token = issued(&town.finish(&hash));
    let name = String::from_utf8(token.clone()).unwrap();
    let held = |address: &Address| {
        let tokens = town.chain.account(address).tokens;
        let held = tokens.into_iter().find(|(id, ..)| *id == name);
        held.map_or(BigUint::ZERO, |(_, _, amount)| amount)
    };
    let args = [token.clone(), vec![50], b"set".to_vec()];
    let record = town.send(&town.alice, &town.banker, |tx| {
        tx.call("ESDTTransfer", &args, 10_000_000)
    });
    assert!(record.succeeded(), "{:?}", record.failure);
    assert_eq!(held(&town.banker), BigUint::from(50u32));
    for frozen in [true, false] {
        let function = if frozen { "freeze" } else { "unFreeze" };
        let args = [token.clone(), town.bob.address.to_vec()];
        let record = town.send(&town.alice, &system, |tx| {
            tx.call(function, &args, 60_000_000)
        });
        assert!(record.succeeded(), "{:?}", record.failure);
        let args = [town.bob.address.to_vec(), token.clone(), vec![20]];
        let record = town.call("promise", &args);
        assert!(record.succeeded(), "{:?}", record.failure);
        // The callback counts the tokens that came with it, and one.
        assert_eq!(town.kept(b"credit"), [if frozen { 2 } else { 1 }]);
        let left = if frozen { 50u32 } else { 30 };
        assert_eq!(held(&town.banker), left.into());
        assert_eq!(held(&town.bob.address), (50 - left).into());
    }
    // A user's transfer to a frozen account in another shard fails there and comes back.
    let args = [token.clone(), town.bob.address.to_vec()];
    town.send(&town.alice, &system, |tx| {
        tx.call("freeze", &args, 60_000_000)
    });
    let before = held(&town.alice.address);
    let args = [token, vec![5]];
    let record = town.send(&town.alice, &town.bob.address, |tx| {
        tx.call("ESDTTransfer", &args, 1_000_000)
    });
    assert_eq!(record.status, Status::Fail);
    assert_eq!(record.process_status(), "fail");
    assert_eq!(held(&town.alice.address), before);
}

#[test]
fn an_asynchronous_call_of_the_old_kind_is_answered() {
    let town = Town::new(Shards::THREE, NOT_PAYABLE);
    let total = town.total();
    let record = town.call("old", &[town.other.to_vec(), b"set".to_vec()]);
    assert_eq!(record.process_status(), "success", "{:?}", record.refused);
    assert_eq!(town.kept(b"credit"), b"no");
    assert_eq!(town.balance(&town.other), BigUint::from(100u32));
    // All of the gas went with the call; the part that its callback doesn't use is far too much.
    assert_eq!(record.gas_used, record.transaction.gas_limit);
    let logged = record.results.iter().flat_map(|result| &result.events);
    let mut ends = logged.filter(|event| event.identifier == "completedTxEvent");
    assert!(ends.next().is_some());
    assert_eq!(town.total(), total);

    let record = town.call("old", &[town.other.to_vec(), b"refuse".to_vec()]);
    assert_eq!(record.process_status(), "fail");
    assert_eq!(town.kept(b"credit"), b"dno"); // 100 came back
    assert_eq!(town.balance(&town.other), BigUint::from(100u32));
    assert_eq!(town.total(), total);
}

#[test]
fn other_shards_contracts_cannot_be_seen() {
    for (shards, seen) in [(Shards::THREE, false), (Shards::ONE, true)] {
        let town = Town::new(shards, NOT_PAYABLE);
        let record = town.send(&town.bob, &town.other, |tx| tx.call("set", &[], 5_000_000));
        assert!(record.succeeded());
        let read = [town.other.to_vec(), b"set".to_vec()];
        let view = town
            .chain
            .query(&Query::new(&town.banker, "read", read.to_vec()));
        let wanted: &[u8] = if seen { b"no" } else { b"" };
        assert_eq!(view.returned, [wanted]);
        let record = town.call("sync", &[town.other.to_vec()]);
        assert_eq!(record.succeeded(), seen, "{:?}", record.failure);
    }
}

#[test]
fn random_calls_across_shards_and_restarts_lose_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let start = || Chain::start(with_state(&dir.path().join("state"), Blocks::OnDemand)).unwrap();
    let mut town = Town::on(start(), NOT_PAYABLE);
    let people: Vec<Wallet> = town.chain.wallets()[..3].to_vec();
    let total = town.total();
    let mut random = 1u64;
    let mut next = |below: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (random >> 33) as usize % below
    };
    // the two deployments came first
    let (mut sent, mut nonces) = (vec![], [1, 1, 0]);
    for round in 0..60 {
        for _ in 0..=next(3) {
            let sender = next(3);
            let from = &people[sender];
            let places = [&town.banker, &town.other, &people[next(3)].address];
            let to = places[next(3)].to_vec();
            let tx = Transaction::new(&from.address, nonces[sender], places[next(2)]);
            nonces[sender] += 1;
            let calls = ["set", "refuse", "nothing"].map(|name| name.as_bytes().to_vec());
            let function = calls[next(3)].clone();
            let tx = match next(8) {
                0 => tx.value(next(100) as u64).data(b"", 0),
                1 => tx.call("set", &[], 5_000_000).value(next(100) as u64),
                2 => tx.call("pay", &[to], 5_000_000),
                3 => tx.call("payThenFail", &[to], 5_000_000),
                4 => tx.call("call", &[to, function], 12_000_000),
                5 => tx.call("old", &[to, function], 20_000_000),
                6 => tx.call("refuse", &[], 5_000_000).value(next(100) as u64),
                _ => {
                    let egld = b"EGLD-000000".to_vec();
                    tx.call("promise", &[to, egld, vec![next(100) as u8]], 20_000_000)
                }
            };
            sent.push(town.chain.submit(&tx.sign(&from.key)).unwrap());
        }
        town.chain.generate_blocks(1 + next(3) as u64);
        if round % 7 == 0 {
            // As a kill would leave it, with messages in flight.
            let Town { banker, other, .. } = town;
            drop(town.chain);
            town = Town {
                chain: start(),
                alice: people[0].clone(),
                bob: people[1].clone(),
                banker,
                other,
            };
        }
    }
    town.chain.generate_blocks(10);
    for hash in &sent {
        let record = town.chain.transaction(hash).unwrap();
        assert_ne!(record.process_status(), "pending");
    }
    assert_eq!(town.total(), total);
    let refused = town
        .chain
        .transactions(usize::MAX, |record| record.refused.is_some());
    assert!(refused.len() > 5, "{}", refused.len());
}
