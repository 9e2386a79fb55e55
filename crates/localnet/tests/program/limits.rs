//! The program at its limits, and at its end.

use std::{
    io::{Read, Write},
    net::TcpStream,
    process::Command,
    time::{Duration, Instant},
};

use localnet::Transaction;
use serde_json::json;

use crate::{
    common::self_caller,
    http::Client,
    process::{Process, nothing},
    session::Session,
};

/// As the README has it.
const MAX_CONNECTIONS: usize = 4_096;

#[test]
fn connections_beyond_the_limit_wait_until_one_is_closed() {
    let script = "ulimit -n 6000; exec \"$@\"";
    let process = Process::run(
        Command::new("bash")
            .args(["-c", script, "bash", env!("CARGO_BIN_EXE_localnet")])
            .args(["--quiet", "--block-time", "manual"]),
    );
    let own = std::process::id().to_string();
    let raised = Command::new("prlimit")
        .args(["--pid", &own, "--nofile=6000:"])
        .status();
    assert!(raised.unwrap().success(), "needs 6,000 open files");
    let at = process.url.trim_start_matches("http://");
    let ask = b"GET /simulator/block-time HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let answered = |stream: &mut TcpStream, patience: Duration| {
        stream.set_read_timeout(Some(patience)).unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).is_ok() && answer == *b"HTTP/1.1 200"
    };
    let mut connections = vec![];
    while connections.len() < MAX_CONNECTIONS {
        let mut stream = TcpStream::connect(at).unwrap();
        // Some ask, so that the queue of those that wait to be accepted stays short.
        if connections.len() % 128 == 127 {
            stream.write_all(ask).unwrap();
            assert!(answered(&mut stream, Duration::from_secs(20)));
        }
        connections.push(stream);
    }
    // One more isn't, until it is its turn.
    let mut late = TcpStream::connect(at).unwrap();
    late.write_all(ask).unwrap();
    assert!(!answered(&mut late, Duration::from_millis(300)));
    drop(connections.pop());
    assert!(answered(&mut late, Duration::from_secs(20)));
}

#[test]
fn a_signal_ends_it_while_it_makes_blocks() {
    let session = Session::with(Process::quiet("0", &[]), &self_caller());
    let process = &session.process;
    process.post_data("/simulator/block-time/manual", &nothing());
    // Blocks for half a minute and more.
    let alice = &session.wallets[0];
    for nonce in 1..=100 {
        let tx = Transaction::new(&alice.address, nonce, &session.contract);
        let tx = tx.call("loop", &[], 590_000_000).sign(&alice.key);
        process.post_data("/transaction/send", &json!(tx));
    }
    let client = Client::of(process.url.as_str());
    let makes = std::thread::spawn(move || {
        let url = format!("{}/simulator/generate-blocks/100", client.url);
        client.agent.post(url).send_empty().is_ok()
    });
    while process.nonce(&alice.address) == 1 {
        std::thread::sleep(Duration::from_millis(20));
    }
    let begun = Instant::now();
    assert!(session.process.stop());
    assert!(
        begun.elapsed() < Duration::from_secs(60),
        "{:?}",
        begun.elapsed()
    );
    assert!(
        !makes.join().unwrap(),
        "all blocks were made before the end"
    );
}
