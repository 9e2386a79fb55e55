//! Carries out a transaction's call; nothing is committed here.

use multiversx_chain_core::{std::new_address::compute_new_address, types::ReturnCode};
use multiversx_chain_vm::{
    host::context::{AsyncCallTxData, TxInput, TxLog, TxResult},
    system_sc::is_system_sc_address,
    types::{Address, VMCodeMetadata, top_encode_big_uint},
};
use num_traits::Zero;

use super::{
    built_in::{
        CLAIM, OWNER_FUNCTIONS, built_in_gas, is_built_in, save_key_value, wrong_arguments,
    },
    kind::Kind,
    manage::manage_token,
    outcome::{Job, NOT_ENOUGH_GAS, NOT_ENOUGH_SENT, Outcome, Told},
};
use crate::{
    transaction::receipt::Status,
    vm::{Vm, World},
};

// The network's words.
pub const NO_CONTRACT: &str = "invalid contract code (not found)";
const NOT_PAYABLE: &str = "sending value to non payable contract";

/// Takes the value that a transaction moves to another shard from its sender.
pub fn send(job: Job, vm: &mut Vm, kind: Kind) -> Outcome {
    let mut input = job.input();
    let mut own = 0;
    if let Kind::Call { function, args } = kind {
        if let Some(reason) = wrong_arguments(job.tx, &function, &args) {
            return Outcome::failed(ReturnCode::UserError, reason).invalid();
        }
        own = built_in_gas(vm, &function, &args);
        if own > job.gas_limit {
            return Outcome::failed(ReturnCode::OutOfGas, NOT_ENOUGH_SENT).invalid();
        }
        input.gas_limit = job.gas_limit - own;
        input.func_name = function.as_str().into();
        input.args = args;
    }
    Outcome::of(vm.send(job.world, input), own).invalid()
}

/// Executes a transaction in its recipient's shard.
pub fn run(job: Job, vm: &mut Vm, kind: Kind) -> Outcome {
    let tx = job.tx;
    match kind {
        Kind::Move => transfer(job, vm),
        Kind::NotHere { function } => {
            let reason = format!("{function} is not available on this chain");
            Outcome::failed(ReturnCode::UserError, reason).invalid()
        }
        Kind::SaveKeyValue { args } => save_key_value(job, vm, &args),
        Kind::Malformed if tx.data.is_empty() => Outcome {
            told: Told::Receipt,
            ..Outcome::failed(ReturnCode::UserError, "invalid transaction").invalid()
        },
        Kind::Malformed => Outcome {
            told: Told::Message,
            ..Outcome::failed(ReturnCode::UserError, "invalid deploy arguments")
        },
        Kind::Deploy {
            code,
            metadata,
            args,
        } => deploy(job, vm, code, metadata, args),
        Kind::Call { function, args } if is_system_sc_address(&tx.receiver) => {
            manage_token(job, vm, &function, &args)
        }
        Kind::Call { function, args } => call(job, vm, &function, args),
    }
}

/// EGLD without a call.
fn transfer(job: Job, vm: &mut Vm) -> Outcome {
    let receiver = &job.tx.receiver;
    if receiver.is_smart_contract_address() {
        let contract = job.state.account(receiver);
        // A payment of nothing is one too.
        if !contract.code_metadata.contains(VMCodeMetadata::PAYABLE) {
            let mut refused = Outcome::failed(ReturnCode::UserError, NOT_PAYABLE).invalid();
            if job.arrived {
                refused.status = Status::Success;
            }
            return refused;
        }
    }
    // A plain transfer has no execution: all gas beyond its own is forfeited.
    Outcome::of(vm.call(job.world, job.input()), 0)
}

fn deploy(
    job: Job,
    vm: &mut Vm,
    code: Vec<u8>,
    metadata: VMCodeMetadata,
    args: Vec<Vec<u8>>,
) -> Outcome {
    if let Err(reason) = vm.check_code(&code) {
        return Outcome::failed(ReturnCode::ContractInvalid, reason);
    }
    let address = compute_new_address(&job.tx.sender, job.tx.wire.nonce);
    let mut input = job.input();
    input.to = address.clone();
    input.func_name = "init".into();
    input.args = args;
    let done = vm.deploy(job.world, input, code.clone(), metadata);
    let gas = done.result.gas_used.as_u64();
    Outcome {
        new_contract: Some(address),
        code: Some(code),
        ..Outcome::of(done, gas)
    }
}

/// A call of a contract or of a built-in function.
fn call(job: Job, vm: &mut Vm, function: &str, args: Vec<Vec<u8>>) -> Outcome {
    let Job {
        world,
        tx,
        gas_limit,
        arrived,
        ..
    } = job;
    if let Some(reason) = wrong_arguments(tx, function, &args) {
        return Outcome::failed(ReturnCode::UserError, reason).invalid();
    }
    if let Err(refused) = check_call(job, vm, function, &args) {
        return *refused;
    }
    let own = if arrived {
        0
    } else {
        built_in_gas(vm, function, &args)
    };
    let is_built_in = is_built_in(function);
    if own > gas_limit {
        let reason = [NOT_ENOUGH_GAS, NOT_ENOUGH_SENT][usize::from(is_built_in)];
        let short = Outcome::failed(ReturnCode::OutOfGas, reason);
        return if is_built_in { short.invalid() } else { short };
    }
    let mut input = job.input();
    input.gas_limit = gas_limit - own;
    input.func_name = function.into();
    input.args = args;
    let mut done = vm.call(world, input.clone());
    let gas = own + done.result.gas_used.as_u64();
    let failed = !done.result.result_status.is_success();
    if OWNER_FUNCTIONS.contains(&function) && !failed {
        tell_owner(&mut done.result, job, input.args.first());
    }
    let called = done.updates.accounts.get(&tx.receiver);
    let upgraded = called.filter(|_| function == "upgradeContract");
    let outcome = Outcome {
        code: upgraded.and_then(|contract| contract.contract_path.clone()),
        ..Outcome::of(done, gas)
    };
    let moves_tokens = function.ends_with("Transfer");
    let in_code = || moves_tokens && reaches_code(vm, world, input);
    if failed && is_built_in && !arrived && !in_code() {
        return outcome.invalid();
    }
    outcome
}

/// Adds the network's logs and results of an owner's function, which the framework carries out
/// silently: a change to an owner, or a claim.
fn tell_owner(result: &mut TxResult, job: Job, owner: Option<&Vec<u8>>) {
    let Job { state, tx, .. } = job;
    let claimed = state.account(&tx.receiver).developer_rewards;
    let mut log = |address: &Address, endpoint: &str, topics| {
        result.result_logs.push(TxLog {
            address: address.clone(),
            endpoint: endpoint.into(),
            topics,
            data: vec![],
        });
    };
    let to = tx.sender.to_vec();
    if let Some(owner) = owner {
        return log(&tx.receiver, OWNER_FUNCTIONS[0], vec![owner.clone()]);
    }
    let reward = top_encode_big_uint(&claimed);
    log(&tx.receiver, CLAIM, vec![reward, to.clone()]);
    if claimed.is_zero() {
        log(&tx.sender, "writeLog", vec![to]);
    } else if !job.arrived {
        // Across shards a message carries it.
        result.all_calls.push(AsyncCallTxData {
            from: tx.sender.clone(),
            to: tx.sender.clone(),
            call_value: claimed,
            endpoint_name: Default::default(),
            arguments: vec![],
            tx_hash: tx.hash().into(),
        });
    }
}

/// Whether a failed call of a built-in function got to a contract's code.
fn reaches_code(vm: &mut Vm, world: &World, input: TxInput) -> bool {
    let sent = vm.send(world, input);
    sent.outgoing.first().is_some_and(|sent| sent.runs_code)
}

/// Why no one may call this function of a contract.
pub fn forbidden(function: &str) -> Option<String> {
    let name = match function {
        "init" | "upgrade" => "init",
        "callBack" => "callBack",
        _ => return None,
    };
    Some(format!(
        "invalid function (calling {name}() directly is forbidden)"
    ))
}

/// Checks that the network makes before a contract runs.
fn check_call(job: Job, vm: &Vm, function: &str, args: &[Vec<u8>]) -> Result<(), Box<Outcome>> {
    let Job { state, tx, .. } = job;
    let refused = |code, message: &str| Err(Box::new(Outcome::failed(code, message)));
    if !tx.receiver.is_smart_contract_address() {
        return Ok(());
    }
    let contract = state.account(&tx.receiver);
    if contract.contract_path.is_none() {
        return refused(ReturnCode::ContractNotFound, NO_CONTRACT);
    }
    let is_owner = contract.contract_owner.as_ref() == Some(&tx.sender);
    if let Some(reason) = forbidden(function) {
        return refused(ReturnCode::UserError, &reason);
    }
    match function {
        _ if OWNER_FUNCTIONS.contains(&function) && !is_owner => {
            let reason = match function {
                CLAIM => "operation in account not permitted",
                _ => "operation in account not permitted not the owner of the account",
            };
            Err(Box::new(Outcome {
                told: Told::Code,
                ..Outcome::failed(ReturnCode::UserError, reason)
            }))
        }
        "upgradeContract" => {
            let upgradeable = contract.code_metadata.contains(VMCodeMetadata::UPGRADEABLE);
            if !is_owner || !upgradeable {
                // The network has no other words for a contract that can't be upgraded.
                let reason = "upgrade is allowed only for owner";
                return Err(Box::new(Outcome {
                    told: Told::Message,
                    ..Outcome::failed(ReturnCode::UpgradeFailed, reason)
                }));
            }
            let metadata_is_valid = args.get(1).is_some_and(|bytes| bytes.len() == 2);
            if !metadata_is_valid {
                return refused(ReturnCode::UserError, "invalid code metadata");
            }
            match vm.check_code(&args[0]) {
                Ok(()) => Ok(()),
                Err(reason) => refused(ReturnCode::ContractInvalid, &reason),
            }
        }
        _ => Ok(()),
    }
}
