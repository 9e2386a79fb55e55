//! One call: a built-in function, a contract's function, or a plain transfer.

use multiversx_chain_vm::{
    host::{
        context::{BlockchainUpdate, CallType, TxCache, TxContext, TxInput, TxLog, TxResult},
        runtime::{RuntimeInstanceCallLambdaDefault, RuntimeRef},
    },
    system_sc::{execute_system_sc, is_system_sc_address},
    types::top_encode_big_uint,
};
use num_traits::Zero;

/// Runs a call on `cache`. The caller must not commit a failed call's changes.
pub(super) fn execute(
    input: TxInput,
    cache: TxCache,
    runtime: &RuntimeRef,
) -> (TxResult, BlockchainUpdate) {
    runtime
        .vm_ref
        .builtin_functions
        .execute_builtin_function_or_else(
            runtime,
            input,
            cache,
            RuntimeInstanceCallLambdaDefault,
            |input, cache, lambda| {
                if let Err(error) =
                    cache.transfer_egld_balance(&input.from, &input.to, &input.egld_value)
                {
                    return (TxResult::from_panic_obj(&error), BlockchainUpdate::empty());
                }
                let log = transfer_log(&input);
                let (mut result, updates) = if is_system_sc_address(&input.to) {
                    execute_system_sc(input, cache)
                } else if input.to.is_smart_contract_address() && !input.func_name.is_empty() {
                    let context = TxContext::new(runtime.clone(), input, cache);
                    runtime.execute(context, lambda).into_results()
                } else {
                    (TxResult::empty(), cache.into_blockchain_updates())
                };
                if let Some(log) = log {
                    result.result_logs.insert(0, log);
                }
                (result, updates)
            },
        )
}

/// The event of EGLD that a contract sends.
fn transfer_log(input: &TxInput) -> Option<TxLog> {
    let contract_pays = input.from.is_smart_contract_address() && !input.egld_value.is_zero();
    let by_user = input.call_type == CallType::DirectCall && !contract_pays;
    let callback_of_tokens = input.call_type == CallType::AsyncCallback
        && !input.callback_payments.esdt_values.is_empty();
    if by_user || callback_of_tokens || input.call_type == CallType::UpgradeFromSource {
        return None;
    }
    let value = match input.call_type {
        CallType::AsyncCallback => &input.callback_payments.egld_value,
        _ => &input.egld_value,
    };
    let mut data = vec![input.call_type.to_log_bytes(), input.func_name.to_bytes()];
    data.extend(input.args.iter().cloned());
    Some(TxLog {
        address: input.from.clone(),
        endpoint: "transferValueOnly".into(),
        topics: vec![top_encode_big_uint(value), input.to.to_vec()],
        data,
    })
}
