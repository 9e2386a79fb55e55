//! The instance of a compiled contract that serves one call.

use std::{
    cell::Cell,
    rc::{Rc, Weak},
    sync::Arc,
};

use multiversx_chain_vm::host::context::TxContextRef;
use multiversx_chain_vm_executor::{
    BreakpointValue, ExecutorError, Instance, InstanceCallResult, ServiceError, VMHooksEarlyExit,
};
use multiversx_chain_vm_executor_wasmer_experimental::ExperimentalInstanceInner;
use wasmer::{Exports, Extern, FunctionEnv, Global, Store, Value};

use super::{env::HookEnv, gas, module::CompiledModule, shared::Shared};

/// The globals that the framework's compiler adds to every module.
const POINTS_LIMIT: &str = "metering_points_limit";
const POINTS_USED: &str = "metering_points_used";
const BREAKPOINT: &str = "breakpoint_value";

/// One call's instance of a compiled contract.
pub(super) struct ModuleInstance {
    store: Store,
    inner: Rc<ExperimentalInstanceInner>,
    code_len: usize,
    tx: TxContextRef,
    shared: Arc<Shared>,
}

impl ModuleInstance {
    pub(super) fn new(
        compiled: &CompiledModule,
        tx: TxContextRef,
        shared: Arc<Shared>,
    ) -> Result<Self, ExecutorError> {
        let mut store = Store::new(compiled.engine.clone());
        let env = HookEnv {
            tx: tx.clone(),
            shared: shared.clone(),
            inner: Weak::new(),
            owed: Cell::new(0),
            failed: Cell::new(false),
        };
        let env = FunctionEnv::new(&mut store, env);
        let imports = compiled.imports.iter();
        let imports = imports.map(|import| import(&mut store, &env).into());
        let imports: Vec<Extern> = imports.collect();
        let wasmer_instance =
            wasmer::Instance::new_by_index(&mut store, &compiled.module, &imports)?;
        let memory = wasmer_instance.exports.iter().memories().next();
        let memory_name = memory.map(|(name, _)| name.clone());
        let memory_name =
            memory_name.ok_or_else(|| ServiceError::new("the contract exports no memory"))?;
        let inner = Rc::new(ExperimentalInstanceInner {
            wasmer_instance,
            memory_name,
        });
        env.as_mut(&mut store).inner = Rc::downgrade(&inner);
        Ok(Self {
            store,
            inner,
            code_len: compiled.code_len,
            tx,
            shared,
        })
    }

    fn exports(&self) -> &Exports {
        &self.inner.wasmer_instance.exports
    }

    fn metering_global(&self, name: &str) -> Global {
        let global = self.exports().get_global(name);
        global.expect("a metered module has its globals").clone()
    }

    fn set_global(&mut self, name: &str, value: u64) {
        self.metering_global(name)
            .set(&mut self.store, Value::I64(value as i64))
            .expect("the metering globals are mutable");
    }

    fn global(&mut self, name: &str) -> u64 {
        let value = self.metering_global(name).get(&mut self.store);
        value.unwrap_i64() as u64
    }

    /// The gas that the production VM takes before the first instruction runs.
    fn price_of_call(&self, function: &str) -> u64 {
        let schedule = &self.shared.schedule;
        match function {
            "init" | "upgrade" => {
                let by_contract = self.tx.input_ref().from.is_smart_contract_address();
                gas::deployment(schedule, self.code_len, by_contract)
            }
            _ => gas::call(schedule, self.code_len),
        }
    }
}

impl Instance for ModuleInstance {
    fn call(&mut self, function: &str, gas_limit: u64) -> InstanceCallResult {
        let price = self.price_of_call(function);
        if price > gas_limit {
            return InstanceCallResult::Breakpoint(BreakpointValue::OutOfGas);
        }
        self.set_global(POINTS_LIMIT, gas_limit);
        self.set_global(POINTS_USED, price);
        let Ok(entry) = self.exports().get_function(function) else {
            return InstanceCallResult::FunctionNotFound;
        };
        let entry = entry.clone();
        match entry.call(&mut self.store, &[]) {
            Ok(_) => InstanceCallResult::Ok,
            Err(error) => match error.downcast::<VMHooksEarlyExit>() {
                Ok(exit) => InstanceCallResult::VMHooksEarlyExit(exit),
                Err(other) => match BreakpointValue::try_from(self.global(BREAKPOINT)) {
                    Ok(BreakpointValue::None) | Err(_) => {
                        InstanceCallResult::RuntimeError(Box::new(other))
                    }
                    Ok(breakpoint) => InstanceCallResult::Breakpoint(breakpoint),
                },
            },
        }
    }

    fn check_signatures(&self) -> bool {
        let mut functions = self.exports().iter().functions();
        functions.all(|(_, f)| f.param_arity(&self.store) == 0 && f.result_arity(&self.store) == 0)
    }

    fn has_function(&self, function: &str) -> bool {
        self.exports().get_function(function).is_ok()
    }

    fn get_exported_function_names(&self) -> Vec<String> {
        let functions = self.exports().iter().functions();
        functions.map(|(name, _)| name.clone()).collect()
    }

    fn get_points_used(&mut self) -> Result<u64, ExecutorError> {
        Ok(self.global(POINTS_USED))
    }

    fn reset(&self) -> Result<(), ExecutorError> {
        Err(Box::new(ServiceError::new(
            "an instance serves one call and is not reset",
        )))
    }

    fn cache(&self) -> Result<Vec<u8>, ExecutorError> {
        Ok(self.inner.wasmer_instance.module().serialize()?.to_vec())
    }
}
