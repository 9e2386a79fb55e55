//! Steps that were sent to the official chain simulator, and what it answered.

mod common;
#[path = "common/http.rs"]
mod http;

use std::{collections::BTreeSet, fmt::Debug};

use common::*;
use http::Gateway;
use localnet::{Address, Chain, Transaction, Wallet, address};
use multiversx_chain_vm::system_sc::ESDT_SYSTEM_SC_ADDRESS;
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Step {
    step: String,
    /// alice, if it isn't said.
    from: Option<String>,
    to: String,
    #[serde(default)]
    value: String,
    #[serde(default)]
    data: String,
    /// The data, where it is no text.
    #[serde(default, rename = "dataHex")]
    data_hex: String,
    gas: u64,
    /// A description of the official simulator's answer, if the answer itself wasn't recorded.
    #[serde(default)]
    #[allow(dead_code)]
    prose: String,
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
    /// The gas used by another build of the contract, which is nearly the same.
    gas_near: Option<u64>,
    fee: Option<String>,
    receipt: Option<String>,
    /// The events' identifiers, sorted.
    ev: Option<Vec<String>>,
    /// The data of the smart contract results, sorted.
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

/// All differences from the recorded answers.
#[derive(Default)]
struct Differences(Vec<String>);

impl Differences {
    fn see<T: PartialEq + Debug>(&mut self, what: &str, wanted: Option<T>, here: T) {
        if let Some(wanted) = wanted.filter(|wanted| *wanted != here) {
            let line = format!("{what}: {here:?} instead of {wanted:?}");
            self.0.push(line);
        }
    }

    fn are_none(&self) {
        assert!(self.0.is_empty(), "\n{}", self.0.join("\n"));
    }
}

/// A chain on which recorded steps are taken again.
struct Replay {
    chain: Chain,
    gateway: Gateway,
    /// The contracts that steps name.
    contracts: Vec<(&'static str, Address)>,
    /// The token that was issued last.
    token: String,
    differences: Differences,
}

impl Replay {
    fn on(chain: Chain, contracts: Vec<(&'static str, Address)>) -> Self {
        Self {
            gateway: Gateway::of(chain.clone()),
            chain,
            contracts,
            token: String::new(),
            differences: Differences::default(),
        }
    }

    fn wallet(&self, name: &str) -> Wallet {
        let mut wallets = self.chain.wallets().iter();
        wallets.find(|wallet| wallet.name == name).unwrap().clone()
    }

    fn address(&self, name: &str) -> Address {
        let mut contracts = self.contracts.iter();
        match contracts.find(|(known, _)| *known == name) {
            Some((_, contract)) => contract.clone(),
            None => match name {
                "zero" => Address::zero(),
                "manager" => ESDT_SYSTEM_SC_ADDRESS,
                wallet => self.wallet(wallet).address,
            },
        }
    }

    /// Takes a step, and compares what can be seen of it afterwards.
    fn take(&mut self, step: Step) {
        let Step {
            step,
            from,
            to,
            value,
            data,
            data_hex,
            gas,
            official,
            ..
        } = step;
        let from = self.wallet(from.as_deref().unwrap_or("alice"));
        let data = data
            .replace("{token}", &hex(self.token.as_bytes()))
            .replace("{code}", &hex(&wasm("onchain-chess.wasm")))
            .replace("{alice}", &self.address("alice").to_hex())
            .replace("{bob}", &self.address("bob").to_hex());
        let nonce = self.chain.account(&from.address).nonce;
        let tx = Transaction::new(&from.address, nonce, &self.address(&to));
        let bytes = match data_hex.as_str() {
            "" => data.as_bytes().to_vec(),
            hex => bytes_of(hex),
        };
        let mut tx = tx.data(&bytes, 0);
        if !value.is_empty() {
            tx.value = value;
        }
        tx.gas_limit = gas;
        let gateway = &self.gateway;
        let (_, sent) = gateway.post("/transaction/send", &json!(tx.sign(&from.key)));
        if let Some(refused) = official.refused {
            let told = sent["error"].as_str().unwrap_or_default().to_string();
            self.differences.see(&step, Some(refused), told);
            return;
        }
        let hash = sent["data"]["txHash"]
            .as_str()
            .unwrap_or_else(|| panic!("{step}: {sent}"));
        let path = format!("/transaction/{hash}");
        let process = gateway.data(&format!("{path}/process-status"));
        let shown = gateway.data(&format!("{path}?withResults=true"))["transaction"].clone();
        compare(&mut self.differences, &step, official, &process, &shown);
        if data.starts_with("issue@") && process["status"] == "success" {
            let record = self.chain.transaction(hash).unwrap();
            self.token = String::from_utf8(record.returned_bytes().swap_remove(0)).unwrap();
        }
    }
}

/// Compares what the gateway shows of a transaction with what was recorded.
fn compare(
    differences: &mut Differences,
    step: &str,
    official: Official,
    process: &Value,
    shown: &Value,
) {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let told = text(&process["status"]);
    differences.see(&format!("{step}: process-status"), official.proc, told);
    let types = ["processingTypeOnSource", "processingTypeOnDestination"];
    let types = types.map(|name| text(&shown[name])).to_vec();
    differences.see(&format!("{step}: processing types"), official.pt, types);
    differences.see(
        &format!("{step}: operation"),
        official.op,
        text(&shown["operation"]),
    );
    let function = shown.get("function").map(text);
    differences.see(&format!("{step}: function"), official.r#fn, function);
    differences.see(
        &format!("{step}: reason"),
        official.reason,
        text(&process["reason"]),
    );
    differences.see(
        &format!("{step}: status"),
        official.status,
        text(&shown["status"]),
    );
    differences.see(
        &format!("{step}: type"),
        official.r#type,
        text(&shown["type"]),
    );
    let gas = shown["gasUsed"].as_u64().unwrap();
    differences.see(&format!("{step}: gasUsed"), official.gas_used, gas);
    differences.see(&format!("{step}: fee"), official.fee, text(&shown["fee"]));
    let near = official
        .gas_near
        .filter(|wanted| gas.abs_diff(*wanted) * 1_000 > *wanted);
    differences.see(&format!("{step}: gasUsed, nearly"), near, gas);
    let receipt = text(&shown["receipt"]["data"]);
    differences.see(&format!("{step}: receipt"), official.receipt, receipt);
    let events = shown["logs"]["events"].as_array().into_iter().flatten();
    let mut events: Vec<String> = events.map(|event| text(&event["identifier"])).collect();
    events.sort();
    differences.see(&format!("{step}: events"), official.ev, events);
    let results = shown["smartContractResults"].as_array();
    let results = results.into_iter().flatten();
    let mut data: Vec<String> = results.map(|result| text(&result["data"])).collect();
    data.sort();
    differences.see(&format!("{step}: results"), official.scr, data);
}

fn bytes_of(hex: &str) -> Vec<u8> {
    let bytes = (0..hex.len()).step_by(2);
    bytes
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap())
        .collect()
}

fn steps(text: &str) -> Vec<Step> {
    serde_json::from_str(text).unwrap()
}

#[test]
fn the_official_simulators_answers() {
    let chess = Chess::new(chain());
    let alice = chess.wallet(0);
    let paused = deploy(&chess.chain, &alice, &wasm("onchain-chess.wasm"), &[]);
    chess.start_game();
    let mut unknown = paused.to_vec();
    unknown[12] ^= 0xff;
    let unknown = Address::from(<[u8; 32]>::try_from(unknown).unwrap());
    let contracts = vec![
        ("chess", chess.contract.clone()),
        ("paused", paused),
        ("unknown", unknown),
    ];
    let mut replay = Replay::on(chess.chain.clone(), contracts);
    for step in steps(include_str!("recorded/answers.json")) {
        replay.take(step);
    }
    replay.differences.are_none();
    let key = replay.gateway.data(&format!(
        "/address/{}/key/6b6579",
        address::encode(&alice.address)
    ));
    assert_eq!(key["value"], "76616c");
}

/// The results of a later look at the official simulator, which recorded no answers.
#[test]
fn what_was_said_of_the_official_simulators_answers() {
    let chess = Chess::new(chain());
    let alice = chess.wallet(0);
    let code = wasm("onchain-chess-views.wasm");
    let data = format!("{}@0500@0400@{}", hex(&code), chess.contract.to_hex());
    let deploy = |tx: Transaction| tx.data(data.as_bytes(), 60_000_000);
    let record = send(&chess.chain, &alice, deploy, &Address::zero());
    let fixed = address::decode(&record.new_contract.unwrap()).unwrap();
    // The contract's owner has a share of the deployment too, of what the machine used.
    let reward = chess.chain.account(&fixed).developer_reward;
    let used = localnet::fee::execution_fee(record.execution_gas, 1_000_000_000);
    assert_eq!(reward, used * 30u32 / 100u32);
    let mut unknown = fixed.to_vec();
    unknown[12] ^= 0xff;
    let unknown = Address::from(<[u8; 32]>::try_from(unknown).unwrap());
    let contracts = vec![
        ("chess", chess.contract.clone()),
        ("fixed", fixed),
        ("unknown", unknown),
    ];
    let mut replay = Replay::on(chess.chain.clone(), contracts);
    for step in steps(include_str!("recorded/third-look.json")) {
        replay.take(step);
    }
    replay.differences.are_none();

    // The cost of a transaction is reported only with its results.
    let game = chess.start_game();
    let record = chess.ok(&chess.wallet(1), "resign", &[number(game)]);
    let path = format!("/transaction/{}", record.hash);
    let short = replay.gateway.data(&path)["transaction"].clone();
    assert_eq!((short.get("fee"), short.get("gasUsed")), (None, None));
    let shown = replay.gateway.data(&format!("{path}?withResults=true"))["transaction"].clone();
    assert_eq!(shown["gasUsed"], record.gas_used);
    // EGLD that arrives in a wallet of another shard ends so.
    let results = shown["smartContractResults"].as_array().unwrap();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let paid = results
        .iter()
        .find(|result| text(&result["data"]).starts_with("MultiESDTNFTTransfer"));
    let events = paid.unwrap()["logs"]["events"].as_array().unwrap();
    let names: Vec<String> = events
        .iter()
        .map(|event| text(&event["identifier"]))
        .collect();
    assert!(
        names.ends_with(&["writeLog".into(), "completedTxEvent".into()]),
        "{names:?}"
    );
    let alice = address::encode(&alice.address);
    let pairs = replay.gateway.data(&format!("/address/{alice}/keys"));
    assert_eq!(pairs, json!({"pairs": {}}));
    let held = replay
        .gateway
        .data(&format!("/address/{alice}/nft/NONE-123456/nonce/1"));
    assert_eq!(held["tokenData"].get("nonce"), None);
}

/// A call that comes with tokens is a result of its own.
#[test]
fn the_call_behind_a_token_transfer_is_a_result() {
    let chain = chain();
    for index in [0, 1] {
        let player = chain.wallets()[index].address.clone();
        chain.set_token_balance(&player, b"WAGER-123456", 10u32.into());
    }
    let chess = Chess::with_wager(chain, b"WAGER-123456", 1);
    // in the contract's shard, and in another
    for index in [0, 1] {
        let args = [b"WAGER-123456".to_vec(), vec![1], b"joinGame".to_vec()];
        let record = chess.call(&chess.wallet(index), "ESDTTransfer", &args);
        assert_eq!(record.process_status(), "success", "{:?}", record.failure);
        let data: Vec<&str> = record.results.iter().map(|r| r.data.as_str()).collect();
        assert!(data.contains(&"joinGame"), "{data:?}");
    }
}

/// The chain refuses in words what the framework's machine can't do.
#[test]
fn a_contract_with_an_unknown_import_is_refused_in_words() {
    let code = r#"(module
      (import "env" "managedExecuteOnSameContext"
        (func (param i64 i32 i32 i32 i32 i32) (result i32)))
      (memory (export "memory") 1)
      (func (export "init")))"#;
    let chain = chain();
    let alice = chain.wallets()[0].clone();
    let data = format!("{}@0500@0500", hex(&wat::parse_str(code).unwrap()));
    let deploy = |tx: Transaction| tx.data(data.as_bytes(), 60_000_000);
    let record = send(&chain, &alice, deploy, &Address::zero());
    let message = record.failure.unwrap().message;
    assert!(
        message.starts_with("managedExecuteOnSameContext is not supported here: "),
        "{message}"
    );
}

/// The game's calls were recorded with the contract that lies beside them.
#[test]
fn the_official_simulators_answers_about_a_game() {
    let chain = chain();
    let code = include_bytes!("recorded/chess.wasm");
    let contract = deploy(&chain, &chain.wallets()[0], code, &[]);
    let mut replay = Replay::on(chain, vec![("chess", contract)]);
    for step in steps(include_str!("recorded/chess.json")) {
        replay.take(step);
    }
    replay.differences.are_none();
}

#[test]
fn the_official_simulators_answers_about_a_token() {
    let mut replay = Replay::on(chain(), vec![]);
    for step in steps(include_str!("recorded/tokens.json")) {
        replay.take(step);
    }
    replay.differences.are_none();
    let Replay { gateway, token, .. } = &replay;
    let [alice, bob] = ["alice", "bob"].map(|name| address::encode(&replay.address(name)));
    let held =
        |who: &str| gateway.data(&format!("/address/{who}/esdt/{token}"))["tokenData"].clone();
    assert_eq!(
        held(&alice),
        json!({"balance": "999904", "properties": "", "tokenIdentifier": token})
    );
    assert_eq!(held(&bob)["balance"], "0");
    assert_eq!(
        gateway.data(&format!("/network/esdt/supply/{token}")),
        json!({"supply": "999904", "minted": "10", "burned": "106", "initialMinted": "1000000",
            "recomputedSupply": false})
    );
    let query = json!({
        "scAddress": address::encode(&ESDT_SYSTEM_SC_ADDRESS),
        "funcName": "getTokenProperties",
        "args": [hex(token.as_bytes())],
    });
    let told = gateway.post_data("/vm-values/query", &query)["data"]["returnData"].clone();
    // The address of the owner is that of the account here.
    let official = [
        "V2FnZXJUb2tlbg==",
        "RnVuZ2libGVFU0RU",
        "ATlHLv9ohncamC8wg9pdQh8kwpGB5jiIIo3IHKYNaeE=",
        "MTAwMDAwMA==",
        "MA==",
        "TnVtRGVjaW1hbHMtMg==",
        "SXNQYXVzZWQtZmFsc2U=",
        "Q2FuVXBncmFkZS10cnVl",
        "Q2FuTWludC1mYWxzZQ==",
        "Q2FuQnVybi1mYWxzZQ==",
        "Q2FuQ2hhbmdlT3duZXItZmFsc2U=",
        "Q2FuUGF1c2UtdHJ1ZQ==",
        "Q2FuRnJlZXplLXRydWU=",
        "Q2FuV2lwZS10cnVl",
        "Q2FuQWRkU3BlY2lhbFJvbGVzLXRydWU=",
    ];
    assert_eq!(
        told.as_array().unwrap()[..official.len()],
        official.map(Value::from)
    );
}

/// The fields of a JSON value, and of what is in it: `data.account.nonce number`.
fn shape(value: &Value, at: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                shape(value, &format!("{at}.{name}"), found);
            }
        }
        Value::Array(values) => {
            found.insert(format!("{at} list"));
            for value in values {
                shape(value, &format!("{at}[]"), found);
            }
        }
        Value::Null => {
            found.insert(format!("{at} null"));
        }
        Value::Bool(_) => {
            found.insert(format!("{at} bool"));
        }
        Value::Number(_) => {
            found.insert(format!("{at} number"));
        }
        Value::String(_) => {
            found.insert(format!("{at} text"));
        }
    }
}

/// An answer's fields as the official simulator has them, but for those that the local chain lacks.
#[derive(Deserialize)]
struct Shape {
    /// The path of a GET, or of a POST if there is a body.
    ask: String,
    body: Option<Value>,
    /// Fields and their kinds.
    fields: BTreeSet<String>,
    /// Those that the local chain doesn't have. The README says why.
    #[serde(default)]
    missing: BTreeSet<String>,
}

#[test]
fn the_shapes_of_the_official_simulators_answers() {
    let mut replay = Replay::on(chain(), vec![]);
    for step in steps(include_str!("recorded/tokens.json")) {
        replay.take(step);
    }
    let Replay { gateway, token, .. } = &replay;
    let shapes: Vec<Shape> = serde_json::from_str(include_str!("recorded/shapes.json")).unwrap();
    let mut unknown = [7; 32];
    unknown[..8].fill(0);
    unknown[8..10].copy_from_slice(&[5, 0]);
    let unknown = address::encode(&Address::from(unknown));
    let mut differences = Differences::default();
    for Shape {
        ask,
        body,
        fields,
        missing,
    } in shapes
    {
        let alice = address::encode(&replay.address("alice"));
        let path = ask.replace("{alice}", &alice).replace("{token}", token);
        let (status, answer) = match body {
            None => gateway.get(&path),
            Some(body) => {
                let body = body.to_string().replace("{unknown}", &unknown);
                gateway.post_bytes(&path, body.as_bytes())
            }
        };
        assert_eq!(status, 200, "{path}: {answer}");
        let mut here = BTreeSet::new();
        let text = answer.to_string().replace(token.as_str(), "{token}");
        shape(&serde_json::from_str(&text).unwrap(), "", &mut here);
        let lacks = fields.difference(&here).cloned().collect();
        differences.see(&path, Some(missing), lacks);
    }
    differences.are_none();
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
