//! The chess contract on the local chain, in process: money, fees, tokens, time.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

mod common;

use common::*;
use localnet::{BigUint, Config, Transaction, Wallet, fee};
use multiversx_chain_vm::crypto_functions::verify_ed25519;

const E2: u64 = 52;
const E4: u64 = 36;

fn balance(chess: &Chess, wallet: &Wallet) -> BigUint {
    chess.chain.account(&wallet.address).balance
}

#[test]
fn a_failed_call_takes_the_fee_and_changes_nothing_else() {
    let chess = Chess::new(chain());
    let game = chess.start_game();
    let white = chess.wallet(1);
    let before = balance(&chess, &white);
    let storage = chess.chain.storage(&chess.contract);
    let record = chess.play(&white, game, E2, E2 - 24);
    let failure = record.failure.as_ref().unwrap();
    assert_eq!(failure.code, "user error");
    assert!(!failure.message.is_empty());
    assert_eq!(record.gas_used, record.transaction.gas_limit);
    assert_eq!(
        balance(&chess, &white),
        before - record.fee.parse::<BigUint>().unwrap()
    );
    assert_eq!(chess.chain.storage(&chess.contract), storage);
    assert_eq!(record.events[0].identifier, "signalError");
    assert_eq!(
        record.events[0].topic_bytes()[1],
        failure.message.as_bytes()
    );
}

#[test]
fn the_fee_is_for_the_gas_used_unless_more_than_twice_as_much_was_given() {
    let chess = Chess::new(chain());
    let game = chess.start_game();
    let (white, black) = (chess.wallet(1), chess.wallet(2));
    let args = [number(game), number(E2), number(E4)];
    let probe = chess
        .chain
        .simulate(&Transaction::new(&white.address, 0, &chess.contract).call("makeMove", &args, 0))
        .unwrap();
    // A limit of nothing is simulated as it is given and fails.
    assert_eq!(probe.failure.unwrap().code, "out of gas");

    let record = send(
        &chess.chain,
        &white,
        |tx| tx.call("makeMove", &args, 6_000_000),
        &chess.contract,
    );
    assert!(record.succeeded(), "{:?}", record.failure);
    let own = record.gas_used - record.execution_gas;
    assert_eq!(
        own,
        fee::move_gas(format!("makeMove@{game:02x}@{E2:02x}@{E4:02x}").len())
    );
    assert_eq!(
        record.fee,
        fee::fee(record.gas_used, own, fee::MIN_GAS_PRICE).to_string()
    );

    let args = [number(game), number(12), number(28)];
    let too_much = record.execution_gas * 2 + 1_000_000;
    let record = send(
        &chess.chain,
        &black,
        |tx| tx.call("makeMove", &args, too_much),
        &chess.contract,
    );
    assert!(record.succeeded());
    assert_eq!(record.gas_used, record.transaction.gas_limit);
}

#[test]
fn code_that_is_no_contract_cannot_be_deployed() {
    let chain = chain();
    let alice = chain.wallets()[0].clone();
    let zero = localnet::Address::zero();
    for code in ["", "00", "0061736d01000000"] {
        let data = format!("{code}@0500@0500");
        let record = send(&chain, &alice, |tx| tx.data(data.as_bytes(), GAS), &zero);
        assert_eq!(record.failure.unwrap().code, "contract invalid", "{code}");
    }
    let record = send(
        &chain,
        &alice,
        |tx| tx.data(b"not a deployment", GAS),
        &zero,
    );
    assert_eq!(record.failure.unwrap().code, "user error");
}

#[test]
fn of_two_transactions_with_one_nonce_the_dearer_is_executed() {
    for dearer_first in [true, false] {
        let chain = on_demand(Config::default());
        let [alice, bob] = [0, 1].map(|i| chain.wallets()[i].clone());
        let pay = |price: u64, value: u32| {
            let mut tx = Transaction::new(&alice.address, 0, &bob.address).value(value);
            tx.gas_price = price;
            tx.sign(&alice.key)
        };
        let (dear, cheap) = (pay(2_000_000_000, 2), pay(1_000_000_000, 1));
        let order = if dearer_first {
            [&dear, &cheap]
        } else {
            [&cheap, &dear]
        };
        let hashes = order.map(|tx| chain.submit(tx).unwrap());
        chain.generate_blocks(2);
        let [dear, cheap] = if dearer_first { [0, 1] } else { [1, 0] };
        assert!(chain.transaction(&hashes[dear]).unwrap().succeeded());
        assert!(chain.transaction(&hashes[cheap]).is_none());
    }
}

/// By the function that `managedVerifyEd25519` runs.
#[test]
fn signatures_are_judged_as_the_vectors_say() {
    let text = include_str!("../../signed-play/vectors/ed25519.json");
    let vectors: Vec<serde_json::Value> = serde_json::from_str(text).unwrap();
    assert!(vectors.len() >= 316, "{}", vectors.len());
    for vector in vectors {
        let field = |name: &str| hex::decode(vector[name].as_str().unwrap()).unwrap();
        let [key, message, signature] = ["publicKey", "message", "signature"].map(field);
        let found = verify_ed25519(&key, &message, &signature);
        assert_eq!(vector["chain"], found, "{}", vector["name"]);
    }
}
