//! A network behind a gateway that fails.

#[allow(dead_code)] // the tests of the command line use more
#[path = "../../tests/gateway/mod.rs"]
mod answers;

use std::sync::{Arc, Mutex, mpsc};

use serde_json::{Value, json};

use super::*;

/// A gateway's address. `answer`: its answer to a path and a request's body; `None`: no gateway's
/// answer.
fn gateway(answer: impl FnMut(&str, &Value) -> Option<Value> + Send + 'static) -> String {
    let answer = Arc::new(Mutex::new(answer));
    answers::answering(move |path, sent| {
        let sent = serde_json::from_str(&sent).unwrap_or_default();
        let answer = answer.lock().unwrap()(path, &sent);
        answer.map_or("bad gateway".into(), |answer| answer.to_string())
    })
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
fn a_gateway_that_fails_once_is_reported_in_words() {
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
fn a_lost_transaction_holds_back_no_other() {
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
