//! The store's file belongs to one program, and nothing but a store is one.

use std::path::Path;

use tempfile::tempdir;

use crate::harness::program::Program;

/// The words of a relay that ends at once because this file isn't its own.
fn refusal(store: &Path) -> String {
    let relay = std::process::Command::new(env!("CARGO_BIN_EXE_relay"))
        .args(["--port", "0", "--store"])
        .arg(store)
        .output()
        .unwrap();
    assert!(!relay.status.success());
    String::from_utf8(relay.stderr).unwrap()
}

#[tokio::test]
async fn one_program_at_a_time_has_the_store() {
    let folder = tempdir().unwrap();
    let store = folder.path().join("games");
    let _program = Program::plain(&store);
    let text = refusal(&store);
    assert!(text.contains("already open"), "{text}");
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let folder = tempdir().unwrap();
    let store = folder.path().join("games");
    let text = "1. e4 e5".repeat(1_000);
    std::fs::write(&store, &text).unwrap();
    refusal(&store);
    assert_eq!(std::fs::read_to_string(&store).unwrap(), text);
}
