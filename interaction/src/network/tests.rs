//! A network behind a gateway that fails.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc;
use std::thread;

use serde_json::{Value, json};

use super::*;

/// Answers one request. `body` says what to its path and what was sent; `None`: as no gateway would.
fn answer(mut line: TcpStream, body: &mut impl FnMut(&str, &Value) -> Option<Value>) {
    let mut reader = BufReader::new(line.try_clone().unwrap());
    let mut head = vec![];
    while !head.ends_with(b"\r\n\r\n") {
        if reader.read_until(b'\n', &mut head).unwrap() == 0 {
            return;
        }
    }
    let head = String::from_utf8(head).unwrap().to_lowercase();
    let len = head.split("content-length: ").nth(1);
    let len = len.map_or(0, |len| len.lines().next().unwrap().parse().unwrap());
    let mut sent = vec![0; len];
    reader.read_exact(&mut sent).unwrap();
    let sent = serde_json::from_slice(&sent).unwrap_or_default();
    let body = body(head.split(' ').nth(1).unwrap(), &sent);
    let body = body.map_or("bad gateway".into(), |body| body.to_string());
    let len = body.len();
    let head = format!("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {len}\r\n\r\n");
    line.write_all((head + &body).as_bytes()).unwrap();
}

/// A gateway's address.
fn gateway(mut body: impl FnMut(&str, &Value) -> Option<Value> + Send + 'static) -> String {
    let gateway = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", gateway.local_addr().unwrap());
    thread::spawn(move || {
        for line in gateway.incoming() {
            answer(line.unwrap(), &mut body);
        }
    });
    url
}

/// A local chain's answer.
fn config() -> Value {
    json!({"error": "", "code": "successful", "data": {"config": {
        "erd_chain_id": "chain",
        "erd_denomination": 18,
        "erd_gas_per_data_byte": 1500,
        "erd_latest_tag_software_version": "localnet",
        "erd_max_gas_per_transaction": 600_000_000,
        "erd_meta_consensus_group_size": 1,
        "erd_min_gas_limit": 50_000,
        "erd_min_gas_price": 1_000_000_000,
        "erd_min_transaction_version": 1,
        "erd_num_metachain_nodes": 1,
        "erd_num_nodes_in_shard": 1,
        "erd_num_shards_without_meta": 3,
        "erd_round_duration": 600,
        "erd_shard_consensus_group_size": 1,
        "erd_start_time": 1,
    }}})
}

#[test]
fn a_gateway_that_fails_once_is_told_in_words() {
    let mut asked = 0;
    let url = gateway(move |_, _| {
        asked += 1;
        (asked % 2 == 1).then(config)
    });
    Network::connect(&url, false).map(drop).unwrap();
    let failure = Network::connect(&url, false).map(drop).unwrap_err();
    assert!(failure.to_string().contains("does not answer"), "{failure}");
}

#[test]
fn a_transaction_that_is_lost_keeps_no_other_back() {
    let (sent, nonces) = mpsc::channel();
    let url = gateway(move |path, body| match path.split('/').nth(1)? {
        "network" => Some(config()),
        "address" => Some(
            json!({"error": "", "code": "successful", "data": {"account": {
                "address": path.split('/').nth(2)?, "nonce": 7, "balance": "0", "username": "", "code": "",
                "codeHash": null, "rootHash": null, "codeMetadata": null, "developerReward": "0",
                "ownerAddress": "",
            }}}),
        ),
        "transaction" if path.ends_with("/send") => {
            sent.send(body["nonce"].as_u64()).ok()?;
            Some(json!({"error": "", "code": "successful", "data": {"txHash": "ab"}}))
        }
        _ => None,
    });
    let mut network = Network::connect(&url, false).unwrap();
    network.patience = Duration::from_millis(100);
    let wallet = Wallet::from_private_key(&"07".repeat(32)).unwrap();
    let to = wallet.to_address();
    for _ in 0..2 {
        let call = FunctionCall::<StaticApi>::new("leaveQueue");
        let prepared = network.call(&wallet, &to, call, None, 1_000_000);
        let failure = network.send_at_limit(&wallet, prepared).unwrap_err();
        let words = failure.to_string();
        assert!(words.starts_with("leaveQueue, transaction ab: "), "{words}");
        assert_eq!(nonces.recv(), Ok(Some(7)));
    }
}
