//! The network's built-in functions, in the parts that the framework's VM lacks.

use std::collections::HashMap;

use multiversx_chain_core::types::ReturnCode;
use multiversx_chain_vm::{
    blockchain::reserved::STORAGE_RESERVED_PREFIX,
    host::context::{TxCacheSource, TxResult},
};
use num_bigint::BigUint;

use super::outcome::{Job, NOT_ENOUGH_GAS, Outcome};
use crate::{
    state::only,
    transaction::{
        CheckedTransaction,
        call_data::{is_token_transfer, number},
    },
    vm::{Done, Vm},
};

/// Built-in functions that an account calls on itself; a transfer's recipient is an argument.
pub const ON_OWN_ACCOUNT: [&str; 9] = [
    "ESDTNFTTransfer",
    "MultiESDTNFTTransfer",
    "ESDTLocalMint",
    "ESDTLocalBurn",
    "ESDTNFTCreate",
    "ESDTNFTBurn",
    "ESDTNFTAddQuantity",
    "ESDTNFTAddURI",
    "ESDTNFTUpdateAttributes",
];

/// Pays a contract's owner the developer's rewards.
pub const CLAIM: &str = "ClaimDeveloperRewards";

/// Built-in functions that only a contract's owner may call on it.
pub const OWNER_FUNCTIONS: [&str; 2] = ["ChangeOwnerAddress", CLAIM];

/// The fault of a built-in function's arguments, which the framework doesn't check.
pub fn wrong_arguments(
    tx: &CheckedTransaction,
    function: &str,
    args: &[Vec<u8>],
) -> Option<&'static str> {
    let is_address = |index: usize| args.get(index).is_some_and(|arg| arg.len() == 32);
    let is_zero = |index: usize| args.get(index).is_none_or(|n| n.iter().all(|b| *b == 0));
    let wrong = "invalid arguments to process built-in function";
    match function {
        _ if tx.value > BigUint::ZERO && is_token_transfer(function) => {
            Some("built in function called with tx value is not allowed")
        }
        _ if args.is_empty() && is_built_in(function) => Some(wrong),
        _ if tx.receiver != tx.sender && ON_OWN_ACCOUNT.contains(&function) => {
            Some("invalid receiver address")
        }
        "ESDTTransfer" if is_zero(1) => Some("negative value"),
        "ESDTNFTTransfer" if !is_address(3) => Some(wrong),
        "MultiESDTNFTTransfer" if !is_address(0) => {
            Some("invalid arguments to process built-in function, not a valid destination address")
        }
        "MultiESDTNFTTransfer" if !names_all(args) => {
            Some("invalid arguments to process built-in function, invalid number of arguments")
        }
        "ChangeOwnerAddress" if !is_address(0) => Some("invalid address length"),
        _ => None,
    }
}

/// Whether a transfer of several tokens names as many as it says, at least one.
fn names_all(args: &[Vec<u8>]) -> bool {
    let named = args.len().saturating_sub(2) / 3;
    args.get(1)
        .is_some_and(|count| (1..=named).contains(&number(count)))
}

/// Whether the network executes a function of this name itself.
pub fn is_built_in(function: &str) -> bool {
    function.starts_with("ESDT") || function == "MultiESDTNFTTransfer"
}

/// The gas of a built-in function itself.
pub fn built_in_gas(vm: &Vm, function: &str, args: &[Vec<u8>]) -> u64 {
    let costs = &vm.schedule().builtin_cost;
    match function {
        "ESDTTransfer" => costs.esdt_transfer,
        "ESDTNFTTransfer" => costs.esdtnft_transfer,
        "MultiESDTNFTTransfer" => {
            let count = args.get(1).map_or(0, |count| number(count));
            costs.multi_esdtnft_transfer * count.min(1_000) as u64
        }
        "ESDTNFTCreate" => costs.esdtnft_create,
        "ESDTNFTBurn" => costs.esdtnft_burn,
        "ESDTNFTAddQuantity" => costs.esdtnft_add_quantity,
        "ESDTNFTAddURI" => costs.esdtnft_add_uri,
        "ESDTNFTUpdateAttributes" => costs.esdtnft_update_attributes,
        "ESDTLocalMint" => costs.esdt_local_mint,
        "ESDTLocalBurn" => costs.esdt_local_burn,
        "ChangeOwnerAddress" => costs.change_owner_address,
        "ClaimDeveloperRewards" => costs.claim_developer_rewards,
        _ => 0,
    }
}

/// Writes pairs of keys and values into the sender's own storage.
pub fn save_key_value(job: Job, vm: &Vm, args: &[Vec<u8>]) -> Outcome {
    let Job { world, tx, .. } = job;
    let refused = |reason: &str| Outcome::failed(ReturnCode::UserError, reason).invalid();
    if tx.sender != tx.receiver {
        return refused("not the owner of the account");
    }
    if tx.value > BigUint::ZERO {
        return refused("built in function called with tx value is not allowed");
    }
    if args.is_empty() || !args.len().is_multiple_of(2) {
        return refused("invalid arguments to process built-in function");
    }
    let schedule = vm.schedule();
    let mut gas = schedule.builtin_cost.save_key_value;
    let mut written = HashMap::new();
    for pair in args.chunks(2) {
        let (key, value) = (&pair[0], &pair[1]);
        if key.starts_with(STORAGE_RESERVED_PREFIX) {
            return refused("it is not allowed to save under this key");
        }
        let before = vm.stored(&tx.sender, key);
        let base = &schedule.base_operation_cost;
        gas += base.persist_per_byte * (key.len() + value.len()) as u64;
        if before != *value {
            gas += base.store_per_byte * value.len().saturating_sub(before.len()) as u64;
        }
        written.insert(key.clone(), value.clone());
    }
    if gas > job.gas_limit {
        return Outcome::failed(ReturnCode::OutOfGas, NOT_ENOUGH_GAS).invalid();
    }
    let mut account = world
        .load_account(&tx.sender)
        .expect("every address has an account");
    account.storage = written;
    Outcome::of(Done::of(TxResult::empty(), only(account)), gas)
}
