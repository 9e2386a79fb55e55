//! Every scenario file on the framework's VM: the contract's source in the debugger, and the compiled
//! contract as the local chain runs it. The production VM runs the same files (`make test-go`), and for
//! `make mutants` here.

mod files;

use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::Command;

use files::files_in;
use multiversx_sc_scenario::imports::*;
use multiversx_sc_scenario::meta::contract::sc_config::ContractVariant;
use multiversx_sc_scenario::meta::multi_contract_config;

fn run_all(executor: ExecutorConfig) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = files_in(&root.join("scenarios"), ".scen.json");
    // the framework's VM doesn't model accounts that can't be paid
    files.retain(|path| !path.to_string_lossy().contains("/production-vm/"));
    assert!(!files.is_empty(), "no scenario file");
    let variants = BUILDS.map(|(folder, _)| variant(&root.join(folder)));
    let failed: Vec<&PathBuf> = files
        .iter()
        .filter(|file| {
            println!("{}", file.display());
            let run = || world(executor.clone(), &variants).run(file);
            panic::catch_unwind(AssertUnwindSafe(run)).is_err()
        })
        .collect();
    assert!(
        failed.is_empty(),
        "{} of {} failed: {failed:#?}",
        failed.len(),
        files.len()
    );
}

/// The builds of the chess contract's source, each with the folder of its `sc-config.toml`.
const BUILDS: [(&str, &str); 3] = [
    (".", "output/onchain-chess.mxsc.json"),
    ("contracts/views", "output/onchain-chess-views.mxsc.json"),
    (
        "tests/later",
        "tests/later/output/onchain-chess-later.mxsc.json",
    ),
];

/// The endpoints of a build. The framework asks the compiler for its version each time, which would
/// take most of the time of a separate world for each file.
fn variant(folder: &Path) -> ContractVariant {
    let config = multi_contract_config::<onchain_chess::AbiProvider>(folder);
    let Ok([contract]) = <[ContractVariant; 1]>::try_from(config.contracts) else {
        panic!("{}/sc-config.toml names one contract", folder.display());
    };
    contract
}

fn world(executor: ExecutorConfig, variants: &[ContractVariant]) -> ScenarioWorld {
    let mut world = ScenarioWorld::new().executor_config(executor);
    world.set_current_dir_from_workspace("");
    for ((_, artefact), variant) in BUILDS.iter().zip(variants) {
        let artefact = format!("mxsc:{artefact}");
        world.register_contract_variant(&*artefact, onchain_chess::ContractBuilder, variant);
    }
    let hostile = "mxsc:tests/hostile/output/chess-hostile.mxsc.json";
    world.register_contract(hostile, chess_hostile::ContractBuilder);
    world
}

#[test]
fn in_the_debugger() {
    run_all(ExecutorConfig::Debugger);
}

#[test]
fn as_compiled_wasm() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_built = |(_, artefact): (_, &str)| root.join(artefact).is_file();
    assert!(BUILDS.into_iter().all(is_built), "run make build");
    run_all(ExecutorConfig::Custom(localnet::vm::executor));
}

/// Compiles the contract first: a mutant is one.
#[test]
#[ignore = "make mutants"]
fn in_the_production_vm() {
    for command in [
        "tools/contracts.sh build .",
        "target/vm-go/mx-scenario-go run scenarios",
    ] {
        let words: Vec<_> = command.split(' ').collect();
        let status = Command::new(words[0])
            .args(&words[1..])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            // cargo-mutants sets these in place of the framework's own
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .status();
        assert!(status.expect(command).success(), "{command}");
    }
}
