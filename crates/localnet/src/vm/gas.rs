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

/// Mainnet's gas schedule, with storage loads priced by [`Prices`] instead of by the hook.
pub fn schedule() -> GasSchedule {
    let mut schedule = GasSchedule::from_toml_str(GasScheduleVersion::V9.toml_str())
        .expect("the framework's own gas schedule is well formed");
    schedule.base_ops_api_cost.storage_load = 0;
    schedule
}

/// What the built-in functions and the system's contracts cost on mainnet, under the names that the
/// gateway gives the two tables.
pub fn built_in_costs() -> Value {
    let schedule: Value = toml::from_str(GasScheduleVersion::V9.toml_str())
        .expect("the framework's own gas schedule is well formed");
    json!({
        "builtInCost": schedule["BuiltInCost"],
        "metaSystemSCCost": schedule["MetaChainSystemSCsCost"],
    })
}

/// What the production VM charges besides its opcodes and hooks, in gas units.
#[derive(Clone, Debug)]
pub struct Prices {
    /// Reading a storage key for the first time in a transaction, by its depth d in the trie: this
    /// many times d², the next times d, and the third.
    pub first_load: [u64; 3],
    /// Reading a storage key again.
    pub cached_load: u64,
    /// A byte copied between the contract and the chain.
    pub copy_byte: u64,
    /// A byte kept: returned, or rewritten in storage.
    pub persist_byte: u64,
    /// A byte by which storage grows.
    pub store_byte: u64,
    /// A call of a contract, before anything runs.
    pub call: u64,
    /// The same, for each byte of its code.
    pub call_byte: u64,
    /// A deployment or upgrade, before anything runs.
    pub deploy: u64,
    /// The same, for each byte of the new code.
    pub deploy_byte: u64,
    /// A transfer out of a contract.
    pub transfer: u64,
    /// A transfer of a token, on top.
    pub token_transfer: u64,
    /// Making a promise.
    pub async_step: u64,
    /// Kept back for the callback of an asynchronous call.
    pub callback_lock: u64,
    /// The same, for each byte of the calling contract's code.
    pub callback_lock_byte: u64,
}

impl Prices {
    /// The prices of `schedule`.
    pub fn of(schedule: &GasSchedule) -> Self {
        let load = &schedule.dynamic_storage_load;
        let base = &schedule.base_operation_cost;
        let api = &schedule.base_ops_api_cost;
        Self {
            first_load: [
                load.quadratic_coefficient,
                load.linear_coefficient,
                load.constant_coefficient,
            ],
            cached_load: api.cached_storage_load,
            copy_byte: base.data_copy_per_byte,
            persist_byte: base.persist_per_byte,
            store_byte: base.store_per_byte,
            call: base.get_code,
            call_byte: base.ao_t_prepare_per_byte,
            deploy: api.create_contract,
            deploy_byte: base.compile_per_byte,
            transfer: api.transfer_value,
            token_transfer: schedule.builtin_cost.esdt_transfer,
            async_step: api.async_call_step,
            callback_lock: api.async_call_step + api.async_callback_gas_lock,
            callback_lock_byte: base.ao_t_prepare_per_byte,
        }
    }

    /// The gas kept back for a callback of a contract with this much code.
    pub fn lock_for_callback(&self, code_len: usize) -> u64 {
        self.callback_lock + self.callback_lock_byte * code_len as u64
    }

    /// Loading `value` under `key`, for the first time if its depth in the trie is given.
    pub fn load(&self, key: &[u8], value: &[u8], depth: Option<u64>) -> u64 {
        let Some(depth) = depth else {
            return self.cached_load;
        };
        let [quadratic, linear, constant] = self.first_load;
        let trie = quadratic * depth * depth + linear * depth + constant;
        trie + self.copy_byte * (long_key_bytes(key) + value.len()) as u64
    }

    /// Replacing `old` by `new` under `key`, besides the hook's own price.
    pub fn store(&self, key: &[u8], old: &[u8], new: &[u8], first: bool) -> u64 {
        let key = if first {
            self.copy_byte * long_key_bytes(key) as u64
        } else {
            0
        };
        let value = match (old.len(), new.len()) {
            _ if old == new && first => self.copy_byte * new.len() as u64,
            _ if old == new => 0,
            (_, 0) => 0,
            (before, after) if before == after => 0,
            (before, after) => {
                self.persist_byte * before.min(after) as u64
                    + self.store_byte * after.saturating_sub(before) as u64
            }
        };
        key + value
    }

    /// What an import costs for the bytes that it moves, besides its own price.
    pub fn bytes(&self, import: &str, args: &[i64], values: &ManagedTypeContainer) -> u64 {
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
            | "managedKeccak256" => self.copy_byte * buffer(0),
            "mBufferCopyByteSlice" => self.copy_byte * (buffer(0) + length(2)),
            "mBufferEq" => self.copy_byte * (buffer(0) + buffer(1)),
            "mBufferAppend" => self.copy_byte * buffer(1),
            "mBufferSetBytes" | "mBufferSetByteSlice" | "mBufferAppendBytes" => {
                self.copy_byte * length(2)
            }
            "bigIntSetUnsignedBytes" | "bigIntSetSignedBytes" => self.copy_byte * length(2),
            "mBufferFinish" => self.persist_byte * buffer(0),
            "finish" => self.persist_byte * length(1),
            "bigIntFinishUnsigned" | "bigIntFinishSigned" => {
                self.persist_byte * (values.bi_get(args[0] as i32).bits().div_ceil(8))
            }
            _ => 0,
        }
    }
}

fn long_key_bytes(key: &[u8]) -> usize {
    key.len().saturating_sub(FREE_KEY_BYTES)
}
