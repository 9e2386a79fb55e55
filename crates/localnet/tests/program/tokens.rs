//! Tokens and bulks of transactions, by their routes.

use localnet::{Transaction, address, esdt::ISSUE_COST};
use multiversx_chain_vm::system_sc::ESDT_SYSTEM_SC_ADDRESS as MANAGER;
use serde_json::json;

use crate::{
    common::{number, self_caller},
    process::Process,
    session::Session,
};

const GAS: u64 = 60_000_000;

fn issued(session: &Session, function: &str, args: &[Vec<u8>]) -> String {
    let issue = |tx: Transaction| tx.call(function, args, GAS).value(ISSUE_COST);
    session.done(0, &MANAGER, issue);
    let tokens = session.process.data("/network/esdts")["tokens"].clone();
    let ticker = String::from_utf8(args[1].clone()).unwrap();
    let mut tokens = tokens.as_array().unwrap().iter();
    let found = tokens.find(|token| token.as_str().unwrap().starts_with(&ticker));
    found.unwrap().as_str().unwrap().to_string()
}

/// The routes of tokens that `dialect.json` doesn't ask for.
#[test]
fn tokens_are_listed_by_kind_and_by_role() {
    let session = Session::with(Process::quiet("0", &[]), &self_caller());
    let text = |text: &str| text.as_bytes().to_vec();
    let mut named = vec![text("Gold"), text("GOLD"), number(1_000), number(2)];
    named.extend(["canFreeze", "true"].map(text));
    let gold = issued(&session, "issue", &named);
    let art = [text("Paintings"), text("ART")];
    let art = issued(&session, "issueNonFungible", &art);
    let alice = session.wallets[0].address.clone();
    let role = [text(&gold), alice.to_vec(), text("ESDTRoleLocalBurn")];
    session.done(0, &MANAGER, |tx| tx.call("setSpecialRole", &role, GAS));
    let with_role = |role: &str| {
        let path = format!(
            "/address/{}/esdts-with-role/{role}",
            address::encode(&alice)
        );
        session.process.data(&path)["tokens"].clone()
    };
    assert_eq!(with_role("ESDTRoleLocalBurn"), json!([gold]));
    assert_eq!(with_role("ESDTRoleNFTCreate"), json!([]));
    let held = format!("/address/{}/esdt/{gold}", address::encode(&alice));
    for (function, properties) in [("freeze", "0100"), ("unFreeze", "")] {
        let args = [text(&gold), alice.to_vec()];
        session.done(0, &MANAGER, |tx| tx.call(function, &args, GAS));
        let told = session.process.data(&held)["tokenData"].clone();
        assert_eq!(
            (&told["properties"], &told["balance"]),
            (&json!(properties), &json!("1000"))
        );
    }
    for (kind, tokens) in [
        ("esdts", json!([art, gold])),
        ("esdt/fungible-tokens", json!([gold])),
        ("esdt/non-fungible-tokens", json!([art])),
        ("esdt/semi-fungible-tokens", json!([])),
    ] {
        let listed = session.process.data(&format!("/network/{kind}"))["tokens"].clone();
        assert_eq!(listed, tokens, "{kind}");
    }
}

#[test]
fn a_bulk_takes_its_valid_transactions() {
    let session = Session::with(Process::quiet("0", &[]), &self_caller());
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
        assert_eq!(process.status(hash.as_str().unwrap()), "success");
    }
    let (status, refused) = process.post("/transaction/send-multiple", &json!([forged]));
    assert_eq!(status, 500);
    let words = refused["error"].as_str().unwrap();
    assert!(words.contains("no valid transaction"), "{words}");
}
