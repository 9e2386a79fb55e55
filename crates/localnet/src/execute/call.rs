//! Carries out what a transaction asks for; nothing is committed here.

use std::collections::HashMap;

use multiversx_chain_core::{
    std::new_address::compute_new_address,
    types::{Address, ReturnCode},
};
use multiversx_chain_vm::{
    blockchain::reserved::STORAGE_RESERVED_PREFIX,
    host::context::{BlockchainUpdate, TxCacheSource, TxInput, TxResult},
    system_sc::is_system_sc_address,
    types::{H256, VMCodeMetadata},
};
use num_bigint::BigUint;

use super::kind::Kind;
use crate::{
    esdt::{self, ManagementCall, Token},
    receipt::Status,
    state::State,
    transaction::CheckedTransaction,
    vm::{Done, Outgoing, Vm, World},
};

/// Built-in functions that only a contract's owner may call on it.
const OWNER_FUNCTIONS: [&str; 2] = ["ChangeOwnerAddress", "ClaimDeveloperRewards"];

// The network's words.
const NOT_ENOUGH_GAS: &str = "not enough gas";
const NO_CONTRACT: &str = "invalid contract code (not found)";
const NOT_PAYABLE: &str = "sending value to non payable contract";

/// How the network tells of a failure.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// By the VM's trace.
    ByTrace,
    /// By its message.
    ByMessage,
    /// By its code.
    ByCode,
    /// By the transaction's receipt alone.
    ByReceipt,
}

/// What is left of an execution: what to commit and what to report.
pub struct Outcome {
    pub result: TxResult,
    pub updates: BlockchainUpdate,
    pub gas_used: u64,
    /// Where the transaction stands then.
    pub status: Status,
    /// How a failure is told.
    pub told: Told,
    /// Whether it was executed away from its sender's shard.
    pub arrived: bool,
    pub outgoing: Vec<Outgoing>,
    pub token: Option<Token>,
    pub sent: Option<(String, BigUint)>,
    pub new_contract: Option<Address>,
    pub code: Option<Vec<u8>>,
}

impl Outcome {
    pub fn failed(code: ReturnCode, message: impl Into<String>) -> Self {
        Self::of(
            Done {
                result: TxResult::from_error(code, message),
                updates: BlockchainUpdate::empty(),
                outgoing: vec![],
            },
            0,
        )
    }

    fn of(done: Done, gas_used: u64) -> Self {
        Self {
            result: done.result,
            updates: done.updates,
            outgoing: done.outgoing,
            gas_used,
            status: Status::Success,
            told: Told::ByTrace,
            arrived: false,
            token: None,
            sent: None,
            new_contract: None,
            code: None,
        }
    }

    pub fn succeeded(&self) -> bool {
        self.result.result_status.is_success()
    }

    /// What fails before any code runs makes the transaction invalid.
    fn invalid(self) -> Self {
        Self {
            status: if self.succeeded() {
                self.status
            } else {
                Status::Invalid
            },
            told: Told::ByMessage,
            ..self
        }
    }
}

/// A transaction, or its second half, and what it finds.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    pub state: &'a State,
    pub world: &'a World,
    pub tx: &'a CheckedTransaction,
    /// Gas for the execution.
    pub gas_limit: u64,
    /// Whether this is the second half: what is carried, and a built-in function, is paid already.
    pub arrived: bool,
}

impl Job<'_> {
    fn input(&self) -> TxInput {
        TxInput {
            from: self.tx.sender.clone(),
            to: self.tx.receiver.clone(),
            egld_value: self.tx.value.clone(),
            gas_limit: self.gas_limit,
            gas_price: self.tx.wire.gas_price,
            tx_hash: H256::from(self.tx.hash()),
            ..Default::default()
        }
    }
}

/// Takes what the transaction moves from its sender, for another shard.
pub fn send(job: Job, vm: &mut Vm, kind: Kind) -> Outcome {
    let mut input = job.input();
    let mut own = 0;
    if let Kind::Call { function, args } = kind {
        if let Some(reason) = wrong_arguments(job.tx, &function, &args) {
            return Outcome::failed(ReturnCode::UserError, reason).invalid();
        }
        own = built_in_gas(vm, &function, &args);
        if own > job.gas_limit {
            return Outcome::failed(ReturnCode::OutOfGas, NOT_ENOUGH_GAS).invalid();
        }
        input.gas_limit = job.gas_limit - own;
        input.func_name = function.as_str().into();
        input.args = args;
    }
    Outcome::of(vm.send(job.world, input), own).invalid()
}

/// Executes a transaction where its recipient is.
pub fn run(job: Job, vm: &mut Vm, kind: Kind) -> Outcome {
    let Job {
        state,
        world,
        tx,
        gas_limit,
        arrived,
    } = job;
    let mut input = job.input();
    match kind {
        Kind::Move => {
            if tx.receiver.is_smart_contract_address() {
                let contract = state.account(&tx.receiver);
                if contract.contract_path.is_none() {
                    let missing = Outcome::failed(ReturnCode::ContractNotFound, NO_CONTRACT);
                    return missing.invalid();
                }
                // A payment of nothing is one too.
                if !contract.code_metadata.contains(VMCodeMetadata::PAYABLE) {
                    return Outcome {
                        told: Told::ByMessage,
                        ..Outcome::failed(ReturnCode::UserError, NOT_PAYABLE)
                    };
                }
            }
            // A plain transfer has no execution: all gas beyond its own is forfeited.
            Outcome::of(vm.call(world, input), 0)
        }
        Kind::NotHere { function } => {
            let reason = format!("{function} is not available on this chain");
            Outcome::failed(ReturnCode::UserError, reason).invalid()
        }
        Kind::SaveKeyValue { args } => save_key_value(job, vm, &args),
        Kind::Malformed if tx.data.is_empty() => Outcome {
            told: Told::ByReceipt,
            ..Outcome::failed(ReturnCode::UserError, "invalid transaction").invalid()
        },
        Kind::Malformed => Outcome {
            told: Told::ByMessage,
            ..Outcome::failed(ReturnCode::UserError, "invalid deploy arguments")
        },
        Kind::Deploy {
            code,
            metadata,
            args,
        } => {
            if let Err(reason) = vm.check_code(&code) {
                return Outcome::failed(ReturnCode::ContractInvalid, reason);
            }
            let address = compute_new_address(&tx.sender, tx.wire.nonce);
            input.to = address.clone();
            input.func_name = "init".into();
            input.args = args;
            let done = vm.deploy(world, input, code.clone(), metadata);
            let gas = done.result.gas_used.as_u64();
            Outcome {
                new_contract: Some(address),
                code: Some(code),
                ..Outcome::of(done, gas)
            }
        }
        Kind::Call { function, args } if is_system_sc_address(&tx.receiver) => {
            manage_token(job, vm, &function, &args)
        }
        Kind::Call { function, args } => {
            if let Some(reason) = wrong_arguments(tx, &function, &args) {
                return Outcome::failed(ReturnCode::UserError, reason).invalid();
            }
            if let Err(refused) = check_call(state, vm, tx, &function, &args) {
                return *refused;
            }
            let own = if arrived {
                0
            } else {
                built_in_gas(vm, &function, &args)
            };
            let is_built_in = is_built_in(&function);
            if own > gas_limit {
                let short = Outcome::failed(ReturnCode::OutOfGas, NOT_ENOUGH_GAS);
                return if is_built_in { short.invalid() } else { short };
            }
            input.gas_limit = gas_limit - own;
            input.func_name = function.as_str().into();
            input.args = args;
            let done = vm.call(world, input.clone());
            let gas = own + done.result.gas_used.as_u64();
            let failed = !done.result.result_status.is_success();
            let code = (function == "upgradeContract")
                .then(|| {
                    done.updates
                        .accounts
                        .get(&tx.receiver)
                        .and_then(|a| a.contract_path.clone())
                })
                .flatten();
            let outcome = Outcome {
                code,
                ..Outcome::of(done, gas)
            };
            let moves_tokens = function.ends_with("Transfer");
            let in_code = || moves_tokens && reaches_code(vm, world, input);
            if failed && is_built_in && !arrived && !in_code() {
                return outcome.invalid();
            }
            outcome
        }
    }
}

/// Writes pairs of keys and values into the sender's own storage.
fn save_key_value(job: Job, vm: &Vm, args: &[Vec<u8>]) -> Outcome {
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
    let mut updates = BlockchainUpdate::empty();
    updates.accounts.insert(tx.sender.clone(), account);
    let done = Done {
        result: TxResult::empty(),
        updates,
        outgoing: vec![],
    };
    Outcome::of(done, gas)
}

/// Whether a failed call of a built-in function has come as far as a contract's code.
fn reaches_code(vm: &mut Vm, world: &World, input: TxInput) -> bool {
    let sent = vm.send(world, input);
    sent.outgoing.first().is_some_and(|sent| sent.runs_code)
}

/// What the network refuses before a contract is entered.
fn check_call(
    state: &State,
    vm: &Vm,
    tx: &CheckedTransaction,
    function: &str,
    args: &[Vec<u8>],
) -> Result<(), Box<Outcome>> {
    let refused = |code, message: &str| Err(Box::new(Outcome::failed(code, message)));
    if !tx.receiver.is_smart_contract_address() {
        return Ok(());
    }
    let contract = state.account(&tx.receiver);
    if contract.contract_path.is_none() {
        return refused(ReturnCode::ContractNotFound, NO_CONTRACT);
    }
    let is_owner = contract.contract_owner.as_ref() == Some(&tx.sender);
    match function {
        "init" | "upgrade" => refused(
            ReturnCode::UserError,
            "invalid function (calling init() directly is forbidden)",
        ),
        "callBack" => refused(
            ReturnCode::UserError,
            "invalid function (calling callBack() directly is forbidden)",
        ),
        _ if OWNER_FUNCTIONS.contains(&function) && !is_owner => {
            refused(ReturnCode::UserError, "operation in account not permitted")
        }
        "upgradeContract" => {
            if !is_owner || !contract.code_metadata.contains(VMCodeMetadata::UPGRADEABLE) {
                return refused(ReturnCode::UpgradeFailed, "upgrade not allowed");
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

/// What is wrong with the arguments of a built-in function that the framework takes as they are.
fn wrong_arguments(
    tx: &CheckedTransaction,
    function: &str,
    args: &[Vec<u8>],
) -> Option<&'static str> {
    let is_address = |index: usize| args.get(index).is_some_and(|arg| arg.len() == 32);
    let is_zero = |index: usize| args.get(index).is_none_or(|n| n.iter().all(|b| *b == 0));
    let has_value = tx.value > BigUint::ZERO;
    let moves_tokens = ["ESDTTransfer", "ESDTNFTTransfer", "MultiESDTNFTTransfer"];
    if has_value && moves_tokens.contains(&function) {
        return Some("built in function called with tx value is not allowed");
    }
    match function {
        "ESDTTransfer" if is_zero(1) => Some("negative value"),
        "ESDTNFTTransfer" if !is_address(3) => {
            Some("invalid arguments to process built-in function")
        }
        "MultiESDTNFTTransfer" | "ChangeOwnerAddress" if !is_address(0) => {
            Some("invalid arguments to process built-in function")
        }
        _ => None,
    }
}

/// Whether the network executes a function of this name itself.
fn is_built_in(function: &str) -> bool {
    function.starts_with("ESDT") || function == "MultiESDTNFTTransfer"
}

/// The gas of a built-in function itself.
fn built_in_gas(vm: &Vm, function: &str, args: &[Vec<u8>]) -> u64 {
    let costs = &vm.schedule().builtin_cost;
    match function {
        "ESDTTransfer" => costs.esdt_transfer,
        "ESDTNFTTransfer" => costs.esdtnft_transfer,
        "MultiESDTNFTTransfer" => {
            let count = args
                .get(1)
                .map_or(0, |n| n.iter().fold(0u64, |n, b| n << 8 | u64::from(*b)));
            costs.multi_esdtnft_transfer * count.min(1_000)
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

fn manage_token(job: Job, vm: &Vm, function: &str, args: &[Vec<u8>]) -> Outcome {
    let Job {
        state, world, tx, ..
    } = job;
    let failed = |code, reason: String| Outcome {
        told: Told::ByCode,
        ..Outcome::failed(code, reason)
    };
    let gas = vm.schedule().metachain_system_scs_cost.esdt_operations;
    if job.gas_limit < gas {
        return failed(ReturnCode::OutOfGas, NOT_ENOUGH_GAS.to_string());
    }
    let call = ManagementCall {
        caller: &tx.sender,
        value: &tx.value,
        function,
        args,
        seed: &tx.hash(),
    };
    let account = |address: &Address| {
        if job.arrived {
            // The value has left its account already, and every account is as the chain says.
            return state.account(address);
        }
        let mut account = world
            .load_account(address)
            .expect("every address has an account");
        if *address == tx.sender {
            account.egld_balance -= &tx.value;
        }
        account
    };
    match esdt::manage(&call, &state.tokens, account) {
        Err(refusal) => failed(refusal.code, refusal.message),
        Ok(managed) => {
            let result = TxResult {
                result_values: managed.returned,
                ..TxResult::empty()
            };
            let mut updates = BlockchainUpdate::empty();
            for account in managed.accounts {
                updates.accounts.insert(account.address.clone(), account);
            }
            let done = Done {
                result,
                updates,
                outgoing: vec![],
            };
            Outcome {
                token: managed.token,
                sent: managed.sent,
                ..Outcome::of(done, gas)
            }
        }
    }
}
