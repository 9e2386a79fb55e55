//! `localnet api`: sdk-dapp's requests of an API, in front of a gateway that only speaks the
//! gateway's dialect. The local chain has both, so that the answers can be compared.

use std::process::Command;

use localnet::{Transaction, address};
use serde_json::{Value, json};

use crate::{
    common,
    process::{Process, nothing},
    session::Session,
};

fn api(gateway: &str) -> Process {
    let mut command = Command::new(env!("CARGO_BIN_EXE_localnet"));
    Process::run(command.args(["api", "--gateway", gateway]))
}

#[test]
fn answers_are_those_of_the_local_chains_own_api() {
    let session = Session::of(Process::quiet("0", &[]));
    session.fools_mate();
    let api = api(&session.process.url);
    let alice = &session.wallets[0];
    let manager = multiversx_chain_vm::system_sc::ESDT_SYSTEM_SC_ADDRESS;
    let issued = session.done(0, &manager, |tx| common::issue(tx, &[]));
    let token = session.process.data("/network/esdts")["tokens"][0].clone();
    let token = token.as_str().unwrap();
    let ended = session.process.get("/transactions?size=2").1[1]["txHash"].clone();
    let ended = ended.as_str().unwrap();

    let (alice, contract) = (address::encode(&alice.address), session.contract_text());
    for path in [
        format!("/accounts/{alice}?withGuardianInfo=true"),
        format!("/accounts/{contract}"),
        format!("/accounts/{alice}/tokens"),
        format!("/accounts/{alice}/tokens/{token}"),
        format!("/accounts/{alice}/tokens/NONE-abcdef"),
        format!("/tokens/{token}"),
        "/tokens/NONE-abcdef".to_string(),
        format!("/transactions?hashes={issued},{ended}&withScResults=true"),
        format!("/transactions/{ended}"),
        format!("/transactions/{}", "0".repeat(64)),
        "/transactions/ppu/1".to_string(),
        // The gateway's own are handed on.
        "/network/config".to_string(),
        format!("/address/{alice}/nonce"),
        format!("/transaction/{ended}?withResults=true"),
        "/nothing/here".to_string(),
    ] {
        let (mut here, mut there) = (session.process.get(&path), api.get(&path));
        for answer in [&mut here, &mut there] {
            sort_results(&mut answer.1);
        }
        assert_eq!(there, here, "{path}");
    }
    let query = json!({"scAddress": contract, "funcName": "getScore", "args": [hex::encode(session.wallets[2].address.to_vec())]});
    assert_eq!(
        api.post("/query", &query),
        session.process.post("/query", &query)
    );
    assert_eq!(api.get("/dapp/config").1["chainId"], "chain");
    assert_eq!(api.get(&format!("/accounts/{alice}/transactions")).0, 501);
    assert_eq!(api.get("/accounts/erd1").0, 400);

    // A transaction goes through it, and the reason of a refusal comes back.
    let alice = &session.wallets[0];
    let tx = Transaction::new(
        &alice.address,
        session.process.nonce(&alice.address),
        &session.contract,
    );
    let tx = tx.call("pause", &[], 10_000_000).sign(&alice.key);
    let (status, sent) = api.post("/transactions", &json!(tx));
    assert_eq!(
        (status, &sent["status"]),
        (201, &"Pending".into()),
        "{sent}"
    );
    let hash = sent["txHash"].as_str().unwrap();
    assert_eq!(
        api.get(&format!("/transactions/{hash}")).1["status"],
        "success"
    );
    let (status, refused) = api.post("/transactions", &json!(tx));
    assert_eq!(status, 400);
    assert!(
        refused["message"]
            .as_str()
            .unwrap()
            .contains("lowerNonceInTx: true"),
        "{refused}"
    );

    let ask = |origin: &str| {
        let url = format!("{}/simulator/generate-blocks/1", api.url);
        let request = api.agent.post(url).header("origin", origin);
        request.send_empty().unwrap().status().as_u16()
    };
    assert_eq!((ask("https://evil.example"), ask(&api.url)), (403, 200));

    session.process.kill();
    let (status, gone) = api.get("/network/config");
    assert_eq!(status, 502);
    assert!(
        gone["message"]
            .as_str()
            .unwrap()
            .contains("can't be reached"),
        "{gone}"
    );
    assert_eq!(api.post("/query", &nothing()).0, 502);
}

/// The local chain's API omits the events of results, which its gateway has as logs.
fn sort_results(answer: &mut Value) {
    let list = match answer {
        Value::Array(list) => list.as_mut_slice(),
        one => std::slice::from_mut(one),
    };
    for result in list
        .iter_mut()
        .filter_map(|tx| tx.get_mut("results"))
        .filter_map(Value::as_array_mut)
        .flatten()
        .filter_map(Value::as_object_mut)
    {
        result.remove("logs");
    }
}
