//! The store's file belongs to one program, and nothing but a store is one.

use std::ffi::OsStr;

use tempfile::tempdir;

use crate::harness::program::Program;

#[tokio::test]
async fn one_program_at_a_time_has_the_store() {
    let program = Program::plain();
    let text = Program::refusal(&[OsStr::new("--store"), program.store().as_os_str()]);
    assert!(text.contains("already open"), "{text}");
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let folder = tempdir().unwrap();
    let store = folder.path().join("games");
    let text = "1. e4 e5".repeat(1_000);
    std::fs::write(&store, &text).unwrap();
    Program::refusal(&[OsStr::new("--store"), store.as_os_str()]);
    assert_eq!(std::fs::read_to_string(&store).unwrap(), text);
}
