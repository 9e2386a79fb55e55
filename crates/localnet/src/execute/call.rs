//! Carries out what a transaction asks for; nothing is committed here.

use multiversx_chain_core::{
    std::new_address::compute_new_address,
    types::{Address, ReturnCode},
};
use multiversx_chain_vm::{
    host::context::{BlockchainUpdate, TxCacheSource, TxInput, TxResult},
    system_sc::is_system_sc_address,
    types::{H256, VMCodeMetadata},
};
use num_bigint::BigUint;

use super::kind::Kind;
use crate::{
    esdt::{self, ManagementCall, Token},
    state::State,
    transaction::CheckedTransaction,
    vm::{Vm, World},
};

/// Built-in functions that only a contract's owner may call on it.
const OWNER_FUNCTIONS: [&str; 2] = ["ChangeOwnerAddress", "ClaimDeveloperRewards"];

/// What is left of an execution: what to commit and what to report.
pub struct Outcome {
    pub result: TxResult,
    pub updates: BlockchainUpdate,
    pub gas_used: u64,
    pub token: Option<Token>,
    pub sent: Option<(String, BigUint)>,
    pub new_contract: Option<Address>,
    pub code: Option<Vec<u8>>,
}

impl Outcome {
    pub fn failed(code: ReturnCode, message: impl Into<String>) -> Self {
        Self::of(
            TxResult::from_error(code, message),
            BlockchainUpdate::empty(),
            0,
        )
    }

    fn of(result: TxResult, updates: BlockchainUpdate, gas_used: u64) -> Self {
        Self {
            result,
            updates,
            gas_used,
            token: None,
            sent: None,
            new_contract: None,
            code: None,
        }
    }
}

pub fn run(
    state: &State,
    world: &World,
    vm: &mut Vm,
    tx: &CheckedTransaction,
    kind: Kind,
    gas_limit: u64,
    hash: &[u8; 32],
) -> Outcome {
    let mut input = TxInput {
        from: tx.sender.clone(),
        to: tx.receiver.clone(),
        egld_value: tx.value.clone(),
        gas_limit,
        gas_price: tx.wire.gas_price,
        tx_hash: H256::from(*hash),
        ..Default::default()
    };
    match kind {
        Kind::Move => {
            let (result, updates) = vm.call(world, input);
            Outcome::of(result, updates, 0)
        }
        Kind::Malformed => Outcome::failed(
            ReturnCode::UserError,
            "invalid data: no function call or deployment",
        ),
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
            let (result, updates) = vm.deploy(world, input, code.clone(), metadata);
            let gas = result.gas_used.as_u64();
            Outcome {
                new_contract: Some(address),
                code: Some(code),
                ..Outcome::of(result, updates, gas)
            }
        }
        Kind::Call { function, args } if is_system_sc_address(&tx.receiver) => {
            manage_token(state, world, vm, tx, &function, &args, gas_limit)
        }
        Kind::Call { function, args } => {
            if let Err(refused) = check_call(state, vm, tx, &function, &args) {
                return *refused;
            }
            let own = built_in_gas(vm, &function, &args);
            if own > gas_limit {
                return Outcome::failed(ReturnCode::OutOfGas, "not enough gas");
            }
            input.gas_limit = gas_limit - own;
            input.func_name = function.as_str().into();
            input.args = args;
            let (result, updates) = vm.call(world, input);
            let gas = own + result.gas_used.as_u64();
            let code = (function == "upgradeContract")
                .then(|| {
                    updates
                        .accounts
                        .get(&tx.receiver)
                        .and_then(|a| a.contract_path.clone())
                })
                .flatten();
            Outcome {
                code,
                ..Outcome::of(result, updates, gas)
            }
        }
    }
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
    if let Some(reason) = wrong_arguments(tx, function, args) {
        return refused(ReturnCode::UserError, reason);
    }
    if !tx.receiver.is_smart_contract_address() {
        return Ok(());
    }
    let contract = state.account(&tx.receiver);
    if contract.contract_path.is_none() {
        return refused(ReturnCode::ContractNotFound, "contract not found");
    }
    let is_owner = contract.contract_owner.as_ref() == Some(&tx.sender);
    match function {
        "init" | "upgrade" => refused(
            ReturnCode::UserError,
            "it is not allowed to call init in run",
        ),
        "callBack" => refused(
            ReturnCode::UserError,
            "it is not allowed to call callBack in run",
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
        "ESDTLocalMint" => costs.esdt_local_mint,
        "ESDTLocalBurn" => costs.esdt_local_burn,
        "ChangeOwnerAddress" => costs.change_owner_address,
        "ClaimDeveloperRewards" => costs.claim_developer_rewards,
        _ => 0,
    }
}

fn manage_token(
    state: &State,
    world: &World,
    vm: &Vm,
    tx: &CheckedTransaction,
    function: &str,
    args: &[Vec<u8>],
    gas_limit: u64,
) -> Outcome {
    let gas = vm.schedule().metachain_system_scs_cost.esdt_operations;
    if gas_limit < gas {
        return Outcome::failed(ReturnCode::OutOfGas, "not enough gas");
    }
    let call = ManagementCall {
        caller: &tx.sender,
        value: &tx.value,
        function,
        args,
        seed: &tx.hash(),
    };
    let account = |address: &Address| {
        let mut account = world
            .load_account(address)
            .expect("every address has an account");
        if *address == tx.sender {
            account.egld_balance -= &tx.value;
        }
        account
    };
    match esdt::manage(&call, &state.tokens, account) {
        Err(reason) => Outcome::failed(ReturnCode::UserError, reason),
        Ok(managed) => {
            let result = TxResult {
                result_values: managed.returned,
                ..TxResult::empty()
            };
            let mut updates = BlockchainUpdate::empty();
            for account in managed.accounts {
                updates.accounts.insert(account.address.clone(), account);
            }
            Outcome {
                token: managed.token,
                sent: managed.sent,
                ..Outcome::of(result, updates, gas)
            }
        }
    }
}
