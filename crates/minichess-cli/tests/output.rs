//! The printed output, with and without a reader.

use std::process::{Command, Stdio};

#[test]
fn it_ends_quietly_when_nobody_reads() {
    let mut bench = Command::new(env!("CARGO_BIN_EXE_minichess-cli"))
        .args(["bench", "3"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("minichess-cli");
    drop(bench.stdout.take());
    let ended = bench.wait_with_output().expect("its end");
    assert!(ended.status.success(), "{}", ended.status);
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::File::create("/dev/full").expect("/dev/full");
    let bench = Command::new(env!("CARGO_BIN_EXE_minichess-cli"))
        .args(["bench", "3"])
        .stdout(full)
        .output()
        .expect("minichess-cli");
    assert_eq!(bench.status.code(), Some(1));
    let said = String::from_utf8_lossy(&bench.stderr);
    assert!(said.starts_with("minichess: standard output: "), "{said}");
}
