//! The other requests of tools and tests: snapshots, time, impersonation, and transactions whose fee
//! another account pays.

mod common;
#[path = "common/http.rs"]
mod http;

use common::*;
use http::Gateway;
use localnet::{BigUint, Blocks, Chain, Config, SubmitError, Transaction, Wallet, address, fee};
use serde_json::json;

#[test]
fn a_snapshot_is_gone_back_to_as_often_as_one_is_made() {
    let dir = tempfile::tempdir().unwrap();
    let config = || with_state(&dir.path().join("state"), Blocks::OnArrival);
    let chess = Chess::new(Chain::start(config()).unwrap());
    let game = chess.start_game();
    let gateway = Gateway::of(chess.chain.clone());
    let (block, storage) = (chess.chain.block(), chess.chain.storage(&chess.contract));
    let count = chess.chain.transaction_count();
    let number = gateway.post_data("/simulator/snapshot", &json!({}))["snapshot"].clone();
    chess.ok(&chess.wallet(1), "resign", &[common::number(game)]);
    chess.chain.advance_to_epoch(3);
    assert_ne!(chess.chain.storage(&chess.contract), storage);
    let path = format!("/simulator/revert/{number}");
    gateway.post_data(&path, &json!({}));
    assert_eq!(chess.chain.block(), block);
    assert_eq!(chess.chain.storage(&chess.contract), storage);
    assert_eq!(chess.chain.transaction_count(), count);
    assert_eq!(gateway.post(&path, &json!({})).0, 400);
    assert!(chess.play(&chess.wallet(1), game, 52, 36).succeeded());
    let (contract, storage) = (chess.contract.clone(), chess.chain.storage(&chess.contract));
    drop((gateway, chess));
    // The state file goes back too.
    let chain = Chain::start(config()).unwrap();
    assert_eq!(chain.storage(&contract), storage);
    assert_eq!(chain.transaction_count(), count + 1);
}

#[test]
fn the_environment_sets_the_rounds_of_a_test_chain() {
    let gateway = Gateway::of(localnet::spawn().unwrap().chain);
    let shown = gateway.data("/network/config")["config"].clone();
    let told = std::env::var("LOCALNET_ROUND_TIME");
    assert_eq!(
        shown["erd_round_duration"],
        told.map_or(600, |millis| millis.parse().unwrap())
    );
}

#[test]
fn blocks_asked_for_take_their_rounds_of_time() {
    for (round_time, round) in [
        (None, 600),
        (Some(std::time::Duration::from_secs(6)), 6_000),
    ] {
        let chain = on_demand(Config {
            round_time,
            ..Config::default()
        });
        let gateway = Gateway::of(chain.clone());
        let shown = gateway.data("/network/config")["config"].clone();
        assert_eq!(shown["erd_round_duration"], round);
        let before = chain.block();
        for _ in 0..10 {
            chain.generate_blocks(1);
        }
        let singly = chain.block();
        assert_eq!(singly.nonce, before.nonce + 10);
        let took = singly.timestamp_ms - before.timestamp_ms;
        assert!((10 * round..11 * round).contains(&took), "{took}");
        chain.generate_blocks(10);
        let took = chain.block().timestamp_ms - singly.timestamp_ms;
        assert!((10 * round..11 * round).contains(&took), "{took}");
    }
}

#[test]
fn signatures_are_checked_by_default() {
    for bypass_signatures in [false, true] {
        let chain = on_demand(Config {
            bypass_signatures,
            ..Config::default()
        });
        let [alice, bob] = [0, 1].map(|i| chain.wallets()[i].clone());
        let forged = Transaction::new(&alice.address, 0, &bob.address).sign(&bob.key);
        let sent = chain.submit(&forged);
        assert_eq!(sent.is_ok(), bypass_signatures);
        if let Err(refused) = sent {
            assert_eq!(refused, SubmitError::Signature);
        }
    }
}

/// Another wallet of the same shard.
fn neighbour(chain: &Chain, wallet: &Wallet) -> Wallet {
    let shard = chain.shard_of(&wallet.address);
    (0..)
        .map(|n| Wallet::named(&format!("neighbour {n}")))
        .find(|other| chain.shard_of(&other.address) == shard)
        .unwrap()
}

#[test]
fn a_relayer_pays_the_fee() {
    let chess = Chess::new(chain());
    let game = chess.start_game();
    // bob plays from another shard than the contract's; the payer lives in his.
    let (player, chain) = (chess.wallet(1), chess.chain.clone());
    let relayer = neighbour(&chain, &player);
    chain.fund(&relayer.address, &BigUint::from(10u32).pow(18));
    let nonce = chain.account(&player.address).nonce;
    let args = [number(game), number(52), number(36)];
    let mut tx = Transaction::new(&player.address, nonce, &chess.contract)
        .call("makeMove", &args, 10_000_000);
    tx.gas_limit += fee::RELAYED_GAS;
    tx.relayer = address::encode(&relayer.address);
    let balances = || [&player, &relayer].map(|w| chain.account(&w.address).balance);
    let before = balances();

    let unsigned = tx.clone().sign(&player.key);
    assert_eq!(chain.submit(&unsigned).unwrap_err(), SubmitError::Signature);
    let signed = unsigned.relay(&relayer.key);
    let estimate = chain.simulate(&signed).unwrap();
    let hash = chain.submit(&signed).unwrap();
    let record = chain.transaction(&hash).unwrap();
    assert!(record.succeeded(), "{:?}", record.failure);
    assert_eq!(record.fee, estimate.fee);
    let after = balances();
    assert_eq!(after[0], before[0]);
    assert_eq!(
        after[1],
        &before[1] - record.fee.parse::<BigUint>().unwrap()
    );
    assert_eq!(chain.account(&player.address).nonce, nonce + 1);
    assert_eq!(chain.account(&relayer.address).nonce, 0);

    // A relayer of another shard is refused, and so is less gas than it takes.
    let stranger = chess.wallet(0);
    tx.nonce += 1;
    tx.relayer = address::encode(&stranger.address);
    let other = tx.clone().sign(&player.key).relay(&stranger.key);
    assert_eq!(chain.submit(&other).unwrap_err(), SubmitError::RelayerShard);
    let mut short = Transaction::new(&player.address, nonce + 1, &player.address);
    short.relayer = address::encode(&relayer.address);
    let short = short.sign(&player.key).relay(&relayer.key);
    assert_eq!(chain.submit(&short).unwrap_err(), SubmitError::LowGasLimit);
}

#[test]
fn every_block_can_be_asked_for() {
    let chain = on_demand(Config::default());
    let alice = chain.wallets()[0].clone();
    let gateway = Gateway::of(chain.clone());
    chain.generate_blocks(5);
    let tx = Transaction::new(&alice.address, 0, &alice.address).sign(&alice.key);
    let hash = chain.submit(&tx).unwrap();
    chain.generate_blocks(1);
    chain.generate_blocks(1_000);
    let block = |path: &str| gateway.data(path);
    let mut previous = String::new();
    for nonce in 0..=1_006 {
        let block = block(&format!("/block/1/by-nonce/{nonce}"))["block"].clone();
        assert_eq!(block["prevBlockHash"], previous);
        previous = block["hash"].as_str().unwrap().to_string();
        let sent = block["transactions"].as_array().unwrap();
        assert_eq!(sent.len(), usize::from(nonce == 6));
        if let Some(sent) = sent.first() {
            assert_eq!(sent["hash"], hash);
        }
    }
    let by_hash = block(&format!("/block/2/by-hash/{previous}"))["block"].clone();
    assert_eq!(
        (&by_hash["nonce"], &by_hash["shard"]),
        (&json!(1_006), &json!(2))
    );
    let all = block("/blocks/by-round/6")["blocks"].clone();
    assert_eq!(all.as_array().unwrap().len(), 4);
    let hyper = block("/hyperblock/by-nonce/6")["hyperblock"].clone();
    assert_eq!(
        (
            &hyper["numTxs"],
            hyper["shardBlocks"].as_array().unwrap().len()
        ),
        (&json!(1), 3)
    );
    assert_eq!(gateway.get("/block/0/by-nonce/1007").0, 500);
    assert_eq!(gateway.get("/block/9/by-nonce/1").0, 500);
}
