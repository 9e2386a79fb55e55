//! An engine's contract on the framework's VM: its source in the debugger, and the compiled contract as the local chain runs it. The
//! production VM runs the same files (`make test-go`). `contracts/minichess/tests` also includes this file.

use std::fs;
use std::path::Path;

use multiversx_sc_scenario::imports::*;

use crate::{contract, files, slices};

const NAME: &str = env!("CARGO_PKG_NAME");
const CODE: MxscPath = MxscPath::new(concat!("output/", env!("CARGO_PKG_NAME"), ".mxsc.json"));
const VIEWS_CODE: MxscPath = MxscPath::new(concat!(
    "output/",
    env!("CARGO_PKG_NAME"),
    "-views.mxsc.json"
));
pub const OWNER: TestAddress = TestAddress::new("owner");
pub const ENGINE: TestSCAddress = TestSCAddress::new("engine");
pub const VIEWS: TestSCAddress = TestSCAddress::new("views");
pub const GAS: u64 = 600_000_000;

const DEBUGGER: ExecutorConfig = ExecutorConfig::Debugger;
const COMPILED: ExecutorConfig = ExecutorConfig::Custom(localnet::vm::executor);

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios"))
}

/// A world that knows both contracts: their source for the debugger, their artefacts for the compiled runs.
fn world(executor: ExecutorConfig) -> ScenarioWorld {
    let mut world = ScenarioWorld::new().executor_config(executor);
    world.set_current_dir_from_workspace(&format!("contracts/{NAME}"));
    for (name, code) in [(NAME, CODE), (&format!("{NAME}-views"), VIEWS_CODE)] {
        let builder = contract::ContractBuilder;
        world.register_partial_contract::<contract::AbiProvider, _>(code, builder, name);
    }
    world
}

/// A world in which both are deployed.
pub fn deployed(executor: ExecutorConfig) -> ScenarioWorld {
    let mut world = world(executor);
    world.account(OWNER).nonce(1);
    let deploy = world.tx().from(OWNER).gas(GAS).raw_deploy();
    deploy.code(CODE).new_address(ENGINE).run();
    let deploy = world.tx().from(OWNER).gas(GAS).raw_deploy();
    let deploy = deploy.argument(&ENGINE).code(VIEWS_CODE);
    deploy.new_address(VIEWS).run();
    world
}

/// Runs every file in a separate world.
fn run_all(executor: ExecutorConfig) {
    let mut found: Vec<_> = fs::read_dir(folder())
        .expect("the folder of the scenarios")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.to_string_lossy().ends_with(".scen.json"))
        .collect();
    found.sort();
    assert_eq!(found.len(), files::all().len());
    for file in found {
        println!("{}", file.display());
        world(executor.clone()).run(&file);
    }
}

#[test]
fn in_the_debugger() {
    run_all(DEBUGGER);
}

#[test]
fn as_compiled_wasm() {
    run_all(COMPILED);
}

#[test]
fn slices_in_the_debugger() {
    slices::slices_change_nothing(DEBUGGER);
}

#[test]
fn slices_as_compiled_wasm() {
    slices::slices_change_nothing(COMPILED);
}

/// The files are what `tests/files` writes: `UPDATE=1 cargo test -p` and the contract's name writes them.
#[test]
fn files_are_current() {
    for (name, text) in files::all() {
        let path = folder().join(format!("{name}.scen.json"));
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
