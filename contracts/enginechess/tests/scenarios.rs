//! Every scenario file on the framework's VM: the contract's source in the debugger, and the compiled contract
//! as the local chain runs it. The production VM runs the same files (`make test-go`).

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

mod files;
mod slices;
mod world;

use std::fs;
use std::path::Path;

use multiversx_sc_scenario::imports::*;
use world::world;

fn run_all(executor: ExecutorConfig) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder of the scenarios")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.to_string_lossy().ends_with(".scen.json"))
        .collect();
    files.sort();
    assert_eq!(files.len(), files::all().len());
    for file in files {
        println!("{}", file.display());
        world(executor.clone()).run(&file);
    }
}

#[test]
fn in_the_debugger() {
    run_all(ExecutorConfig::Debugger);
}

#[test]
fn as_compiled_wasm() {
    run_all(ExecutorConfig::Custom(localnet::vm::executor));
}

#[test]
fn slices_in_the_debugger() {
    slices::slices_change_nothing(ExecutorConfig::Debugger);
}

#[test]
fn slices_as_compiled_wasm() {
    slices::slices_change_nothing(ExecutorConfig::Custom(localnet::vm::executor));
}

/// The files are what `tests/files` writes: `UPDATE=1 cargo test -p enginechess` writes them anew.
#[test]
fn files_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    for (name, text) in files::all() {
        let path = folder.join(format!("{name}.scen.json"));
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, &text).expect("a file that can be written");
        }
        let found = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            found == text,
            "{} is not what tests/files writes",
            path.display()
        );
    }
}
