//! An executor that compiles a contract once and keeps the module.

use std::sync::Arc;

use multiversx_chain_vm::{host::runtime::RuntimeWeakRef, schedule::GasSchedule};
use multiversx_chain_vm_executor::{
    CompilationOptions, Executor, ExecutorError, Instance, ServiceError,
};
use multiversx_chain_vm_executor_wasmer_experimental::{
    ExperimentalInstance, ExperimentalVMHooksBuilderDefault,
};
use wasmer::{Engine, Module, sys::NativeEngineExt};

use super::{
    hooks,
    instance::ModuleInstance,
    module::{CompiledModule, Modules},
    shared::Shared,
};

/// The network's limits on a contract's memory.
const COMPILATION_OPTIONS: CompilationOptions = CompilationOptions {
    unmetered_locals: 100,
    max_memory_grow: 10,
    max_memory_grow_delta: 1,
    opcode_trace: false,
};

/// The number of compiled modules in memory; when there are more all are dropped.
const MODULES_KEPT: usize = 256;

pub(super) struct CachingExecutor {
    pub runtime: RuntimeWeakRef,
    pub shared: Arc<Shared>,
    pub modules: Modules,
}

/// The compiled module of `wasm`, from the cache or compiled now.
pub(super) fn compiled(
    modules: &Modules,
    schedule: &GasSchedule,
    wasm: &[u8],
) -> Result<CompiledModule, ExecutorError> {
    let mut modules = modules.lock();
    if let Some(module) = modules.get(wasm) {
        return Ok(module.clone());
    }
    // The framework compiles, with its metering; this keeps its artefact.
    let instance = ExperimentalInstance::try_new_instance(
        Box::new(ExperimentalVMHooksBuilderDefault),
        Arc::new(schedule.wasm_opcode_cost.clone()),
        wasm,
        &COMPILATION_OPTIONS,
    )?;
    if !instance.check_signatures() {
        return Err(Box::new(ServiceError::new(
            "an exported function takes arguments or returns a value",
        )));
    }
    let engine = Engine::headless();
    // Safe: these bytes were serialized by this process from a module that it compiled.
    let module = unsafe { Module::deserialize(&engine, instance.cache()?)? };
    let imports = module.imports().map(|import| {
        let name = import.name();
        hooks::import(name).ok_or_else(|| {
            ExecutorError::from(format!(
                "{name} is not supported here: the contract imports it, and the local chain's VM has no such function"
            ))
        })
    });
    let imports = imports.collect::<Result<_, _>>()?;
    let compiled = CompiledModule {
        engine,
        module,
        imports,
        code_len: wasm.len(),
    };
    if modules.len() >= MODULES_KEPT {
        modules.clear();
    }
    modules.insert(wasm.to_vec(), compiled.clone());
    Ok(compiled)
}

impl Executor for CachingExecutor {
    fn new_instance(
        &self,
        wasm: &[u8],
        _options: &CompilationOptions,
    ) -> Result<Box<dyn Instance>, ExecutorError> {
        let compiled = compiled(&self.modules, &self.shared.schedule, wasm)?;
        let tx = self.runtime.upgrade().get_executor_context();
        let instance = ModuleInstance::new(&compiled, tx, self.shared.clone())?;
        Ok(Box::new(instance))
    }

    fn new_instance_from_cache(
        &self,
        _artefact: &[u8],
        _options: &CompilationOptions,
    ) -> Result<Box<dyn Instance>, ExecutorError> {
        Err(Box::new(ServiceError::new(
            "contracts are given as wasm, not as compiled artefacts",
        )))
    }
}
