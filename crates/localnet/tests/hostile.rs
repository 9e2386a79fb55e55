//! Requests that would kill, stop or corrupt a chain that trusts its input.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

mod common;
#[path = "common/http.rs"]
mod http;
#[path = "common/process.rs"]
mod process;

use std::{
    io::Write,
    net::TcpStream,
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use common::*;
use http::Gateway;
use localnet::{
    Address, BigUint, Blocks, Chain, Config, Query, ServeOptions, Shards, StartError, Status,
    Transaction, Wallet, address,
};
use process::{Process, command};
use serde_json::{Value, json};

fn payment(from: &Wallet, to: &Address, nonce: u64) -> Transaction {
    Transaction::new(&from.address, nonce, to)
        .value(1u32)
        .sign(&from.key)
}

#[test]
fn a_contract_that_calls_itself_fails_and_nothing_else() {
    let chain = chain();
    let alice = chain.wallets()[0].clone();
    let contract = deploy(&chain, &alice, &self_caller(), &[]);
    for (function, message) in [
        ("sync", "max instances reached"),
        ("async", "multi-level async calls are not allowed yet"),
        ("promise", "multi-level async calls are not allowed yet"),
    ] {
        let call = |tx: Transaction| tx.call(function, &[], 300_000_000);
        let record = send(&chain, &alice, call, &contract);
        assert_ne!(record.status, Status::Pending);
        assert!(record.gas_used <= record.transaction.gas_limit);
        assert!(record.failure.is_some() || function != "sync");
        let told: Vec<_> = record
            .events
            .iter()
            .flat_map(|event| event.topics.iter().chain(&event.additional_data))
            .map(|text| BASE64.decode(text).unwrap())
            .collect();
        assert!(told.contains(&message.as_bytes().to_vec()), "{function}");
        chain.query(&Query::new(&contract, function, vec![]));
        let all_gas = Transaction {
            gas_limit: 0,
            ..Transaction::new(&alice.address, 0, &contract).call(function, &[], 0)
        };
        chain.simulate(&all_gas).unwrap();
    }
    let nonce = chain.account(&alice.address).nonce;
    let hash = chain
        .submit(&payment(&alice, &alice.address, nonce))
        .unwrap();
    assert!(chain.transaction(&hash).unwrap().succeeded());
}

#[test]
fn a_waiting_transaction_that_the_process_dies_of_fails_in_the_end() {
    for deaths in 0..4 {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("state");
        let chain = Chain::start(with_state(&path, Blocks::OnDemand)).unwrap();
        let alice = chain.wallets()[0].clone();
        let tx = Transaction::new(&alice.address, 0, &alice.address)
            .data(b"x", 0)
            .sign(&alice.key);
        let hash = chain.submit(&tx).unwrap();
        drop(chain);
        let mut file = std::fs::OpenOptions::new()
            .append(true)
            .open(&path)
            .unwrap();
        for _ in 0..deaths {
            let step = format!("{{\"begun\":\"{hash}\"}}");
            let checksum = crc32fast::hash(step.as_bytes());
            writeln!(file, "{checksum:08x} {step}").unwrap();
        }
        drop(file);
        let chain = restart(|| with_state(&path, Blocks::OnDemand)).unwrap();
        chain.generate_blocks(1);
        let record = chain.transaction(&hash).unwrap();
        assert_eq!(record.succeeded(), deaths < 2, "{deaths} deaths");
        assert_eq!(chain.account(&alice.address).nonce, 1);
    }
}

#[test]
fn other_epochs_and_shards_are_refused_and_the_start_time_stays() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("state");
    let config = |epoch_length| Config {
        epoch_length,
        ..with_state(&path, Blocks::OnArrival)
    };
    let chain = Chain::start(config(10)).unwrap();
    chain.advance_to_epoch(100);
    let start = chain.start_time();
    drop(chain);
    let error = restart(|| config(20)).err().unwrap();
    assert!(
        matches!(
            error,
            StartError::OtherEpochLength {
                kept: 10,
                asked: 20,
                ..
            }
        ),
        "{error}"
    );
    let other_shards = || Config {
        shards: Shards::ONE,
        ..config(10)
    };
    let error = restart(other_shards).err().unwrap().to_string();
    assert!(error.contains("--shards 3"), "{error}");
    let chain = restart(|| config(10)).unwrap();
    assert_eq!(chain.start_time(), start);
    chain.generate_blocks(1);
    assert_eq!(chain.block().epoch, 100);
}

#[test]
fn the_faucet_loses_no_payment() {
    let chain = chain();
    let alice = chain.wallets()[0].clone();
    let poor = Wallet::named("poor");
    let (payments, fundings) = (100u64, 400u64);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for nonce in 0..payments {
                chain
                    .submit(&payment(&alice, &poor.address, nonce))
                    .unwrap();
            }
        });
        for _ in 0..2 {
            scope.spawn(|| {
                for _ in 0..fundings {
                    chain.fund(&poor.address, &1_000_000u32.into());
                }
            });
        }
    });
    let wanted = BigUint::from(payments + 2 * fundings * 1_000_000);
    assert_eq!(chain.account(&poor.address).balance, wanted);
}

#[test]
fn numbers_without_measure_are_refused() {
    let chain = chain();
    let alice = chain.wallets()[0].clone();
    let gateway = Gateway::of(chain.clone());
    let waits = chain.submit(&payment(&alice, &alice.address, 5)).unwrap();
    let erd = address::encode(&alice.address);
    let max = u64::MAX;
    let long = "9".repeat(1_000_000);
    let started = Instant::now();
    let refused = |path: &str, body: &Value| {
        let (status, answer) = gateway.post(path, body);
        assert_eq!(status, 400, "{}: {answer}", &path[..40.min(path.len())]);
    };
    for path in [
        format!("generate-blocks-until-transaction-processed/{waits}?maxNumBlocks={max}"),
        format!("force-epoch-change?targetEpoch={max}"),
        format!("generate-blocks/{max}"),
        format!("generate-blocks-until-epoch-reached/{max}"),
    ] {
        refused(&format!("/simulator/{path}"), &json!({}));
    }
    for (field, value) in [("nonce", json!(max)), ("balance", json!(long))] {
        let state = json!([{"address": erd, field: value}]);
        refused("/simulator/set-state", &state);
    }
    let mut long_payment = payment(&alice, &alice.address, 0);
    long_payment.value.clone_from(&long);
    refused("/transaction/send", &json!(long_payment));
    let query = json!({"scAddress": erd, "funcName": "x", "value": long});
    refused("/vm-values/query", &query);
    for (value, wanted) in [
        (json!(long), 400),
        (json!("5"), 400),
        (json!(1.5), 400),
        (json!(-1), 500),
    ] {
        let funds = json!({"receiver": erd, "value": value});
        let (status, _) = gateway.post("/transaction/send-user-funds", &funds);
        assert_eq!(status, wanted, "{value}");
    }
    assert!(started.elapsed() < Duration::from_secs(20));
    let (status, list) = gateway.get(&format!("/transactions?from={max}&size={max}"));
    assert_eq!((status, list), (200, json!([])));
    assert!(chain.block().nonce < 10);
}

#[test]
fn a_long_view_holds_nobody_up() {
    let chain = chain();
    let alice = chain.wallets()[0].clone();
    let contract = deploy(&chain, &alice, &self_caller(), &[]);
    let gateway = Gateway::of(chain.clone());
    let views = AtomicUsize::new(0);
    // Something begins and ends in one and the same view: there are more tries, as a view may be about
    // to end when it begins.
    let during_a_view = |work: &mut dyn FnMut()| {
        (0..20).any(|_| {
            let before = views.load(Ordering::SeqCst);
            work();
            views.load(Ordering::SeqCst) == before
        })
    };
    std::thread::scope(|scope| {
        let asks = scope.spawn(|| {
            while views.load(Ordering::SeqCst) == 0 {
                std::thread::yield_now();
            }
            let is_told = during_a_view(&mut || {
                gateway.data("/network/status/0");
            });
            assert!(is_told, "the requests had to wait for a view");
            let mut nonce = 0;
            let is_paid = during_a_view(&mut || {
                nonce += 1;
                let payment = payment(&alice, &alice.address, nonce);
                chain.submit(&payment).unwrap();
            });
            assert!(is_paid, "the payments had to wait for a view");
        });
        while !asks.is_finished() {
            let answer = chain.query(&Query::new(&contract, "loop", vec![]));
            views.fetch_add(1, Ordering::SeqCst);
            assert!(answer.failure.is_some());
        }
    });
}

/// Fills `count` blocks: in each a call that takes a while, and a payment with the highest gas limit.
fn fill_blocks(chain: &Chain, contract: &Address, count: u64) {
    let alice = chain.wallets()[0].clone();
    let start = chain.account(&alice.address).nonce;
    for nonce in start..start + 2 * count {
        let tx = if (nonce - start).is_multiple_of(2) {
            Transaction::new(&alice.address, nonce, contract).call("loop", &[], 100_000_000)
        } else {
            let payment = Transaction::new(&alice.address, nonce, &alice.address);
            Transaction {
                gas_limit: 600_000_000,
                ..payment
            }
        };
        chain.submit(&tx.sign(&alice.key)).unwrap();
    }
}

const BLOCKS: u64 = 12;

/// Has blocks with work made, and asks in the meantime; how many of them were seen before the last
/// one.
fn blocks_seen(chain: &Chain, contract: &Address, gateway: &Gateway) -> usize {
    let before = chain.block().nonce;
    fill_blocks(chain, contract, BLOCKS);
    let nonce = || {
        let status = gateway.data("/network/status/1")["status"].clone();
        status["erd_nonce"].as_u64().unwrap() - before
    };
    let query = json!({"scAddress": address::encode(contract), "funcName": "roundTime"});
    let mut seen = vec![];
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let path = format!("/simulator/generate-blocks/{BLOCKS}");
            gateway.post(&path, &json!({}))
        });
        while seen.last() != Some(&BLOCKS) {
            let view = gateway.post_data("/vm-values/query", &query);
            assert_eq!(view["data"]["returnCode"], "ok");
            seen.push(nonce());
        }
    });
    seen.dedup();
    seen.iter().filter(|at| (1..BLOCKS).contains(at)).count()
}

#[test]
fn blocks_with_work_hold_nobody_up() {
    let chain = chain();
    let alice = chain.wallets()[0].clone();
    let contract = deploy(&chain, &alice, &self_caller(), &[]);
    chain.set_blocks(Blocks::OnDemand);
    let before = chain.block().nonce;
    let gateway = Gateway::of(chain.clone());
    // A client that reads the chain sees blocks come one by one, unless it gets no time.
    let is_seen = (0..10).any(|_| blocks_seen(&chain, &contract, &gateway) >= 3);
    assert!(is_seen, "blocks with work come together");
    assert!(chain.pending().is_empty());
    // A block is found by its hash, wherever it is.
    let block = chain.block_at(before + 2).unwrap();
    assert_eq!(chain.block_of_hash(&block.hash()), Some(block));
    for other in [
        String::new(),
        "é".repeat(40),
        "0".repeat(64),
        "f".repeat(64),
    ] {
        assert_eq!(chain.block_of_hash(&other), None);
    }
}

#[test]
fn a_fault_is_reported_and_blocks_continue() {
    let chain = Chain::start(Config {
        blocks: Blocks::Every(Duration::from_millis(10)),
        ..Config::default()
    })
    .unwrap();
    let alice = chain.wallets()[0].clone();
    chain.listen(|_| panic!("a listener that fails on purpose"));
    let gateway = Gateway::of(chain.clone());
    for nonce in 0..2 {
        let hash = chain
            .submit(&payment(&alice, &alice.address, nonce))
            .unwrap();
        let before = chain.block().nonce;
        let until = Instant::now() + Duration::from_secs(20);
        while !chain.transaction(&hash).unwrap().succeeded() || chain.block().nonce < before + 3 {
            assert!(Instant::now() < until, "the chain makes no blocks any more");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
    // If the request itself makes the block, its sender gets the answer.
    chain.set_blocks(Blocks::OnArrival);
    let sent = gateway.post(
        "/transaction/send",
        &json!(payment(&alice, &alice.address, 2)),
    );
    assert_eq!((sent.0, &sent.1["code"]), (500, &json!("internal_issue")));
    let words = sent.1["error"].as_str().unwrap();
    assert!(words.contains("a fault of the local chain"), "{words}");
    assert_eq!(chain.account(&alice.address).nonce, 3);
}

#[test]
fn a_block_takes_so_much_gas_and_no_more() {
    let chain = on_demand(Config::default());
    let alice = chain.wallets()[0].clone();
    for nonce in 0..3 {
        let mut tx = Transaction::new(&alice.address, nonce, &alice.address);
        tx.gas_limit = 400_000_000;
        chain.submit(&tx.sign(&alice.key)).unwrap();
    }
    chain.generate_blocks(1);
    assert_eq!(chain.account(&alice.address).nonce, 2);
    chain.generate_blocks(1);
    assert_eq!(chain.account(&alice.address).nonce, 3);
}

#[test]
fn a_terminal_that_nobody_reads_stops_nothing() {
    let process = Process::unread(command().args(["--block-time", "0"]));
    let alice = Wallet::funded(1)[0].clone();
    for nonce in 0..1_000 {
        let payment = json!(payment(&alice, &alice.address, nonce));
        process.post_data("/transaction/send", &payment);
    }
    assert!(process.stop());
}

#[test]
fn connections_that_say_nothing_are_closed() {
    let options = ServeOptions {
        patience: Duration::from_millis(500),
        ..ServeOptions::default()
    };
    let gateway = Gateway::with(chain(), options);
    for head in [
        "",
        "GET /network/config HTTP/1.1\r\nhost: x\r\n",
        "POST /transaction/send HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{",
    ] {
        let answer = gateway.tell(head);
        assert!(!answer.contains("200 OK"), "{answer}");
    }
}

#[test]
fn bodies_that_never_end_leave_room_for_others() {
    let options = ServeOptions {
        // as long as a loaded machine takes to notice that there is no room
        patience: Duration::from_secs(15),
        body_room: 1 << 20,
        ..ServeOptions::default()
    };
    let gateway = Gateway::with(chain(), options);
    let head = "POST /transaction/send HTTP/1.1\r\nhost: x\r\ncontent-length: 1048576\r\n\r\n";
    let mut stalled = TcpStream::connect(gateway.server.address()).unwrap();
    stalled.write_all(head.as_bytes()).unwrap();
    stalled.write_all(&vec![b' '; (1 << 20) - 10]).unwrap();

    // a request of at most ten bytes is answered; a larger one, once the other was given up
    gateway.data("/network/config");
    let ask = || {
        gateway
            .post_bytes("/transaction/cost", b"something longer")
            .0
    };
    let until = Instant::now() + Duration::from_secs(60);
    while ask() != 503 {
        assert!(Instant::now() < until, "the stalled body takes up no room");
    }
    while ask() == 503 {
        assert!(Instant::now() < until, "its room stays taken up");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn pages_of_other_origins_may_ask_and_not_change_the_state() {
    let gateway = Gateway::of(chain());
    for (path, allowed) in [
        ("/transaction/send", true),
        ("/simulator/set-state", false),
        ("/simulator/generate-blocks/1", false),
    ] {
        let answer = gateway.tell(&format!(
            "OPTIONS {path} HTTP/1.1\r\nhost: localnet\r\norigin: http://localhost:5173\r\n\
             access-control-request-method: POST\r\nconnection: close\r\n\r\n"
        ));
        let header = "access-control-allow-origin: *";
        let is_told = answer.to_lowercase().contains(header);
        assert_eq!(is_told, allowed, "{path}: {answer}");
        assert_eq!(answer.starts_with("HTTP/1.1 200"), allowed, "{answer}");
    }
    let own = gateway.server.url();
    for (origin, status) in [("https://evil.example", 403), ("null", 403), (&own, 200)] {
        let host = own.trim_start_matches("http://");
        let answer = gateway.tell(&format!(
            "POST /simulator/generate-blocks/1 HTTP/1.1\r\nhost: {host}\r\norigin: {origin}\r\n\
             connection: close\r\n\r\n"
        ));
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")),
            "{answer}"
        );
    }
}
