//! The gateway's estimates of a call's gas: with a gas limit and without, and with payouts to other
//! shards.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

mod common;
#[path = "common/http.rs"]
mod http;

use common::*;
use http::Gateway;
use localnet::{Address, BigUint, Shards, Transaction, Wallet, fee};
use serde_json::{Value, json};

const TOKEN: &[u8] = b"WAGER-123456";

/// A player that is a contract.
const PLAYER: &str = include_str!("common/player.wat");

/// A call of the contract by a wallet, unsigned.
fn asked(chess: &Chess, wallet: &Wallet, function: &str, args: &[Vec<u8>]) -> Transaction {
    let nonce = chess.chain.account(&wallet.address).nonce;
    Transaction::new(&wallet.address, nonce, &chess.contract).call(function, args, 0)
}

/// The estimate of a call with this gas limit.
fn estimate(gateway: &Gateway, call: &Transaction, gas_limit: u64) -> Value {
    let mut call = call.clone();
    call.gas_limit = gas_limit;
    gateway.post_data("/transaction/cost", &json!(call))
}

/// Sends a call with the limit from an estimate without one, and with one less: it is the least.
fn is_exact(chess: &Chess, gateway: &Gateway, wallet: &Wallet, function: &str, args: &[Vec<u8>]) {
    let call = asked(chess, wallet, function, args);
    let told = estimate(gateway, &call, 0);
    let needed = told["txGasUnits"].as_u64().unwrap();
    assert!(needed > 0, "{function}: {told}");
    let one_less = estimate(gateway, &call, needed - 1);
    assert_eq!(
        one_less["returnMessage"], "user error: not enough gas",
        "{function}"
    );
    let with_limit = |tx: Transaction| {
        let mut tx = tx.call(function, args, 0);
        tx.gas_limit = needed;
        tx
    };
    let record = send(&chess.chain, wallet, with_limit, &chess.contract);
    assert!(record.succeeded(), "{function}: {:?}", record.failure);
    assert_eq!(record.process_status(), "success", "{function}");
}

#[test]
fn an_estimate_keeps_within_the_limit_it_is_given() {
    let chain = chain();
    for index in [1, 2] {
        let player = chain.wallets()[index].address.clone();
        chain.set_token_balance(&player, TOKEN, (10 * WAGER).into());
    }
    let chess = Chess::with_wager(chain, TOKEN, WAGER);
    let gateway = Gateway::of(chess.chain.clone());
    let [bob, carol] = [1, 2].map(|index| chess.wallet(index));
    let shards = [&chess.contract, &bob.address, &carol.address];
    assert_eq!(shards.map(|address| Shards::THREE.of(address)), [1, 0, 2]);
    let join = |wallet: &Wallet| {
        let args = [TOKEN.to_vec(), number(WAGER), b"joinGame".to_vec()];
        let record = call(&chess.chain, wallet, &chess.contract, "ESDTTransfer", &args);
        assert!(record.succeeded(), "{:?}", record.failure);
    };
    join(&bob);
    is_exact(&chess, &gateway, &bob, "leaveQueue", &[]);
    join(&bob);
    join(&carol);
    // A fixed limit of 10,000,000 is too low for this call.
    let resign = asked(&chess, &bob, "resign", &[number(1)]);
    let told = estimate(&gateway, &resign, 10_000_000);
    assert_eq!(told["txGasUnits"], 0);
    assert_eq!(told["returnMessage"], "user error: not enough gas");
    assert_eq!(told["smartContractResults"], Value::Null);
    let most = estimate(&gateway, &resign, 0);
    assert_eq!(
        most["txGasUnits"],
        estimate(&gateway, &resign, 30_000_000)["txGasUnits"]
    );
    let results = most["smartContractResults"].as_object().unwrap();
    let data = |result: &Value| result["data"].as_str().unwrap().to_string();
    let paid = results
        .values()
        .map(data)
        .find(|data| data.starts_with("MultiESDTNFTTransfer"));
    assert!(paid.is_some(), "{most}");
    let events = most["logs"]["events"].as_array().unwrap();
    assert!(
        events.iter().any(|event| event["identifier"] == "resign"),
        "{most}"
    );
    is_exact(&chess, &gateway, &bob, "resign", &[number(1)]);
    join(&bob);
    join(&carol);
    chess.ok(&bob, "draw", &[number(2)]);
    is_exact(&chess, &gateway, &carol, "draw", &[number(2)]);
    join(&bob);
    join(&carol);
    chess.chain.advance_to_epoch(chess.chain.block().epoch + 2);
    is_exact(&chess, &gateway, &carol, "signalInactivity", &[number(3)]);
    // Fool's mate: the last move pays the winner.
    join(&bob);
    join(&carol);
    for (player, from, to) in [(&bob, 53, 45), (&carol, 12, 28), (&bob, 54, 38)] {
        assert!(chess.play(player, 4, from, to).succeeded());
    }
    let mate = [number(4), number(3), number(39)];
    is_exact(&chess, &gateway, &carol, "makeMove", &mate);
    let refused = estimate(&gateway, &asked(&chess, &bob, "resign", &[number(9)]), 0);
    assert_eq!(refused["returnMessage"], "user error: no such game");
    let low = estimate(&gateway, &resign, 50_000);
    assert_eq!(low["returnMessage"], "insufficient gas limit in tx");
}

/// EGLD for a contract in another shard goes by promise too.
#[test]
fn a_contract_in_another_shard_is_paid_within_the_estimate() {
    let chess = Chess::new(chain());
    let gateway = Gateway::of(chess.chain.clone());
    let [bob, carol] = [1, 2].map(|index| chess.wallet(index));
    // payable, in bob's shard
    let code = wat::parse_str(PLAYER).unwrap();
    let deploy = |tx: Transaction| tx.deploy(&code, [5, 6], &[], 50_000_000);
    let player = deployed(&send(&chess.chain, &bob, deploy, &Address::zero()));
    chess.chain.fund(&player, &BigUint::from(10 * WAGER));
    let target = chess.contract.to_vec();
    let by_contract = |function: &str, value: u64, args: &[Vec<u8>]| {
        let call = [target.clone(), number(value), function.as_bytes().to_vec()];
        let args = [&call[..], args].concat();
        let call = |tx: Transaction| tx.call("call", &args, 20_000_000);
        let record = send(&chess.chain, &bob, call, &player);
        assert_eq!(record.process_status(), "success", "{:?}", record.refused);
    };
    let held = || chess.chain.account(&player).balance;
    for game in 1..=3 {
        by_contract("joinGame", WAGER, &[]);
        chess.join(&carol);
        match game {
            1 => {
                let paid = held();
                is_exact(&chess, &gateway, &carol, "resign", &[number(game)]);
                assert_eq!(held(), paid + 2 * WAGER);
            }
            2 => {
                by_contract("draw", 0, &[number(game)]);
                let paid = held();
                is_exact(&chess, &gateway, &carol, "draw", &[number(game)]);
                assert_eq!(held(), paid + WAGER);
            }
            _ => {
                // 1. e4, and carol is late
                by_contract("makeMove", 0, &[number(game), number(52), number(36)]);
                chess.chain.advance_to_epoch(chess.chain.block().epoch + 2);
                let paid = held();
                is_exact(&chess, &gateway, &bob, "signalInactivity", &[number(game)]);
                assert_eq!(held(), paid + 2 * WAGER);
            }
        }
    }
}

#[test]
fn an_estimate_works_for_a_sender_without_the_fee_of_the_highest_limit() {
    let chess = Chess::new(chain());
    let gateway = Gateway::of(chess.chain.clone());
    let poor = Wallet::named("poor");
    // Enough for a join, and far less than the highest gas limit costs.
    let amount = BigUint::from(1_000_000_000_000_000u64) + WAGER;
    chess.chain.fund(&poor.address, &amount);
    let call = asked(&chess, &poor, "joinGame", &[]).value(WAGER);
    let told = estimate(&gateway, &call, 0);
    assert!(told["txGasUnits"].as_u64().unwrap() > 1_000_000, "{told}");
    let highest = fee::fee(
        fee::MAX_GAS_LIMIT,
        fee::move_gas("joinGame".len()),
        fee::MIN_GAS_PRICE,
    );
    assert!(amount < highest);
    let told = estimate(&gateway, &call, fee::MAX_GAS_LIMIT);
    assert_eq!(told["returnMessage"], "insufficient funds");
}
