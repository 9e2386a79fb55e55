//! The gas that the production VM charges and the framework's VM leaves out:
//! for a call as such, for copied and returned bytes, and for storage.

use multiversx_chain_vm::{
    host::context::ManagedTypeContainer,
    schedule::{GasSchedule, GasScheduleVersion},
};
use serde_json::{Value, json};

/// The depth of a contract's storage trie at which the production VM's gas figures of this project
/// are measured.
pub const TRIE_DEPTH: u64 = 3;

/// Keys up to this length are free; longer ones are charged by the byte.
const FREE_KEY_BYTES: usize = 32;

/// Mainnet's gas schedule, with storage loads priced by [`load`] instead of by the hook.
pub fn schedule() -> GasSchedule {
    let mut schedule = GasSchedule::from_toml_str(GasScheduleVersion::V9.toml_str())
        .expect("the framework's own gas schedule is well formed");
    schedule.base_ops_api_cost.storage_load = 0;
    schedule
}

/// The prices of the built-in functions and the system's contracts on mainnet, under the gateway's
/// names of the two tables.
pub fn built_in_costs() -> Value {
    let schedule: Value = toml::from_str(GasScheduleVersion::V9.toml_str())
        .expect("the framework's own gas schedule is well formed");
    json!({
        "builtInCost": schedule["BuiltInCost"],
        "metaSystemSCCost": schedule["MetaChainSystemSCsCost"],
    })
}

/// The gas of a call of a contract with this much code, before anything runs.
pub fn call(schedule: &GasSchedule, code_len: usize) -> u64 {
    let base = &schedule.base_operation_cost;
    base.get_code + base.ao_t_prepare_per_byte * code_len as u64
}

/// The gas of a deployment or upgrade to this much code, before anything runs. A deploying contract
/// has paid the base price in its own hook.
pub fn deployment(schedule: &GasSchedule, code_len: usize, by_contract: bool) -> u64 {
    let base = match by_contract {
        true => 0,
        false => schedule.base_ops_api_cost.create_contract,
    };
    base + schedule.base_operation_cost.compile_per_byte * code_len as u64
}

/// The gas kept back for a callback of a contract with this much code.
pub fn lock_for_callback(schedule: &GasSchedule, code_len: usize) -> u64 {
    let api = &schedule.base_ops_api_cost;
    let code = schedule.base_operation_cost.ao_t_prepare_per_byte * code_len as u64;
    api.async_call_step + api.async_callback_gas_lock + code
}

/// Loading `value` under `key`, for the first time in a transaction if its depth in the trie is
/// given.
pub fn load(schedule: &GasSchedule, key: &[u8], value: &[u8], depth: Option<u64>) -> u64 {
    let Some(depth) = depth else {
        return schedule.base_ops_api_cost.cached_storage_load;
    };
    let price = &schedule.dynamic_storage_load;
    let trie = price.quadratic_coefficient * depth * depth
        + price.linear_coefficient * depth
        + price.constant_coefficient;
    let bytes = (long_key_bytes(key) + value.len()) as u64;
    trie + schedule.base_operation_cost.data_copy_per_byte * bytes
}

/// Replacing `old` by `new` under `key`, in addition to the hook's own price.
pub fn store(schedule: &GasSchedule, key: &[u8], old: &[u8], new: &[u8], first: bool) -> u64 {
    let base = &schedule.base_operation_cost;
    let key_bytes = if first { long_key_bytes(key) as u64 } else { 0 };
    let value = match (old.len(), new.len()) {
        (_, length) if old == new && first => base.data_copy_per_byte * length as u64,
        (before, after) if after == 0 || before == after => 0,
        (before, after) => {
            base.persist_per_byte * before.min(after) as u64
                + base.store_per_byte * after.saturating_sub(before) as u64
        }
    };
    base.data_copy_per_byte * key_bytes + value
}

/// An import's gas for the bytes that it copies between the contract and the chain, or that it
/// returns, in addition to its own price.
pub fn bytes(
    schedule: &GasSchedule,
    import: &str,
    args: &[i64],
    values: &ManagedTypeContainer,
) -> u64 {
    let base = &schedule.base_operation_cost;
    let buffer = |index: usize| values.mb_len(args[index] as i32) as u64;
    let length = |index: usize| args[index].max(0) as u64;
    match import {
        "mBufferGetBytes"
        | "mBufferGetByteSlice"
        | "mBufferToBigIntUnsigned"
        | "mBufferToBigIntSigned"
        | "mBufferToSmallIntUnsigned"
        | "mBufferToSmallIntSigned"
        | "managedSha256"
        | "managedKeccak256" => base.data_copy_per_byte * buffer(0),
        "mBufferCopyByteSlice" => base.data_copy_per_byte * (buffer(0) + length(2)),
        "mBufferEq" => base.data_copy_per_byte * (buffer(0) + buffer(1)),
        "managedVerifyEd25519" => base.data_copy_per_byte * (0..3).map(buffer).sum::<u64>(),
        "mBufferAppend" => base.data_copy_per_byte * buffer(1),
        "mBufferSetBytes"
        | "mBufferSetByteSlice"
        | "mBufferAppendBytes"
        | "bigIntSetUnsignedBytes"
        | "bigIntSetSignedBytes" => base.data_copy_per_byte * length(2),
        "mBufferFinish" => base.persist_per_byte * buffer(0),
        "finish" => base.persist_per_byte * length(1),
        "bigIntFinishUnsigned" | "bigIntFinishSigned" => {
            base.persist_per_byte * (values.bi_get(args[0] as i32).bits().div_ceil(8))
        }
        _ => 0,
    }
}

fn long_key_bytes(key: &[u8]) -> usize {
    key.len().saturating_sub(FREE_KEY_BYTES)
}
