//! Steps that were sent to the official chain simulator, and what it answered.

mod common;
#[path = "common/http.rs"]
mod http;

use common::*;
use http::Gateway;
use localnet::{Address, Transaction, address};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Step {
    step: String,
    to: String,
    #[serde(default)]
    value: String,
    #[serde(default)]
    data: String,
    gas: u64,
    official: Official,
}

/// Fields that were not recorded are not compared.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Official {
    proc: Option<String>,
    reason: Option<String>,
    status: Option<String>,
    r#type: Option<String>,
    gas_used: Option<u64>,
    fee: Option<String>,
    receipt: Option<String>,
    /// The events' identifiers, sorted.
    ev: Option<Vec<String>>,
    /// The data of the smart contract results.
    scr: Option<Vec<String>>,
    refused: Option<String>,
}

fn same<T: PartialEq + std::fmt::Debug>(step: &str, field: &str, wanted: Option<T>, here: T) {
    if let Some(wanted) = wanted {
        assert_eq!(here, wanted, "{step}: {field}");
    }
}

#[test]
fn the_official_simulators_answers() {
    let steps = include_str!("recorded/answers.json");
    let steps: Vec<Step> = serde_json::from_str(steps).unwrap();
    let chess = Chess::new(chain());
    let paused = deploy(
        &chess.chain,
        &chess.wallet(0),
        &wasm("onchain-chess.wasm"),
        &[],
    );
    chess.start_game();
    let alice = chess.wallet(0);
    let mut unknown = paused.to_vec();
    unknown[12] ^= 0xff;
    let gateway = Gateway::of(chess.chain.clone());
    for Step {
        step,
        to,
        value,
        data,
        gas,
        official,
    } in steps
    {
        let to = match to.as_str() {
            "alice" => alice.address.clone(),
            "bob" => chess.wallet(1).address,
            "zero" => Address::zero(),
            "chess" => chess.contract.clone(),
            "paused" => paused.clone(),
            "unknown" => Address::from(<[u8; 32]>::try_from(unknown.clone()).unwrap()),
            "manager" => multiversx_chain_vm::system_sc::ESDT_SYSTEM_SC_ADDRESS,
            other => panic!("{other}"),
        };
        let nonce = chess.chain.account(&alice.address).nonce;
        let mut tx = Transaction::new(&alice.address, nonce, &to).data(data.as_bytes(), 0);
        if !value.is_empty() {
            tx.value = value;
        }
        tx.gas_limit = gas;
        let (_, sent) = gateway.post("/transaction/send", &json!(tx.sign(&alice.key)));
        if let Some(refused) = official.refused {
            assert_eq!(sent["error"], refused, "{step}");
            continue;
        }
        let hash = sent["data"]["txHash"]
            .as_str()
            .unwrap_or_else(|| panic!("{step}: {sent}"));
        let path = format!("/transaction/{hash}");
        let process = gateway.data(&format!("{path}/process-status"));
        let shown = gateway.data(&format!("{path}?withResults=true"))["transaction"].clone();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        same(
            &step,
            "process-status",
            official.proc,
            text(&process["status"]),
        );
        same(&step, "reason", official.reason, text(&process["reason"]));
        same(&step, "status", official.status, text(&shown["status"]));
        same(&step, "type", official.r#type, text(&shown["type"]));
        same(
            &step,
            "gasUsed",
            official.gas_used,
            shown["gasUsed"].as_u64().unwrap(),
        );
        same(&step, "fee", official.fee, text(&shown["fee"]));
        same(
            &step,
            "receipt",
            official.receipt,
            text(&shown["receipt"]["data"]),
        );
        let mut events: Vec<String> = shown["logs"]["events"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|event| text(&event["identifier"]))
            .collect();
        events.sort();
        same(&step, "events", official.ev, events);
        let results = shown["smartContractResults"].as_array();
        let results = results.into_iter().flatten();
        let data = results.map(|result| text(&result["data"])).collect();
        same(&step, "results", official.scr, data);
    }
    let key = gateway.data(&format!(
        "/address/{}/key/6b6579",
        address::encode(&alice.address)
    ));
    assert_eq!(key["value"], "76616c");
}

#[test]
fn a_payout_is_logged_as_on_the_network() {
    let chess = Chess::new(chain());
    let game = chess.start_game();
    let record = chess.ok(&chess.wallet(1), "resign", &[number(game)]);
    let data: Vec<&str> = record.results.iter().map(|r| r.data.as_str()).collect();
    let paid = hex(&number(2 * WAGER));
    let wanted = format!("MultiESDTNFTTransfer@01@45474c442d303030303030@00@{paid}");
    assert!(data.contains(&wanted.as_str()), "{data:?}");
}
