//! The gateway's dialect: the requests of mxpy and the SDKs, and the answers to wrong requests.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

mod common;
#[path = "common/http.rs"]
mod http;

use common::*;
use http::Gateway;
use localnet::{Address, Config, Transaction, Wallet, address};
use serde_json::json;

fn payment(from: &Wallet, to: &Wallet, nonce: u64) -> Transaction {
    Transaction::new(&from.address, nonce, &to.address).value(1u32)
}

#[test]
fn unknown_requests_are_refused_in_the_envelope() {
    let gateway = Gateway::of(chain());
    let number = "a whole number is expected";
    let wrong = |reason: &str| format!("bad url parameter(s): {reason}");
    let erd = address::encode(&Wallet::named("poor").address);
    let refused = |method: &str, path: &str, body: &str, status: u16, error: &str| {
        let (head, answer) = gateway.ask(method, path, body);
        let asked = format!("{method} {path}: {head} {answer}");
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{asked}");
        assert!(head.contains("content-type: application/json"), "{asked}");
        let told = answer["error"].as_str().unwrap();
        assert!(told.starts_with(error), "{asked}");
        assert!(answer["data"].is_null(), "{asked}");
        assert!(answer["code"].is_string(), "{asked}");
        assert_eq!(head.contains("\r\nallow: "), status == 405, "{asked}");
    };
    refused("GET", "/nowhere", "", 404, "there is no such route");
    for (method, path) in [
        ("POST", "/"),
        ("GET", "/transaction/send"),
        ("DELETE", "/network/config"),
        ("PUT", "/simulator/generate-blocks/1"),
    ] {
        let error = format!("this route doesn't take {method}");
        refused(method, path, "", 405, &error);
    }
    let twice = "/transaction/00?withResults=true&withResults=true";
    let until = "/simulator/generate-blocks-until-transaction-processed";
    for (method, path, error) in [
        ("GET", "/address/%ff", "the path's address isn't UTF-8 text"),
        (
            "GET",
            "/transaction/%ff/status",
            "the path's hash isn't UTF-8 text",
        ),
        ("GET", twice, "duplicate field `withResults`"),
        ("GET", "/events?after=x", &format!("after: {number}")),
        (
            "POST",
            "/simulator/force-epoch-change?targetEpoch=-1",
            &format!("targetEpoch: {number}"),
        ),
        (
            "POST",
            &format!("{until}/00?maxNumBlocks=1.5"),
            &format!("maxNumBlocks: {number}"),
        ),
        (
            "POST",
            "/simulator/set-state?noGenerate=perhaps",
            "noGenerate: provided string was not `true` or `false`",
        ),
    ] {
        refused(method, path, "", 400, &wrong(error));
    }
    let error = "invalid state structure, error: ";
    refused("POST", "/simulator/set-state", "{", 400, error);
    // The API's routes have their own form.
    let not_put = "this route doesn't take PUT";
    let no_text = wrong("the path's address isn't UTF-8 text");
    for (method, path, status, message) in [
        ("GET", "/accounts/%ff", 400, &*no_text),
        ("PUT", "/transactions", 405, not_put),
        ("POST", "/query", 400, "validation error: EOF"),
    ] {
        let (head, answer) = gateway.ask(method, path, "");
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{head}");
        assert_eq!(answer, json!({"statusCode": status, "message": message}));
    }
    // A body of any content type is read.
    let query = json!({"scAddress": erd, "funcName": "x"}).to_string();
    let (_, answer) = gateway.ask("POST", "/vm-values/query", &query);
    assert!(
        answer["error"].as_str().unwrap().contains("vm container"),
        "{answer}"
    );
}

#[test]
fn a_body_of_ten_megabytes() {
    let chain = chain();
    let [alice, bob] = [0, 1].map(|i| chain.wallets()[i].clone());
    let gateway = Gateway::of(chain);
    let junk = vec![b'x'; 10 << 20];
    let (status, answer) = gateway.post_bytes("/transaction/send", &junk);
    assert_eq!(
        (status, answer["code"].as_str()),
        (400, Some("bad_request"))
    );

    let mut tx = payment(&alice, &bob, 0).data(&vec![0; 7 << 20], 0);
    tx.gas_limit = 600_000_000;
    let (status, answer) = gateway.post("/transaction/send", &json!(tx.sign(&alice.key)));
    let reason = answer["error"].as_str().unwrap();
    assert!(
        status == 400 && reason.ends_with("insufficient gas limit in tx"),
        "{answer}"
    );

    let (status, _) = gateway.post_bytes("/transaction/send", &vec![b' '; 17 << 20]);
    assert_eq!(status, 413);
    gateway.data("/network/config");
}

#[test]
fn blocks_on_demand_as_in_the_simulator() {
    let chain = on_demand(Config {
        epoch_length: 20,
        ..Config::default()
    });
    let [alice, bob] = [0, 1].map(|i| chain.wallets()[i].clone());
    let gateway = Gateway::of(chain);
    // The second nonce may come first; both wait for a block.
    let mut hashes = vec![];
    for nonce in [1, 0] {
        let tx = payment(&alice, &bob, nonce).sign(&alice.key);
        let sent = gateway.post_data("/transaction/send", &json!(tx));
        hashes.push(sent["txHash"].as_str().unwrap().to_string());
    }
    let status =
        |hash: &str| gateway.data(&format!("/transaction/{hash}/process-status"))["status"].clone();
    assert_eq!(status(&hashes[0]), "pending");
    let path = format!(
        "/simulator/generate-blocks-until-transaction-processed/{}",
        hashes[0]
    );
    gateway.post_data(&path, &json!({}));
    assert_eq!(status(&hashes[0]), "success");
    assert_eq!(status(&hashes[1]), "success");

    let nonce = || {
        gateway.data("/network/status/0")["status"]["erd_nonce"]
            .as_u64()
            .unwrap()
    };
    let before = nonce();
    gateway.post_data("/simulator/generate-blocks/5", &json!({}));
    assert_eq!(nonce(), before + 5);
    gateway.post_data(
        "/simulator/generate-blocks-until-epoch-reached/3",
        &json!({}),
    );
    let status = gateway.data("/network/status/4294967295")["status"].clone();
    assert_eq!(status["erd_epoch_number"], 3);
    assert_eq!(status["erd_current_round"], 60);
}

#[test]
fn simulator_wallets_funds_and_state() {
    let chain = chain();
    let gateway = Gateway::of(chain.clone());
    let wallets = gateway.data("/simulator/initial-wallets");
    let key = wallets["shardWallets"]["1"]["privateKeyHex"]
        .as_str()
        .unwrap();
    let seed: [u8; 32] = hex::decode(key).unwrap().try_into().unwrap();
    let wallet = Wallet::from_seed("wallet", &seed);
    assert_eq!(
        wallets["shardWallets"]["1"]["address"]["bech32"],
        address::encode(&wallet.address)
    );

    let poor = Wallet::named("poor");
    let erd = address::encode(&poor.address);
    let unfunded = json!(payment(&poor, &wallet, 0).sign(&poor.key));
    let (_, refused) = gateway.post("/transaction/send", &unfunded);
    let reason = format!("transaction generation failed: insufficient funds for address {erd}");
    assert_eq!(refused["error"], reason);
    let funded = json!({"receiver": erd, "value": 123});
    gateway.post_data("/transaction/send-user-funds", &funded);
    let balance = || gateway.data(&format!("/address/{erd}/balance"))["balance"].clone();
    assert_eq!(balance(), "123");
    // a number, however long
    let million = "1000000000000000000000000";
    let body = format!(r#"{{"receiver": "{erd}", "value": {million}}}"#);
    let (status, _) = gateway.post_bytes("/transaction/send-user-funds", body.as_bytes());
    assert_eq!(status, 200);
    assert_eq!(balance(), "1000000000000000000000123");
    // A balance of a token is set as the network's trie keeps it: its record's field 2.
    let state = json!([{
        "address": erd,
        "nonce": 5,
        "balance": "1000",
        "keys": {hex::encode(b"key"): hex::encode(b"value"), hex::encode(b"ELRONDesdtTEST-123456"): "12020007"},
    }]);
    gateway.post_data("/simulator/set-state", &state);
    let account = gateway.data(&format!("/address/{erd}"))["account"].clone();
    assert_eq!(
        (&account["nonce"], &account["balance"]),
        (&5.into(), &"1000".into())
    );
    assert_eq!(
        gateway.data(&format!("/address/{erd}/key/{}", hex::encode(b"key")))["value"],
        hex::encode(b"value")
    );
    let token = gateway.data(&format!("/address/{erd}/esdt/TEST-123456"))["tokenData"].clone();
    assert_eq!(token["balance"], "7");
    assert_eq!(
        gateway
            .post("/simulator/set-state", &json!([{"address": "erd1x"}]))
            .0,
        400
    );
}

#[test]
fn the_api_dialect_that_pages_speak() {
    let chess = Chess::new(chain());
    let alice = chess.wallet(0);
    let gateway = Gateway::of(chess.chain.clone());
    let erd = address::encode(&alice.address);
    let (status, account) = gateway.get(&format!("/accounts/{erd}?withGuardianInfo=true"));
    assert_eq!(status, 200);
    assert_eq!(account["address"], erd);
    assert_eq!(account["nonce"], 4);
    assert_eq!(account["isGuarded"], false);
    assert_eq!(
        gateway.get("/websocket/config").1["url"],
        gateway.server.address().to_string()
    );
    assert_eq!(gateway.get("/transactions/ppu/1").0, 200);
    assert_eq!(gateway.get("/dapp/config").1["chainId"], "chain");

    let nonce = chess.chain.account(&alice.address).nonce;
    let tx = Transaction::new(&alice.address, nonce, &chess.contract)
        .call("resign", &[number(99)], GAS)
        .sign(&alice.key);
    let (status, sent) = gateway.post("/transactions", &json!(tx));
    assert_eq!(status, 201);
    let hash = sent["txHash"].as_str().unwrap();
    let (_, list) = gateway.get(&format!("/transactions?hashes={hash}&withScResults=true"));
    assert_eq!(list[0]["txHash"], hash);
    assert_eq!(list[0]["status"], "fail");
    let (_, history) = gateway.get(&format!("/transactions?sender={erd}&receiver={erd}&size=2"));
    assert_eq!(history.as_array().unwrap().len(), 2);
    assert_eq!(history[0]["txHash"], hash);
    assert_eq!(gateway.get("/transactions/00").0, 404);
    assert_eq!(gateway.get("/tokens").1, json!([]));
    let (status, body) = gateway.post("/transactions", &json!(Transaction { nonce: 0, ..tx }));
    assert_eq!(status, 400);
    assert!(
        body["message"]
            .as_str()
            .unwrap()
            .contains("transaction generation failed")
    );
}

/// The chain's refusals name the functions that the framework's machine lacks.
#[test]
fn a_contract_with_an_unknown_import_is_refused_in_words() {
    let code = r#"(module
      (import "env" "managedExecuteOnSameContext"
        (func (param i64 i32 i32 i32 i32 i32) (result i32)))
      (memory (export "memory") 1)
      (func (export "init")))"#;
    let chain = chain();
    let alice = chain.wallets()[0].clone();
    let code = wat::parse_str(code).unwrap();
    let deploy = |tx: Transaction| tx.deploy(&code, NOT_PAYABLE, &[], 60_000_000);
    let record = send(&chain, &alice, deploy, &Address::zero());
    let message = record.failure.unwrap().message;
    assert!(
        message.starts_with("managedExecuteOnSameContext is not supported here: "),
        "{message}"
    );
}
