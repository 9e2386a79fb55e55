//! The framework's hook context, with what the network does and it doesn't:
//! the price of storage and transfers, gas handed on to a called contract and
//! paid for, and the rules on who may be paid.

use std::{fmt, sync::MutexGuard};

use multiversx_chain_core::{
    EGLD_000000_TOKEN_IDENTIFIER,
    builtin_func_names::{ESDT_MULTI_TRANSFER_FUNC_NAME, ESDT_TRANSFER_FUNC_NAME},
    std::new_address::compute_new_address,
    types::{CodeMetadata, ReturnCode},
};
use multiversx_chain_vm::{
    blockchain::{
        reserved::STORAGE_RESERVED_PREFIX,
        state::{AccountData, BlockConfig},
    },
    host::{
        context::{
            AsyncCallTxData, BackTransfers, BlockchainUpdate, CallType, ManagedTypeContainer,
            TxCache, TxContext, TxFunctionName, TxInput, TxResult, async_call_tx_input,
        },
        runtime::RuntimeInstanceCallLambdaDefault,
        vm_hooks::{TxVMHooksContext, VMHooksContext},
    },
    schedule::GasSchedule,
    types::{Address, VMCodeMetadata},
    vm_err_msg,
};
use multiversx_chain_vm_executor::{MemLength, MemPtr, VMHooksEarlyExit};
use multiversx_chain_vm_executor_wasmer_experimental::ExperimentalInstanceState;
use num_bigint::BigUint;

use crate::receipt::NestedCall;

use super::{
    call,
    env::{HookEnv, points_used},
    outgoing::{Carried, Outgoing},
    shared::PromiseGas,
    transfer::{Transfer, refusal},
};

/// How many contracts may be under way at once, each called by the one before.
const MAX_INSTANCES: usize = 10;

/// How many calls of contracts by contracts are noted for those who listen, and how long they may be.
const MAX_NOTED: usize = 256;
const MAX_NOTED_BYTES: usize = 4_096;

// The production VM's words.
const TOO_DEEP: &str = "max instances reached";
const ASYNC_IN_ASYNC: &str = "multi-level async calls are not allowed yet";
const NOT_ENOUGH_GAS: &str = "not enough gas";
const OTHER_SHARD: &str = "sync execution request is not in the same shard";

pub(super) struct MeteredContext<'a, 's> {
    env: &'a HookEnv,
    inner: TxVMHooksContext<&'a mut ExperimentalInstanceState<'s>>,
    import: &'static str,
    /// Gas that the contract hands to the contract it calls; `None` for all that is left.
    handed: Option<u64>,
    /// Gas used when the hook began.
    used: u64,
    /// The input with what is left as its gas limit: the framework's `getGasLeft` answers with the limit.
    left: Option<TxInput>,
}

impl fmt::Debug for MeteredContext<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MeteredContext")
            .field("import", &self.import)
            .finish()
    }
}

impl<'a, 's> MeteredContext<'a, 's> {
    pub fn new(
        env: &'a HookEnv,
        mut state: &'a mut ExperimentalInstanceState<'s>,
        import: &'static str,
        args: &[i64],
    ) -> Self {
        let used = points_used(&mut state);
        let inner = TxVMHooksContext::new(env.tx.clone(), state);
        let left = (import == "getGasLeft").then(|| {
            let price = inner.gas_schedule().base_ops_api_cost.get_gas_left;
            let mut input = inner.input_ref().clone();
            input.gas_limit = input.gas_limit.saturating_sub(used + price);
            input
        });
        Self {
            env,
            inner,
            import,
            handed: gas_argument(import, args),
            used,
            left,
        }
    }

    /// The value of a key as the transaction under way sees it.
    fn value(&self, address: &Address, key: &[u8]) -> Vec<u8> {
        self.env
            .tx
            .tx_cache
            .with_account_or_else(
                address,
                |account| account.storage.get(key).cloned(),
                || None,
            )
            .unwrap_or_else(|| self.env.shared.stored(address, key))
    }

    /// The result of a hook that the framework doesn't answer as the network does; `None` for all
    /// others.
    pub fn answer(&mut self, args: &[i64]) -> Result<Option<i32>, VMHooksEarlyExit> {
        if self.import == "getShardOfAddress" && self.env.shared.is_one_shard() {
            self.use_gas(self.gas_schedule().base_ops_api_cost.get_shard_of_address)?;
            return Ok(Some(0));
        }
        Ok(self.tell_balance_of_another(args)?.then_some(0))
    }

    /// Answers a contract that asks for another account's balance; the framework's hooks know the
    /// contract's own alone. Whether that was what it asked. Accounts of other shards have nothing.
    fn tell_balance_of_another(&mut self, args: &[i64]) -> Result<bool, VMHooksEarlyExit> {
        let (token, result) = match (self.import, args) {
            ("bigIntGetExternalBalance", &[_, result]) => (None, result),
            ("bigIntGetESDTExternalBalance", &[_, at, len, nonce, result]) => {
                (Some((at as MemPtr, len as MemLength, nonce as u64)), result)
            }
            _ => return Ok(false),
        };
        // SAFETY: a load outside of the contract's memory ends its call
        let address = Address::from_slice(&unsafe { self.memory_load(args[0] as MemPtr, 32) });
        if address == *self.current_address() {
            return Ok(false);
        }
        self.use_gas(self.gas_schedule().big_int_api_cost.big_int_set_int_64)?;
        let sees = self.env.shared.sees(&address);
        let account = self.account_data(&address).filter(|_| sees);
        let balance = account.map(|account| match token {
            None => account.egld_balance,
            Some((at, len, nonce)) => {
                // SAFETY: as above
                let token = unsafe { self.memory_load(at, len) };
                account.esdt.get_esdt_balance(&token, nonce)
            }
        });
        let balance = balance.unwrap_or_default();
        self.m_types_lock()
            .bi_overwrite(result as i32, balance.into());
        Ok(true)
    }

    fn owe(&self, gas: u64) {
        self.env.owed.set(self.env.owed.get() + gas);
    }

    /// Gas for the contract that is called from this one.
    fn gas_to_hand(&self) -> u64 {
        let left = self.gas_left();
        self.handed.map_or(left, |gas| gas.min(left))
    }

    fn call_data(
        &self,
        to: Address,
        egld_value: BigUint,
        function: TxFunctionName,
        arguments: Vec<Vec<u8>>,
    ) -> AsyncCallTxData {
        AsyncCallTxData {
            from: self.current_address().clone(),
            to,
            call_value: egld_value,
            endpoint_name: function,
            arguments,
            tx_hash: self.tx_hash(),
        }
    }

    /// Calls another contract in the middle of this one's call. A failed call
    /// has changed nothing, and all of its gas is used.
    fn call(&mut self, mut input: TxInput) -> TxResult {
        let mut transfer = Transfer::of(&input, &self.env.tx.runtime_ref.vm_ref.builtin_functions);
        if input.call_type == CallType::BackTransfer {
            transfer = transfer.to_caller();
        }
        if !self.env.shared.sees(transfer.recipient()) {
            return TxResult::from_vm_error(OTHER_SHARD);
        }
        let paused = self.env.shared.session().paused.clone();
        let cache = &self.env.tx.tx_cache;
        let reason = refusal(&transfer, &paused, |address| {
            cache.with_account_or_else(address, |account| Some(account.clone()), || None)
        });
        if let Some(reason) = reason {
            return TxResult::from_vm_error(reason);
        }
        if transfer.has_tokens() {
            self.owe(self.env.shared.prices.token_transfer * transfer.token_count());
        }
        input.gas_limit = self.gas_to_hand();
        let gas_limit = input.gas_limit;
        let runs = transfer.runs_code();
        if runs && !self.enter() {
            self.owe(gas_limit);
            return TxResult::from_vm_error(TOO_DEEP);
        }
        let before = self.sent_so_far();
        let nested = if runs {
            self.note_nested(&input, &transfer)
        } else {
            None
        };
        let (result, updates) = call::execute(
            input,
            TxCache::new(self.env.tx.blockchain_cache_arc()),
            &self.env.tx.runtime_ref,
        );
        if runs {
            self.leave();
        }
        if !result.result_status.is_success() {
            self.take_back(before);
            if let Some(index) = nested {
                self.env.shared.session().nested[index].failed = true;
            }
        }
        self.finish_call(&result, updates, if runs { gas_limit } else { 0 });
        result
    }

    /// Notes that a contract is called from this one; the call's place among those noted, `None`
    /// where there are too many.
    fn note_nested(&self, input: &TxInput, transfer: &Transfer) -> Option<usize> {
        let (function, mut arguments) = transfer.called(input);
        let length: usize = arguments.iter().map(Vec::len).sum();
        if function.len() + length > MAX_NOTED_BYTES {
            arguments.clear();
        }
        let mut session = self.env.shared.session();
        if session.nested.len() >= MAX_NOTED || function.len() > MAX_NOTED_BYTES {
            return None;
        }
        let call = NestedCall {
            to: transfer.recipient().clone(),
            function,
            arguments,
            depth: session.depth,
            failed: false,
        };
        session.nested.push(call);
        Some(session.nested.len() - 1)
    }

    /// How many promises and messages there are.
    fn sent_so_far(&self) -> (usize, usize) {
        let session = self.env.shared.session();
        (session.promises.len(), session.outgoing.len())
    }

    /// Takes back the promises and messages of a call that failed.
    fn take_back(&self, (promises, outgoing): (usize, usize)) {
        let mut session = self.env.shared.session();
        session.promises.truncate(promises);
        session.outgoing.truncate(outgoing);
    }

    /// Sends a call or a transfer to another shard. Only what the sender lacks is known at once.
    fn send_away(&mut self, input: TxInput, transfer: &Transfer) -> Result<(), VMHooksEarlyExit> {
        self.owe(self.env.shared.prices.token_transfer * transfer.token_count());
        // Tokens without a call need no gas elsewhere.
        let takes_gas = transfer.names_function() || !transfer.has_tokens();
        let gas = self.handed.filter(|_| takes_gas).unwrap_or(0);
        if gas > self.gas_left() {
            return Err(exit(ReturnCode::OutOfGas, NOT_ENOUGH_GAS.to_string()));
        }
        let paused = self.env.shared.session().paused.clone();
        let carried = match Carried::take(&self.env.tx.tx_cache, transfer, &paused) {
            Ok(carried) => carried,
            Err(_) if may_fail(self.import) => {
                self.env.failed.set(true);
                return Ok(());
            }
            Err(error) => return Err(exit(error.status, error.message)),
        };
        self.owe(gas);
        let log = transfer.log(&input);
        self.result_lock().result_logs.extend(log);
        self.env.shared.session().outgoing.push(Outgoing {
            recipient: transfer.recipient().clone(),
            runs_code: transfer.runs_code(),
            input,
            carried,
            gas,
            callback: None,
        });
        Ok(())
    }

    /// Notes that this contract waits for another one; `false` if too many wait already.
    fn enter(&self) -> bool {
        let mut session = self.env.shared.session();
        let may = session.depth + 1 < MAX_INSTANCES;
        session.depth += usize::from(may);
        may
    }

    fn leave(&self) {
        self.env.shared.session().depth -= 1;
    }

    /// Gas kept back for a callback of the contract that runs.
    fn callback_lock(&self) -> u64 {
        let code = self
            .env
            .tx
            .with_contract_account(|account| account.contract_path.as_ref().map_or(0, Vec::len));
        self.env.shared.prices.lock_for_callback(code)
    }

    /// Takes the gas of a promise and of its callback from the contract that makes it.
    pub fn pay_for_promise(&mut self, call: u64, extra: u64) -> Result<(), VMHooksEarlyExit> {
        self.refuse_async_in_async()?;
        let callback = self.callback_lock().saturating_add(extra);
        let gas = call.saturating_add(callback);
        if gas > self.gas_left() {
            return Err(exit(ReturnCode::OutOfGas, NOT_ENOUGH_GAS.to_string()));
        }
        self.use_gas(gas)?;
        let paid = PromiseGas { call, callback };
        self.env.shared.session().promises.push(paid);
        Ok(())
    }

    fn refuse_async_in_async(&self) -> Result<(), VMHooksEarlyExit> {
        if self.env.shared.session().in_async {
            return Err(exit(
                ReturnCode::ExecutionFailed,
                ASYNC_IN_ASYNC.to_string(),
            ));
        }
        Ok(())
    }

    fn gas_left(&self) -> u64 {
        self.input_ref()
            .gas_limit
            .saturating_sub(self.used + self.env.owed.get())
    }

    fn finish_call(&mut self, result: &TxResult, updates: BlockchainUpdate, gas_limit: u64) {
        let tx = &self.env.tx;
        if result.result_status.is_success() {
            self.owe(result.gas_used.as_u64());
            tx.blockchain_cache().commit_updates(updates);
            let mut own = tx.result_lock();
            own.merge_after_sync_call(result);
            // The framework forgets the promises of a called contract.
            own.pending_calls
                .promises
                .extend(result.pending_calls.promises.iter().cloned());
            drop(own);
            tx.back_transfers_lock().new_from_result(
                &tx.input_ref().to,
                result,
                &tx.runtime_ref.vm_ref.builtin_functions,
            );
        } else {
            self.owe(gas_limit);
            let mut own = tx.result_lock();
            own.result_logs.extend(result.esdt_transfer_log.clone());
            own.error_trace.extend_from_slice(&result.error_trace);
        }
    }
}

/// The gas that a hook's caller gives to what it calls.
fn gas_argument(import: &str, args: &[i64]) -> Option<u64> {
    let index = match import {
        "managedExecuteOnDestContext"
        | "managedExecuteOnDestContextWithErrorReturn"
        | "managedExecuteReadOnly"
        | "managedCreateContract"
        | "managedDeployFromSourceContract" => 0,
        "managedTransferValueExecute"
        | "managedMultiTransferESDTNFTExecute"
        | "managedMultiTransferESDTNFTExecuteWithReturn" => 2,
        _ => return None,
    };
    Some(args[index] as u64)
}

/// Whether a failed transfer is the contract's to deal with.
fn may_fail(import: &str) -> bool {
    import == "managedMultiTransferESDTNFTExecuteWithReturn"
}

/// The network's form of EGLD that is sent as a token: the framework makes an `ESDTTransfer` of it.
fn egld_as_token(data: AsyncCallTxData) -> AsyncCallTxData {
    let egld = EGLD_000000_TOKEN_IDENTIFIER.as_bytes();
    let is_egld = data.endpoint_name.as_str() == ESDT_TRANSFER_FUNC_NAME
        && data.arguments.first().is_some_and(|token| token == egld);
    if !is_egld {
        return data;
    }
    let mut arguments = vec![data.to.to_vec(), vec![1], egld.to_vec(), vec![]];
    arguments.extend(data.arguments.into_iter().skip(1));
    AsyncCallTxData {
        to: data.from.clone(),
        endpoint_name: ESDT_MULTI_TRANSFER_FUNC_NAME.into(),
        arguments,
        ..data
    }
}

fn exit(status: ReturnCode, message: String) -> VMHooksEarlyExit {
    VMHooksEarlyExit::new(status.as_u64()).with_message(message)
}

impl VMHooksContext for MeteredContext<'_, '_> {
    unsafe fn memory_load(&self, offset: MemPtr, length: MemLength) -> Vec<u8> {
        unsafe { self.inner.memory_load(offset, length) }
    }

    unsafe fn memory_store(&self, offset: MemPtr, data: &[u8]) {
        unsafe { self.inner.memory_store(offset, data) }
    }

    fn m_types_lock(&self) -> MutexGuard<'_, ManagedTypeContainer> {
        self.inner.m_types_lock()
    }

    fn gas_schedule(&self) -> &GasSchedule {
        self.inner.gas_schedule()
    }

    fn use_gas(&mut self, gas: u64) -> Result<(), VMHooksEarlyExit> {
        self.inner.use_gas(gas)?;
        self.used += gas;
        Ok(())
    }

    fn input_ref(&self) -> &TxInput {
        self.left.as_ref().unwrap_or_else(|| self.inner.input_ref())
    }

    fn random_next_bytes(&self, length: usize) -> Vec<u8> {
        self.inner.random_next_bytes(length)
    }

    fn result_lock(&self) -> MutexGuard<'_, TxResult> {
        self.inner.result_lock()
    }

    fn storage_read_any_address(&self, address: &Address, key: &[u8]) -> Vec<u8> {
        let shared = &self.env.shared;
        let readable = address == self.current_address()
            || shared.sees(address)
                && (shared.all_readable
                    || self
                        .account_data(address)
                        .is_some_and(|a| a.code_metadata.contains(CodeMetadata::READABLE)));
        if !readable {
            let depth = shared.depth(address, key);
            self.owe(shared.prices.load(key, &[], Some(depth)));
            return Vec::new();
        }
        let value = self.value(address, key);
        let first = shared.is_first_load(address, key);
        let depth = first.then(|| shared.depth(address, key));
        self.owe(shared.prices.load(key, &value, depth));
        value
    }

    fn storage_write(&mut self, key: &[u8], value: &[u8]) -> Result<(), VMHooksEarlyExit> {
        if key.starts_with(STORAGE_RESERVED_PREFIX) {
            return Err(exit(
                ReturnCode::ExecutionFailed,
                vm_err_msg::WRITE_RESERVED.to_string(),
            ));
        }
        let address = self.current_address().clone();
        let old = self.value(&address, key);
        let first = self.env.shared.is_first_load(&address, key);
        self.use_gas(self.env.shared.prices.store(key, &old, value, first))?;
        self.inner.storage_write(key, value)
    }

    fn get_block_config(&self) -> &BlockConfig {
        self.inner.get_block_config()
    }

    fn back_transfers_lock(&self) -> MutexGuard<'_, BackTransfers> {
        self.inner.back_transfers_lock()
    }

    fn account_data(&self, address: &Address) -> Option<AccountData> {
        self.inner.account_data(address)
    }

    fn account_code(&self, address: &Address) -> Vec<u8> {
        self.account_data(address)
            .and_then(|account| account.contract_path)
            .unwrap_or_default()
    }

    fn perform_async_call(
        &mut self,
        to: Address,
        egld_value: BigUint,
        func_name: TxFunctionName,
        args: Vec<Vec<u8>>,
    ) -> Result<(), VMHooksEarlyExit> {
        self.refuse_async_in_async()?;
        if self.gas_left() < self.callback_lock() {
            return Err(exit(ReturnCode::OutOfGas, NOT_ENOUGH_GAS.to_string()));
        }
        self.inner
            .perform_async_call(to, egld_value, func_name, args)
    }

    fn perform_execute_on_dest_context(
        &mut self,
        to: Address,
        egld_value: BigUint,
        func_name: TxFunctionName,
        args: Vec<Vec<u8>>,
    ) -> Result<TxResult, VMHooksEarlyExit> {
        let data = self.call_data(to, egld_value, func_name, args);
        Ok(self.call(async_call_tx_input(&data, CallType::ExecuteOnDestContext)))
    }

    fn perform_execute_on_dest_context_readonly(
        &mut self,
        to: Address,
        func_name: TxFunctionName,
        args: Vec<Vec<u8>>,
    ) -> Result<Vec<Vec<u8>>, VMHooksEarlyExit> {
        let data = self.call_data(to, BigUint::ZERO, func_name, args);
        let mut input = async_call_tx_input(&data, CallType::ExecuteOnDestContext);
        input.readonly = true;
        let result = self.call(input);
        if result.result_status.is_success() {
            Ok(result.result_values)
        } else {
            Err(exit(result.result_status, result.result_message))
        }
    }

    fn perform_deploy(
        &mut self,
        egld_value: BigUint,
        contract_code: Vec<u8>,
        code_metadata: VMCodeMetadata,
        args: Vec<Vec<u8>>,
    ) -> Result<(Address, Vec<Vec<u8>>), VMHooksEarlyExit> {
        let tx = &self.env.tx;
        let creator = self.current_address().clone();
        let cache = TxCache::new(tx.blockchain_cache_arc());
        let nonce = cache.with_account(&creator, |account| account.nonce);
        cache.increase_account_nonce(&creator);
        let address = compute_new_address(&creator, nonce);
        let gas_limit = self.gas_to_hand();
        let input = TxInput {
            from: creator.clone(),
            to: address.clone(),
            egld_value: egld_value.clone(),
            func_name: TxFunctionName::INIT,
            args,
            gas_limit,
            tx_hash: self.tx_hash(),
            ..Default::default()
        };
        if let Err(error) = cache.subtract_egld_balance(&creator, &egld_value) {
            return Err(exit(error.status, error.message));
        }
        let context = TxContext::new(tx.runtime_ref.clone(), input, cache);
        context.create_new_contract(&address, contract_code, code_metadata, creator);
        context
            .tx_cache
            .increase_egld_balance(&address, &egld_value);
        if !self.enter() {
            return Err(exit(ReturnCode::ExecutionFailed, TOO_DEEP.to_string()));
        }
        let before = self.sent_so_far();
        let (result, updates) = tx
            .runtime_ref
            .execute(context, RuntimeInstanceCallLambdaDefault)
            .into_results();
        self.leave();
        if !result.result_status.is_success() {
            self.take_back(before);
        }
        self.finish_call(&result, updates, gas_limit);
        if result.result_status.is_success() {
            Ok((address, result.result_values))
        } else {
            Err(exit(ReturnCode::ExecutionFailed, result.result_message))
        }
    }

    fn perform_transfer_execute(
        &mut self,
        to: Address,
        egld_value: BigUint,
        func_name: TxFunctionName,
        arguments: Vec<Vec<u8>>,
    ) -> Result<(), VMHooksEarlyExit> {
        let data = egld_as_token(self.call_data(to, egld_value, func_name, arguments));
        let mut input = async_call_tx_input(&data, CallType::TransferExecute);
        let transfer = Transfer::of(&input, &self.env.tx.runtime_ref.vm_ref.builtin_functions);
        let price = self.env.shared.prices.transfer * transfer.token_count().max(1);
        self.use_gas(price)?;
        if !self.env.shared.sees(transfer.recipient()) {
            return self.send_away(input, &transfer);
        }
        let caller = &self.input_ref().from;
        if caller.is_smart_contract_address() && transfer.recipient() == caller {
            input.call_type = CallType::BackTransfer;
        }
        let result = self.call(input);
        if result.result_status.is_success() {
            self.result_lock().all_calls.push(data);
            Ok(())
        } else if may_fail(self.import) {
            self.env.failed.set(true);
            Ok(())
        } else {
            Err(exit(ReturnCode::ExecutionFailed, result.result_message))
        }
    }
}
