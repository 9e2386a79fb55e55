//! Control over a running chain, flags, and a disk that is full.

use std::{path::Path, process::Command};

use localnet::{Transaction, Wallet, address};
use serde_json::{Value, json};

use crate::{
    process::{Process, ended, nothing},
    session::Session,
};

fn block(process: &Process) -> Value {
    let nonce = process.data("/network/status/1")["status"]["erd_nonce"].clone();
    process.data(&format!("/block/1/by-nonce/{nonce}"))["block"].clone()
}

/// The time of the latest block, Unix time in milliseconds.
fn time(process: &Process) -> u64 {
    block(process)["timestampMs"].as_u64().unwrap()
}

fn dump(process: &Process) -> Vec<u8> {
    let url = format!("{}/simulator/dump-state", process.url);
    let mut answer = process.agent.get(url).call().unwrap();
    answer.body_mut().read_to_vec().unwrap()
}

/// The contents of a dump, except the lead of the chain's clock over the machine's.
fn content(dump: &[u8]) -> Value {
    let mut step: Value = serde_json::from_slice(&dump[9..]).unwrap();
    assert!(step.as_object_mut().unwrap().remove("clock").is_some());
    step
}

/// The whole chain's content.
fn whole(process: &Process) -> Value {
    content(&dump(process))
}

fn load(process: &Process, dump: &[u8]) -> (u16, Value) {
    process.post_bytes("/simulator/load-state", dump)
}

#[test]
fn a_dump_is_loaded_elsewhere_and_at_the_start() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let mut session = Session::of(Process::quiet("0", &[]));
    session.start_game();
    let first_dump = dump(&session.process);
    session.play(1, 52, 36);

    // Into another chain, which keeps it in its own file.
    let state = at("state");
    let other = Process::quiet("0", &["--state", &state]);
    assert_eq!(load(&other, &first_dump).0, 200);
    assert!(whole(&other) == content(&first_dump));
    session.process = other;
    session.play(1, 52, 36);
    session.play(2, 12, 28);
    let further = dump(&session.process);
    session.process.kill();
    let again = Process::quiet("0", &["--state", &state]);
    assert!(whole(&again) == content(&further));

    // A chain that makes blocks immediately executes the waiting transactions immediately.
    let waiting = Process::quiet("manual", &[]);
    let alice = &session.wallets[0];
    let tx = Transaction::new(&alice.address, 0, &alice.address).sign(&alice.key);
    waiting.post_data("/transaction/send", &json!(tx));
    let with_waiting = dump(&waiting);
    let on_arrival = Process::quiet("0", &[]);
    assert_eq!(load(&on_arrival, &with_waiting).0, 200);
    assert_eq!(on_arrival.nonce(&alice.address), 1);

    // A file that is no dump leaves the chain unchanged.
    let other_epochs = Process::start(&["--quiet", "--epoch-length", "7"]);
    let strange = dump(&other_epochs);
    let odd = "not a local chain's state file";
    for (bad, words) in [
        (&b"nothing"[..], odd),
        (&further[..further.len() / 2], odd),
        (&strange, "has epochs of 7 blocks"),
    ] {
        let (status, answer) = load(&again, bad);
        assert_eq!(status, 400);
        let told = answer["error"].as_str().unwrap();
        assert!(told.contains(words), "{told}");
    }
    assert!(whole(&again) == content(&further));

    // By flags; the end writes the file that the next start reads.
    let (first, second) = (at("first"), at("second"));
    std::fs::write(&first, &first_dump).unwrap();
    let flags = ["--load-state", &first, "--dump-state", &second];
    session.process = Process::quiet("0", &flags);
    session.play(1, 52, 36);
    let last = whole(&session.process);
    assert!(session.process.stop());
    assert!(content(&std::fs::read(&second).unwrap()) == last);
}

#[test]
fn time_passes_without_blocks() {
    let dir = tempfile::tempdir().unwrap();
    let state = dir.path().join("state");
    let start_again = || Process::quiet("manual", &["--state", state.to_str().unwrap()]);
    let process = start_again();
    let start = block(&process);
    let travel =
        |process: &Process, how: &str| process.post(&format!("/simulator/{how}"), &nothing());
    let next = |process: &Process| travel(process, "generate-blocks/1").0;
    assert_eq!(travel(&process, "increase-time/86400000").0, 200);
    assert_eq!(block(&process), start);
    // Acknowledged changes outlive a kill.
    process.kill();
    let process = start_again();
    assert_eq!(next(&process), 200);
    let later = time(&process) - start["timestampMs"].as_u64().unwrap();
    assert!((86_400_000..86_460_000).contains(&later), "{later}");

    let wanted = time(&process) + 1_234_567;
    assert_eq!(
        travel(&process, &format!("next-block-time/{wanted}")).0,
        200
    );
    process.kill();
    let process = start_again();
    assert_eq!(next(&process), 200);
    assert_eq!(time(&process), wanted);
    assert_eq!(next(&process), 200);
    assert!((wanted + 600..wanted + 60_000).contains(&time(&process)));
    for wrong in [
        format!("next-block-time/{wanted}"),
        "next-block-time/18446744073709551615".to_string(),
        "increase-time/18446744073709551615".to_string(),
        "increase-time/-1".to_string(),
        "block-time/never".to_string(),
        "block-time/1".to_string(),
    ] {
        assert_eq!(travel(&process, &wrong).0, 400, "{wrong}");
    }
}

#[test]
fn blocks_are_made_otherwise_at_run_time() {
    let process = Process::quiet("manual", &[]);
    let alice = &Wallet::funded(1)[0];
    let send = |nonce| {
        let tx = Transaction::new(&alice.address, nonce, &alice.address).sign(&alice.key);
        let sent = process.post_data("/transaction/send", &json!(tx));
        sent["txHash"].as_str().unwrap().to_string()
    };
    let status = |hash: &str| process.status(hash);
    let switch = |mode: &str| {
        process.post_data(&format!("/simulator/block-time/{mode}"), &nothing());
        assert_eq!(process.data("/simulator/block-time")["blockTime"], mode);
    };
    let first = send(0);
    assert_eq!(status(&first), "pending");
    switch("0");
    assert_eq!(status(&first), "success");
    assert_eq!(status(&send(1)), "success");
    switch("20");
    let third = send(2);
    let wait = || std::thread::sleep(std::time::Duration::from_millis(20));
    while status(&third) == "pending" {
        wait();
    }
    switch("manual");
    // A block in progress may still come.
    wait();
    let before = block(&process);
    (0..10).for_each(|_| wait());
    assert_eq!(block(&process), before);
    assert_eq!(status(&send(3)), "pending");
}

#[test]
fn accounts_and_a_start_up_file_by_flags() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("chain.json");
    let words = "moral volcano peasant pass circle pen over picture flat shop clap goat never \
        lyrics gather prepare woman film husband gravity behind test tiger improve";
    let process = Process::start(&[
        "--quiet",
        "--accounts",
        "8",
        "--balance",
        "12.5",
        "--mnemonic",
        words,
        "--config-out",
        path.to_str().unwrap(),
    ]);
    let told: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(told["url"], process.url);
    assert_eq!(told["pid"], process.child.id());
    let wallets = told["wallets"].as_array().unwrap();
    assert_eq!(wallets.len(), 8);
    let heidi = &Wallet::funded(6)[5];
    assert_eq!(wallets[7]["address"], address::encode(&heidi.address));
    assert_eq!(wallets[7]["privateKeyHex"], heidi.secret_hex());
    let path = format!("/address/{}/balance", address::encode(&heidi.address));
    assert_eq!(process.data(&path)["balance"], "12500000000000000000");

    for wrong in [
        &["--accounts", "0"][..],
        &["--balance", "much"],
        &["--mnemonic", "moral volcano"],
        &["--load-state", "/nowhere/state"],
        &["--config-out", "/nowhere/chain.json"],
    ] {
        let (code, [_, words]) = ended(&[&["--port", "0"], wrong].concat());
        assert!(code != Some(0) && !words.is_empty(), "{wrong:?}");
    }
}

/// The program with a limit on the size of its files, in KiB, which simulates a full disk.
fn with_little_room(state: &Path, block_time: &str) -> Process {
    let script = "ulimit -S -f 200; exec \"$@\"";
    Process::run(
        Command::new("bash")
            .args([
                "-c",
                script,
                "bash",
                env!("CARGO_BIN_EXE_localnet"),
                "--quiet",
            ])
            .args(["--block-time", block_time, "--state"])
            .arg(state),
    )
}

#[test]
fn a_full_disk_stops_writes_and_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let alice = &Wallet::funded(1)[0];
    for block_time in ["0", "20"] {
        let state = dir.path().join(block_time);
        let process = with_little_room(&state, block_time);
        let send = |nonce: u64| {
            let data = [b'x'; 3_000];
            let tx = Transaction::new(&alice.address, nonce, &alice.address).data(&data, 0);
            process.post("/transaction/send", &json!(tx.sign(&alice.key)))
        };
        let mut acknowledged: Vec<String> = vec![];
        let refused = loop {
            let (status, answer) = send(acknowledged.len() as u64);
            if status != 200 {
                break answer;
            }
            acknowledged.push(answer["data"]["txHash"].as_str().unwrap().to_string());
            assert!(acknowledged.len() < 100, "there was room enough");
        };
        let words = refused["error"].as_str().unwrap();
        let expected = "the state file cannot be written";
        assert!(words.contains(expected), "{words}");
        // Reads still work, and changes that can't be stored are refused.
        assert!(process.data("/network/config")["config"].is_object());
        let fund = json!({"receiver": address::encode(&alice.address), "value": 1});
        let funds = || process.post("/transaction/send-user-funds", &fund).0;
        assert!((0..200).any(|_| funds() != 200), "there was room enough");

        // With room again it continues automatically.
        let pid = process.child.id().to_string();
        let freed = Command::new("prlimit")
            .args(["--pid", &pid, "--fsize=unlimited"])
            .status();
        assert!(freed.unwrap().success());
        let nonce = process.nonce(&alice.address).max(acknowledged.len() as u64);
        let (status, answer) = send(nonce);
        assert_eq!(status, 200, "{answer}");
        acknowledged.push(answer["data"]["txHash"].as_str().unwrap().to_string());
        process.kill();
        let process = Process::quiet("0", &["--state", state.to_str().unwrap()]);
        for hash in &acknowledged {
            assert_eq!(process.status(hash), "success", "{hash}");
        }
    }
}
