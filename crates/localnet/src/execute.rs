//! One transaction's way through the chain: nonce and fee, what it calls, what it
//! pays in the end, and the record that the network would keep of it.

use multiversx_chain_core::{
    std::{code_hash, new_address::compute_new_address},
    types::{Address, ReturnCode},
};
use multiversx_chain_vm::{
    blockchain::state::AccountData,
    host::context::{BlockchainUpdate, TxCacheSource, TxInput, TxResult},
    system_sc::is_system_sc_address,
    types::{H256, VMCodeMetadata},
};
use num_bigint::BigUint;

use crate::{
    esdt::{self, ManagementCall, Token},
    fee,
    receipt::{ContractResult, Event, Failure, Record, Status, code_name, return_data},
    state::State,
    transaction::CheckedTransaction,
    vm::{Vm, World},
};

/// Built-in functions that only a contract's owner may call on it.
const OWNER_FUNCTIONS: [&str; 2] = ["ChangeOwnerAddress", "ClaimDeveloperRewards"];

/// Built-in functions that a user may call on themselves; elsewhere the name is the receiver's own.
const TOKEN_FUNCTIONS: [&str; 6] = [
    "ESDTTransfer",
    "ESDTNFTTransfer",
    "MultiESDTNFTTransfer",
    "ESDTNFTCreate",
    "ESDTLocalMint",
    "ESDTLocalBurn",
];

/// What a transaction asks for.
enum Kind {
    /// EGLD from user to user.
    Move,
    Deploy {
        code: Vec<u8>,
        metadata: VMCodeMetadata,
        args: Vec<Vec<u8>>,
    },
    /// A contract's or a built-in function; an empty name pays a contract.
    Call {
        function: String,
        args: Vec<Vec<u8>>,
    },
    /// Data that no contract can be called with.
    Malformed,
}

impl Kind {
    fn of(tx: &CheckedTransaction) -> Self {
        let call = tx.function_call();
        if tx.receiver.is_zero() {
            return deploy_arguments(tx).map_or(Kind::Malformed, |(code, metadata, args)| {
                Kind::Deploy {
                    code,
                    metadata,
                    args,
                }
            });
        }
        let to_contract = tx.receiver.is_smart_contract_address();
        match call {
            Some((function, args))
                if to_contract || TOKEN_FUNCTIONS.contains(&function.as_str()) =>
            {
                Kind::Call { function, args }
            }
            _ if !to_contract => Kind::Move,
            _ => Kind::Malformed,
        }
    }
}

/// `code@0500@metadata@arguments…`
fn deploy_arguments(tx: &CheckedTransaction) -> Option<(Vec<u8>, VMCodeMetadata, Vec<Vec<u8>>)> {
    let text = std::str::from_utf8(&tx.data).ok()?;
    let mut parts = text.split('@').map(|part| hex::decode(part).ok());
    let code = parts.next()??;
    if parts.next()?? != [5, 0] {
        return None;
    }
    let metadata: [u8; 2] = parts.next()??.try_into().ok()?;
    let args = parts.collect::<Option<Vec<_>>>()?;
    Some((code, VMCodeMetadata::from(metadata), args))
}

/// What is left of an execution: what to commit and what to report.
struct Outcome {
    result: TxResult,
    updates: BlockchainUpdate,
    gas_used: u64,
    token: Option<Token>,
    sent: Option<(String, BigUint)>,
    new_contract: Option<Address>,
    code: Option<Vec<u8>>,
}

impl Outcome {
    fn failed(code: ReturnCode, message: impl Into<String>) -> Self {
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

/// What a transaction has changed, and its record.
pub(crate) struct Executed {
    pub record: Record,
    pub updates: BlockchainUpdate,
    pub token: Option<Token>,
}

/// Executes a transaction whose nonce is the sender's. The caller commits the changes.
pub(crate) fn execute(state: &State, vm: &mut Vm, tx: &CheckedTransaction) -> Executed {
    let hash = tx.hash();
    let kind = Kind::of(tx);
    let mut record = Record::pending(hex::encode(hash), tx.wire.clone(), function_name(&kind));
    record.status = Status::Success;
    record.block = state.block.clone();

    let price = tx.wire.gas_price;
    let highest_fee = tx.highest_fee();
    let mut sender = state.account(&tx.sender);
    sender.nonce += 1;

    if sender.egld_balance < &highest_fee + &tx.value {
        let charged = highest_fee.min(sender.egld_balance.clone());
        sender.egld_balance -= &charged;
        record.status = Status::Invalid;
        record.gas_used = tx.wire.gas_limit;
        record.fee = charged.to_string();
        record.receipt = "insufficient funds".into();
        return Executed {
            record,
            updates: only(sender),
            token: None,
        };
    }

    // The whole fee is taken first and what is not used given back.
    sender.egld_balance -= &highest_fee;
    let world = World {
        chain: state.chain.clone(),
        payer: Some(sender.clone()),
    };

    let execution_limit = tx.wire.gas_limit - tx.move_gas();
    let mut outcome = run(state, &world, vm, tx, kind, execution_limit, &hash);
    drop(world);

    let succeeded = outcome.result.result_status.is_success();
    let forfeits = execution_limit > outcome.gas_used.saturating_mul(fee::GAS_TOLERANCE);
    let refunded_gas = if succeeded && !forfeits {
        execution_limit - outcome.gas_used
    } else {
        0
    };
    let refund = fee::execution_fee(refunded_gas, price);
    record.gas_used = tx.wire.gas_limit - refunded_gas;
    record.execution_gas = outcome.gas_used;
    record.fee = (&highest_fee - &refund).to_string();
    record.returned = outcome
        .result
        .result_values
        .iter()
        .map(hex::encode)
        .collect();

    let mut updates = if succeeded {
        std::mem::take(&mut outcome.updates)
    } else {
        BlockchainUpdate::empty()
    };
    let account = updates.accounts.entry(tx.sender.clone()).or_insert(sender);
    account.egld_balance += &refund;

    if succeeded && tx.receiver.is_smart_contract_address() {
        let spent = fee::execution_fee(execution_limit - refunded_gas, price);
        reward_developer(&mut updates, tx, spent);
    }
    report(&mut record, tx, &outcome, &refund, execution_limit);
    Executed {
        record,
        updates,
        token: outcome.token.filter(|_| succeeded),
    }
}

fn function_name(kind: &Kind) -> String {
    match kind {
        Kind::Call { function, args } => match function.as_str() {
            // The called function, behind a token transfer's own arguments.
            "ESDTTransfer" => text_argument(args, 2).unwrap_or(function.clone()),
            "ESDTNFTTransfer" => text_argument(args, 4).unwrap_or(function.clone()),
            "MultiESDTNFTTransfer" => {
                let count = args
                    .get(1)
                    .map_or(0, |n| n.iter().fold(0, |n, b| n << 8 | *b as usize));
                text_argument(args, count.saturating_mul(3).saturating_add(2))
                    .unwrap_or(function.clone())
            }
            _ => function.clone(),
        },
        _ => String::new(),
    }
}

fn text_argument(args: &[Vec<u8>], index: usize) -> Option<String> {
    String::from_utf8(args.get(index)?.clone()).ok()
}

fn only(account: AccountData) -> BlockchainUpdate {
    let mut updates = BlockchainUpdate::empty();
    updates.accounts.insert(account.address.clone(), account);
    updates
}

fn run(
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
            // A plain transfer has no execution: all gas beyond its own is forfeited.
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

/// A share of the execution's fee is the contract owner's to claim.
fn reward_developer(updates: &mut BlockchainUpdate, tx: &CheckedTransaction, spent: BigUint) {
    if let Some(contract) = updates.accounts.get_mut(&tx.receiver)
        && contract.contract_owner.is_some()
    {
        contract.developer_rewards += spent * fee::DEVELOPER_PERCENT / 100u32;
    }
}

/// Fills in events and results as the network words them.
fn report(
    record: &mut Record,
    tx: &CheckedTransaction,
    outcome: &Outcome,
    refund: &BigUint,
    execution_limit: u64,
) {
    let result = &outcome.result;
    let contract = outcome.new_contract.as_ref().unwrap_or(&tx.receiver);
    let executes = !record.function.is_empty() || outcome.new_contract.is_some();

    if !result.result_status.is_success() {
        let code = result.result_status;
        let message = result.result_message.clone();
        record.events = vec![
            Event::new(
                &tx.sender,
                "signalError",
                &[tx.sender.as_bytes(), message.as_bytes()],
                &[format!("@{}", hex::encode(code_name(code))).into_bytes()],
            ),
            Event::new(
                contract,
                "internalVMErrors",
                &[contract.as_bytes(), record.function.as_bytes()],
                &[format!("[{}] [{}]", message, record.function).into_bytes()],
            ),
        ];
        if tx.value > BigUint::ZERO {
            let back = ContractResult::new(
                &record.hash,
                0,
                contract,
                &tx.sender,
                &tx.value,
                return_data(code, &[message.clone().into_bytes()]),
            );
            record.results.push(ContractResult {
                nonce: tx.wire.nonce,
                return_message: message.clone(),
                ..back
            });
        }
        record.failure = Some(Failure {
            code: code_name(code).to_string(),
            message,
        });
        return;
    }

    record.events = result.all_logs().into_iter().map(Event::of_log).collect();
    for (index, call) in result.all_calls.iter().enumerate() {
        record
            .results
            .push(ContractResult::of_call(&record.hash, index + 1, call));
    }
    if let Some(code) = &outcome.code {
        let identifier = if outcome.new_contract.is_some() {
            "SCDeploy"
        } else {
            "SCUpgrade"
        };
        record.events.push(Event::new(
            contract,
            identifier,
            &[contract.as_bytes(), tx.sender.as_bytes(), &code_hash(code)],
            &[],
        ));
    }
    if let Some(address) = &outcome.new_contract {
        record.new_contract = Some(crate::address::encode(address));
    }
    if let Some(token) = &outcome.token {
        record.events.push(Event::new(
            &tx.receiver,
            &record.function,
            &[
                token.identifier.as_bytes(),
                token.name.as_bytes(),
                token.ticker.as_bytes(),
                token.kind.as_bytes(),
                &[token.decimals as u8],
            ],
            &[],
        ));
    }
    if let Some((token, amount)) = &outcome.sent {
        let data = format!(
            "ESDTTransfer@{}@{}",
            hex::encode(token),
            hex::encode(amount.to_bytes_be())
        );
        record.results.push(ContractResult::new(
            &record.hash,
            0,
            &tx.receiver,
            &tx.sender,
            &BigUint::ZERO,
            data,
        ));
    }
    if !executes {
        return;
    }

    let data = return_data(ReturnCode::Success, &result.result_values);
    if *refund > BigUint::ZERO {
        let back = ContractResult::new(&record.hash, 0, contract, &tx.sender, refund, data);
        record.results.push(ContractResult {
            nonce: tx.wire.nonce + 1,
            gas_price: tx.wire.gas_price,
            ..back
        });
    } else {
        let mut topics = vec![tx.sender.as_bytes().to_vec()];
        if execution_limit > outcome.gas_used {
            topics.push(
                format!(
                    "@too much gas provided for processing: gas provided = {execution_limit}, gas used = {}",
                    outcome.gas_used
                )
                .into_bytes(),
            );
        }
        let topics: Vec<&[u8]> = topics.iter().map(Vec::as_slice).collect();
        record.events.push(Event::new(
            contract,
            "writeLog",
            &topics,
            &[data.into_bytes()],
        ));
    }
    let hash = hex::decode(&record.hash).expect("hashes are hex");
    record
        .events
        .push(Event::new(contract, "completedTxEvent", &[&hash], &[]));
}
