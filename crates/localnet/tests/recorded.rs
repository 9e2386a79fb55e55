//! Steps that were sent to the official chain simulator, and what it answered.

mod common;
#[path = "common/http.rs"]
mod http;

use common::*;
use http::Gateway;
use localnet::{Address, Transaction, address};
use serde::{Deserialize, Deserializer};
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
    /// The processing types at the source and at the destination.
    pt: Option<Vec<String>>,
    op: Option<String>,
    /// The called function; that there is none is told too.
    #[serde(default, deserialize_with = "told")]
    r#fn: Option<Option<String>>,
}

fn told<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(from).map(Some)
}

/// A request that the official simulator refuses.
#[derive(Deserialize)]
struct Refused {
    /// Method and path.
    ask: String,
    #[serde(default)]
    body: String,
    status: u16,
    code: String,
    error: String,
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
        let types = ["processingTypeOnSource", "processingTypeOnDestination"];
        let types = types.map(|name| text(&shown[name])).to_vec();
        same(&step, "processing types", official.pt, types);
        same(&step, "operation", official.op, text(&shown["operation"]));
        let function = shown.get("function").map(text);
        same(&step, "function", official.r#fn, function);
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

#[test]
fn refused_requests() {
    let refused = include_str!("recorded/refused.json");
    let refused: Vec<Refused> = serde_json::from_str(refused).unwrap();
    let chess = Chess::new(chain());
    let mut unknown = chess.contract.to_vec();
    unknown[12] ^= 0xff;
    let unknown = Address::from(<[u8; 32]>::try_from(unknown).unwrap());
    let names = [
        ("{alice}", address::encode(&chess.wallet(0).address)),
        ("{unknown}", address::encode(&unknown)),
        ("{chess}", address::encode(&chess.contract)),
    ];
    let gateway = Gateway::of(chess.chain.clone());
    for Refused {
        mut ask,
        mut body,
        status,
        code,
        error,
    } in refused
    {
        for (name, address) in &names {
            ask = ask.replace(name, address);
            body = body.replace(name, address);
        }
        let (method, path) = ask.split_once(' ').unwrap();
        let (here, answer) = match method {
            "GET" => gateway.get(path),
            _ => gateway.post_bytes(path, body.as_bytes()),
        };
        assert_eq!(here, status, "{ask} {body}: {answer}");
        assert_eq!(answer["error"], error, "{ask} {body}");
        assert_eq!(answer["code"], code, "{ask} {body}");
    }
}
