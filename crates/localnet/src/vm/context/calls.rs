//! Calls of other contracts during a call, and messages to other shards.

use multiversx_chain_core::{std::new_address::compute_new_address, types::ReturnCode};
use multiversx_chain_vm::{
    host::{
        context::{
            AsyncCallTxData, BlockchainUpdate, CallType, TxCache, TxContext, TxFunctionName,
            TxInput, TxResult, async_call_tx_input,
        },
        runtime::RuntimeInstanceCallLambdaDefault,
        vm_hooks::VMHooksContext,
    },
    types::{Address, VMCodeMetadata},
};
use multiversx_chain_vm_executor::VMHooksEarlyExit;
use num_bigint::BigUint;

use crate::transaction::receipt::NestedCall;
use crate::vm::call;
use crate::vm::outgoing::Outgoing;
use crate::vm::transfer::Transfer;

use super::{MeteredContext, NOT_ENOUGH_GAS, exit};

/// The number of contracts that may run at the same time, each called by the one before.
const MAX_INSTANCES: usize = 10;

/// The limits on the number and the length of the calls among contracts that are noted for
/// listeners.
const MAX_NOTED: usize = 256;
const MAX_NOTED_BYTES: usize = 4_096;

// The production VM's words.
const TOO_DEEP: &str = "max instances reached";
const OTHER_SHARD: &str = "sync execution request is not in the same shard";

impl MeteredContext<'_, '_> {
    /// Gas for the contract that is called from this one.
    fn gas_to_hand(&self) -> u64 {
        let left = self.gas_left();
        self.handed.map_or(left, |gas| gas.min(left))
    }

    pub(super) fn call_data(
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
    pub(super) fn call(&mut self, mut input: TxInput) -> TxResult {
        let mut transfer = Transfer::of(&input, &self.env.tx.runtime_ref.vm_ref.builtin_functions);
        if input.call_type == CallType::BackTransfer {
            transfer = transfer.to_caller();
        }
        if !self.env.shared.sees(&transfer.recipient) {
            return TxResult::from_vm_error(OTHER_SHARD);
        }
        let rules = self.env.shared.session().rules.clone();
        if let Some(reason) = transfer.refusal(&rules, &self.env.tx.tx_cache) {
            return TxResult::from_vm_error(reason);
        }
        if transfer.has_tokens() {
            self.owe(self.env.shared.schedule.builtin_cost.esdt_transfer * transfer.token_count());
        }
        input.gas_limit = self.gas_to_hand();
        let gas_limit = input.gas_limit;
        let runs = transfer.runs_code();
        if runs && !self.enter() {
            self.owe(gas_limit);
            return TxResult::from_vm_error(TOO_DEEP);
        }
        let before = self.sent_so_far();
        let nested = runs.then(|| self.note_nested(&input, &transfer)).flatten();
        let cache = TxCache::new(self.env.tx.blockchain_cache_arc());
        let (result, updates) = call::execute(input, cache, &self.env.tx.runtime_ref);
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

    /// Deploys a contract in the middle of this one's call.
    pub(super) fn deploy(
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
        let staged = &context.tx_cache;
        staged.increase_egld_balance(&address, &egld_value);
        if !self.enter() {
            return Err(exit(ReturnCode::ExecutionFailed, TOO_DEEP));
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

    /// Calls another contract, or sends to it, and ignores its answer.
    pub(super) fn transfer_execute(
        &mut self,
        data: AsyncCallTxData,
    ) -> Result<(), VMHooksEarlyExit> {
        let mut input = async_call_tx_input(&data, CallType::TransferExecute);
        let transfer = Transfer::of(&input, &self.env.tx.runtime_ref.vm_ref.builtin_functions);
        let price = self.env.shared.schedule.base_ops_api_cost.transfer_value;
        let price = price * transfer.token_count().max(1);
        self.use_gas(price)?;
        if !self.env.shared.sees(&transfer.recipient) {
            return self.send_away(input, &transfer);
        }
        let caller = &self.input_ref().from;
        if caller.is_smart_contract_address() && transfer.recipient == *caller {
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

    /// Notes that a contract is called from this one; the call's place among those noted, `None`
    /// if there are too many.
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
            to: transfer.recipient.clone(),
            function,
            arguments,
            depth: session.depth,
            failed: false,
        };
        session.nested.push(call);
        Some(session.nested.len() - 1)
    }

    /// The number of promises and messages.
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

    /// Sends a call or a transfer to another shard. Only a sender that lacks the value is noticed
    /// immediately.
    fn send_away(&mut self, input: TxInput, transfer: &Transfer) -> Result<(), VMHooksEarlyExit> {
        self.owe(self.env.shared.schedule.builtin_cost.esdt_transfer * transfer.token_count());
        // Tokens without a call need no gas elsewhere.
        let takes_gas = transfer.names_function || !transfer.has_tokens();
        let gas = self.handed.filter(|_| takes_gas).unwrap_or(0);
        if gas > self.gas_left() {
            return Err(exit(ReturnCode::OutOfGas, NOT_ENOUGH_GAS));
        }
        let rules = self.env.shared.session().rules.clone();
        let log = transfer.log(&input);
        let cache = &self.env.tx.tx_cache;
        let outgoing = match Outgoing::take(input, transfer, cache, &rules, gas, None) {
            Ok(outgoing) => outgoing,
            Err(_) if may_fail(self.import) => {
                self.env.failed.set(true);
                return Ok(());
            }
            Err(error) => return Err(exit(error.status, error.message)),
        };
        self.owe(gas);
        self.result_lock().result_logs.extend(log);
        self.env.shared.session().outgoing.push(outgoing);
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

    fn finish_call(&mut self, result: &TxResult, updates: BlockchainUpdate, gas_limit: u64) {
        let tx = &self.env.tx;
        if result.result_status.is_success() {
            self.owe(result.gas_used.as_u64());
            tx.blockchain_cache().commit_updates(updates);
            let mut own = tx.result_lock();
            own.merge_after_sync_call(result);
            // The framework forgets the promises of a called contract.
            let promises = result.pending_calls.promises.iter().cloned();
            own.pending_calls.promises.extend(promises);
            drop(own);
            let functions = &tx.runtime_ref.vm_ref.builtin_functions;
            let mut back = tx.back_transfers_lock();
            back.new_from_result(&tx.input_ref().to, result, functions);
        } else {
            self.owe(gas_limit);
            let mut own = tx.result_lock();
            own.result_logs.extend(result.esdt_transfer_log.clone());
            own.error_trace.extend_from_slice(&result.error_trace);
        }
    }
}

/// Whether a failed transfer is the contract's to deal with.
fn may_fail(import: &str) -> bool {
    import == "managedMultiTransferESDTNFTExecuteWithReturn"
}
