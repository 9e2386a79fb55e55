//! Every scenario file on the framework's VM: the contract's source in the debugger, and the compiled contract
//! as the local chain runs it. The production VM runs the same files (`make test-go`).

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

mod files;
#[path = "../../enginechess/tests/machines/mod.rs"]
mod machines;
mod slices;
mod world;

use multiversx_sc_scenario::imports::*;

const DEBUGGER: ExecutorConfig = ExecutorConfig::Debugger;
const COMPILED: ExecutorConfig = ExecutorConfig::Custom(localnet::vm::executor);

#[test]
fn in_the_debugger() {
    machines::run_all(|| world::world(DEBUGGER), files::all().len());
}

#[test]
fn as_compiled_wasm() {
    machines::run_all(|| world::world(COMPILED), files::all().len());
}

#[test]
fn slices_in_the_debugger() {
    slices::slices_change_nothing(DEBUGGER);
}

#[test]
fn slices_as_compiled_wasm() {
    slices::slices_change_nothing(COMPILED);
}

/// The files are what `tests/files` writes: `UPDATE=1 cargo test -p minichess` writes them anew.
#[test]
fn files_are_current() {
    machines::compare(files::all());
}
