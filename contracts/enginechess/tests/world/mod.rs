//! The framework's VM with the contracts.

use multiversx_sc_scenario::imports::*;

/// A world that knows both contracts: their source for the debugger, their artefacts for the compiled runs.
pub fn world(executor: ExecutorConfig) -> ScenarioWorld {
    let mut world = ScenarioWorld::new().executor_config(executor);
    world.set_current_dir_from_workspace("contracts/enginechess");
    for contract in ["enginechess", "enginechess-views"] {
        let artefact = format!("mxsc:output/{contract}.mxsc.json");
        world.register_partial_contract::<enginechess::AbiProvider, _>(
            &*artefact,
            enginechess::ContractBuilder,
            contract,
        );
    }
    world
}
