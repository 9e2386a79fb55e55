//! A call with the asynchronous calls that follow from it, and their callbacks.

use std::sync::Arc;

use multiversx_chain_core::types::ReturnCode;
use multiversx_chain_vm::{
    host::{
        context::{
            AsyncCallTxData, CallType, GasUsed, Promise, TxCache, TxFunctionName, TxInput, TxLog,
            TxResult, async_call_tx_input, async_callback_tx_input,
            async_promise_callback_tx_input, merge_async_results,
        },
        runtime::RuntimeRef,
    },
    vm_err_msg,
};

use super::{
    call, gas,
    outgoing::{Callback, Outgoing},
    shared::{PromiseGas, Shared},
    transfer::Transfer,
};

/// Runs calls on staged accounts, and pays for the calls that follow from them with the same gas.
pub(super) struct Asyncs<'a> {
    runtime: &'a RuntimeRef,
    shared: &'a Shared,
    staged: &'a Arc<TxCache>,
}

impl<'a> Asyncs<'a> {
    pub fn of(runtime: &'a RuntimeRef, shared: &'a Shared, staged: &'a Arc<TxCache>) -> Self {
        Self {
            runtime,
            shared,
            staged,
        }
    }

    /// Makes a call, with the calls that follow from it.
    pub fn call(&self, input: TxInput) -> TxResult {
        let gas_limit = input.gas_limit;
        let result = self.call_one(input);
        self.run(result, gas_limit)
    }

    fn call_one(&self, input: TxInput) -> TxResult {
        let transfer = Transfer::of(&input, &self.runtime.vm_ref.builtin_functions);
        let rules = self.shared.session().rules.clone();
        if let Some(reason) = transfer.refusal(&rules, self.staged) {
            return TxResult::from_vm_error(reason);
        }
        let trace_input = input.clone();
        let cache = TxCache::new(self.staged.clone());
        let (mut result, updates) = call::execute(input, cache, self.runtime);
        if result.result_status.is_success() {
            self.staged.commit_updates(updates);
        }
        result.append_internal_vm_errors_event_log(&trace_input);
        result
    }

    /// Runs the asynchronous calls that a call with this gas limit has left behind.
    pub fn run(&self, mut result: TxResult, gas_limit: u64) -> TxResult {
        let pending = std::mem::take(&mut result.pending_calls);
        let paid = std::mem::take(&mut self.shared.session().promises);
        if !result.result_status.is_success() {
            return result;
        }
        self.shared.session().in_async = true;
        if let Some(call) = pending.async_call {
            return self.run_async(result, &call, gas_limit);
        }
        for (promise, paid) in pending.promises.iter().zip(paid) {
            result = self.run_promise(result, promise, paid);
            if !result.result_status.is_success() {
                return result;
            }
        }
        result
    }

    /// Sends a call to another shard. `None` if its recipient is in this one.
    fn send_away(
        &self,
        call: &AsyncCallTxData,
        gas_limit: u64,
        callback: Callback,
    ) -> Option<Result<Option<TxLog>, TxResult>> {
        let input = async_call_tx_input(call, CallType::AsyncCall);
        let transfer = Transfer::of(&input, &self.runtime.vm_ref.builtin_functions);
        if self.shared.sees(&transfer.recipient) {
            return None;
        }
        // The built-in function that moves tokens is paid for on this side.
        let price = self.shared.schedule.builtin_cost.esdt_transfer * transfer.token_count();
        if price > gas_limit {
            let reason = TxResult::from_error(ReturnCode::OutOfGas, vm_err_msg::NOT_ENOUGH_GAS);
            return Some(Err(reason));
        }
        let rules = self.shared.session().rules.clone();
        let (log, gas) = (transfer.log(&input), gas_limit - price);
        Some(
            match Outgoing::take(input, &transfer, self.staged, &rules, gas, Some(callback)) {
                Err(error) => Err(TxResult::from_panic_obj(&error)),
                Ok(outgoing) => {
                    self.shared.session().outgoing.push(outgoing);
                    Ok(log)
                }
            },
        )
    }

    /// A contract's last call: it has all the gas that is left except the gas for its callback.
    fn run_async(&self, result: TxResult, call: &AsyncCallTxData, gas_limit: u64) -> TxResult {
        let used = result.gas_used.as_u64();
        let left = gas_limit.saturating_sub(used);
        let code = self.staged.with_account(&call.from, |account| {
            account.contract_path.as_ref().map_or(0, Vec::len)
        });
        let lock = gas::lock_for_callback(&self.shared.schedule, code);
        let gas = left.saturating_sub(lock);
        let callback = Callback {
            success: TxFunctionName::CALLBACK.into_string(),
            error: TxFunctionName::CALLBACK.into_string(),
            closure: None,
            gas: lock.min(left),
        };
        if let Some(sent) = self.send_away(call, gas, callback) {
            return sent.map_or_else(
                |refusal| refusal,
                |log| TxResult {
                    // Unused gas returns with the answer.
                    gas_used: GasUsed::SomeGas(gas_limit),
                    ..with_log(result, log)
                },
            );
        }
        let asynchronous = async_call_tx_input(call, CallType::AsyncCall);
        let (called, called_gas) = self.call_within(asynchronous, gas);
        let functions = &self.runtime.vm_ref.builtin_functions;
        let callback = async_callback_tx_input(call, &called, functions);
        let left = left.saturating_sub(called_gas);
        let (called_back, called_back_gas) = self.call_within(callback, left);
        let mut merged = merge_async_results(result, called);
        merged = merge_async_results(merged, called_back);
        merged.gas_used = GasUsed::SomeGas(used + called_gas + called_back_gas);
        merged
    }

    /// A call whose gas, and its callback's, was paid when the promise was made.
    fn run_promise(&self, result: TxResult, promise: &Promise, paid: PromiseGas) -> TxResult {
        let callback = Callback {
            success: promise.success_callback.as_str().to_string(),
            error: promise.error_callback.as_str().to_string(),
            closure: Some(hex::encode(&promise.callback_closure_data)),
            gas: paid.callback,
        };
        if let Some(sent) = self.send_away(&promise.call, paid.call, callback) {
            return sent.map_or_else(|refusal| refusal, |log| with_log(result, log));
        }
        let used = result.gas_used.as_u64();
        let asynchronous = async_call_tx_input(&promise.call, CallType::AsyncCall);
        let (called, called_gas) = self.call_within(asynchronous, paid.call);
        let mut left = paid.call.saturating_sub(called_gas);
        let called_back = if promise.has_callback() {
            let functions = &self.runtime.vm_ref.builtin_functions;
            let callback = async_promise_callback_tx_input(promise, &called, functions);
            let all = left.saturating_add(paid.callback);
            let (called_back, gas) = self.call_within(callback, all);
            left = left.saturating_sub(gas.saturating_sub(paid.callback));
            called_back
        } else {
            TxResult::empty()
        };
        let mut merged = merge_async_results(result, called);
        merged = merge_async_results(merged, called_back);
        merged.gas_used = GasUsed::SomeGas(used.saturating_sub(left));
        merged
    }

    /// Makes a call with this gas; returns also the part that it has used.
    fn call_within(&self, mut input: TxInput, gas_limit: u64) -> (TxResult, u64) {
        input.gas_limit = gas_limit;
        let called = self.call_one(input);
        let gas = gas_of(&called, gas_limit);
        (called, gas)
    }
}

fn with_log(mut result: TxResult, log: Option<TxLog>) -> TxResult {
    result.result_logs.extend(log);
    result
}

/// The gas that a call with this limit has used; a failed one uses all of it.
pub fn gas_of(result: &TxResult, gas_limit: u64) -> u64 {
    if result.result_status.is_success() {
        result.gas_used.as_u64().min(gas_limit)
    } else {
        gas_limit
    }
}
