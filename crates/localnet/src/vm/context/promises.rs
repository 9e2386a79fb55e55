//! The gas of promises and callbacks.

use multiversx_chain_core::types::ReturnCode;
use multiversx_chain_vm::host::vm_hooks::VMHooksContext;
use multiversx_chain_vm_executor::VMHooksEarlyExit;

use crate::vm::{gas, shared::PromiseGas};

use super::{MeteredContext, NOT_ENOUGH_GAS, exit};

// The production VM's word.
const ASYNC_IN_ASYNC: &str = "multi-level async calls are not allowed yet";

impl MeteredContext<'_, '_> {
    /// Gas kept back for a callback of the contract that runs.
    pub(super) fn callback_lock(&self) -> u64 {
        let code = self
            .env
            .tx
            .with_contract_account(|account| account.contract_path.as_ref().map_or(0, Vec::len));
        gas::lock_for_callback(&self.env.shared.schedule, code)
    }

    /// Takes the gas of a promise and of its callback from the contract that makes it.
    pub fn pay_for_promise(&mut self, call: u64, extra: u64) -> Result<(), VMHooksEarlyExit> {
        self.refuse_async_in_async()?;
        let step = self.env.shared.schedule.base_ops_api_cost.async_call_step;
        let callback = self.callback_lock().saturating_add(extra);
        let gas = call.saturating_add(callback).saturating_add(step);
        if gas > self.gas_left() {
            return Err(exit(ReturnCode::OutOfGas, NOT_ENOUGH_GAS));
        }
        self.use_gas(gas)?;
        let paid = PromiseGas { call, callback };
        self.env.shared.session().promises.push(paid);
        Ok(())
    }

    pub(super) fn refuse_async_in_async(&self) -> Result<(), VMHooksEarlyExit> {
        if self.env.shared.session().in_async {
            return Err(exit(ReturnCode::ExecutionFailed, ASYNC_IN_ASYNC));
        }
        Ok(())
    }
}
