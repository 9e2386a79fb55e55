//! Tokens and bulks of transactions, by their routes.

use localnet::{Transaction, address, esdt::ISSUE_COST};
use multiversx_chain_vm::system_sc::ESDT_SYSTEM_SC_ADDRESS as MANAGER;
use serde_json::{Value, json};

use crate::{common::number, limits::self_caller, process::Process, session::Session};

const GAS: u64 = 60_000_000;

fn issued(session: &Session, function: &str, args: &[Vec<u8>]) -> String {
    let issue = |tx: Transaction| tx.call(function, args, GAS).value(ISSUE_COST);
    session.done(0, &MANAGER, issue);
    let tokens = session.process.get("/network/esdts")["tokens"].clone();
    let ticker = String::from_utf8(args[1].clone()).unwrap();
    let mut tokens = tokens.as_array().unwrap().iter();
    let found = tokens.find(|token| token.as_str().unwrap().starts_with(&ticker));
    found.unwrap().as_str().unwrap().to_string()
}

#[test]
fn roles_supply_and_properties_by_their_routes() {
    let flags = ["--quiet", "--block-time", "0"];
    let session = Session::with(Process::start(&flags), &self_caller());
    let text = |text: &str| text.as_bytes().to_vec();
    let properties = [
        text("canFreeze"),
        text("true"),
        text("canWipe"),
        text("true"),
    ];
    let named = [text("Gold"), text("GOLD"), number(1_000), number(2)];
    let gold = issued(&session, "issue", &[&named[..], &properties].concat());
    let art = issued(
        &session,
        "issueNonFungible",
        &[text("Paintings"), text("ART")],
    );
    let [alice, bob] = [0, 1].map(|index| session.wallets[index].address.clone());
    let manage = |function: &str, args: &[Vec<u8>]| {
        let args = [&[text(&gold)], args].concat();
        session.done(0, &MANAGER, |tx| tx.call(function, &args, GAS))
    };
    let call = |function: &str, amount: u64, to| {
        let args = [text(&gold), number(amount)];
        session.done(0, to, |tx| tx.call(function, &args, 1_000_000))
    };
    let roles = ["ESDTRoleLocalMint", "ESDTRoleLocalBurn"];
    manage(
        "setSpecialRole",
        &[alice.to_vec(), text(roles[0]), text(roles[1])],
    );
    call("ESDTLocalMint", 50, &alice);
    call("ESDTLocalBurn", 7, &alice);
    call("ESDTTransfer", 100, &bob);
    manage("freeze", &[bob.to_vec()]);
    manage("wipe", &[bob.to_vec()]);

    let process = &session.process;
    let of = |path: &str| process.get(&format!("/address/{}/{path}", address::encode(&alice)));
    assert_eq!(of("esdts/roles")["roles"], json!({&gold: roles}));
    assert_eq!(
        of(&format!("esdts-with-role/{}", roles[1]))["tokens"],
        json!([gold])
    );
    assert_eq!(of("esdts-with-role/ESDTRoleNFTCreate")["tokens"], json!([]));
    assert_eq!(of("registered-nfts")["tokens"], json!([art]));
    for (kind, tokens) in [
        ("esdts", json!([art, gold])),
        ("esdt/fungible-tokens", json!([gold])),
        ("esdt/non-fungible-tokens", json!([art])),
        ("esdt/semi-fungible-tokens", json!([])),
    ] {
        assert_eq!(
            process.get(&format!("/network/{kind}"))["tokens"],
            tokens,
            "{kind}"
        );
    }
    let supply = process.get(&format!("/network/esdt/supply/{gold}"));
    let told = ["supply", "minted", "burned", "initialMinted"].map(|field| supply[field].clone());
    // Wiped amounts count as burned.
    assert_eq!(told, ["943", "50", "107", "1000"]);

    let query = json!({
        "scAddress": address::encode(&MANAGER),
        "funcName": "getTokenProperties",
        "args": [crate::common::hex(gold.as_bytes())],
    });
    let view = process.post_data("/vm-values/query", &query)["data"]["returnData"].clone();
    let values: Vec<Value> = view.as_array().unwrap().to_vec();
    // CanFreeze-true, CanMint-false, NumWiped-1
    for told in [
        "Q2FuRnJlZXplLXRydWU=",
        "Q2FuTWludC1mYWxzZQ==",
        "TnVtV2lwZWQtMQ==",
    ] {
        assert!(values.contains(&json!(told)), "{told}: {values:?}");
    }
}

#[test]
fn a_bulk_takes_what_is_right_in_it() {
    let flags = ["--quiet", "--block-time", "0"];
    let session = Session::with(Process::start(&flags), &self_caller());
    let [alice, bob] = [0, 1].map(|index| session.wallets[index].clone());
    let payment = |nonce| Transaction::new(&alice.address, nonce, &alice.address).value(1u32);
    let forged = payment(2).sign(&bob.key);
    let bulk = [
        payment(1).sign(&alice.key),
        forged.clone(),
        payment(2).sign(&alice.key),
    ];
    let process = &session.process;
    let sent = process.post_data("/transaction/send-multiple", &json!(bulk));
    assert_eq!(sent["numOfSentTxs"], 2);
    let hashes = sent["txsHashes"].as_object().unwrap();
    assert_eq!(hashes.keys().collect::<Vec<_>>(), ["0", "2"]);
    for hash in hashes.values() {
        let path = format!("/transaction/{}/process-status", hash.as_str().unwrap());
        assert_eq!(process.get(&path)["status"], "success");
    }
    let (status, refused) = process.post("/transaction/send-multiple", &json!([forged]));
    assert_eq!(status, 500);
    let words = refused["error"].as_str().unwrap();
    assert!(words.contains("no valid transaction"), "{words}");
}
