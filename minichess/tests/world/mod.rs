//! The framework's VM with the contract.

use multiversx_sc_scenario::imports::*;

/// A world that knows the contract: its source for the debugger, its artefact for the compiled runs.
pub fn world(executor: ExecutorConfig) -> ScenarioWorld {
    let mut world = ScenarioWorld::new().executor_config(executor);
    world.set_current_dir_from_workspace("minichess");
    world.register_contract(
        "mxsc:output/minichess.mxsc.json",
        minichess::ContractBuilder,
    );
    world
}
