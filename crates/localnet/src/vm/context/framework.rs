//! The context of the framework's hooks, and the price of storage.

use std::sync::MutexGuard;

use multiversx_chain_core::{
    EGLD_000000_TOKEN_IDENTIFIER,
    builtin_func_names::{ESDT_MULTI_TRANSFER_FUNC_NAME, ESDT_TRANSFER_FUNC_NAME},
    types::{CodeMetadata, ReturnCode},
};
use multiversx_chain_vm::{
    blockchain::{
        reserved::STORAGE_RESERVED_PREFIX,
        state::{AccountData, BlockConfig},
    },
    host::{
        context::{
            AsyncCallTxData, BackTransfers, CallType, ManagedTypeContainer, TxFunctionName,
            TxInput, TxResult, async_call_tx_input,
        },
        vm_hooks::VMHooksContext,
    },
    schedule::GasSchedule,
    types::{Address, VMCodeMetadata},
    vm_err_msg::WRITE_RESERVED,
};
use multiversx_chain_vm_executor::{MemLength, MemPtr, VMHooksEarlyExit};
use num_bigint::BigUint;

use crate::vm::gas;

use super::{MeteredContext, NOT_ENOUGH_GAS, exit};

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
            self.owe(gas::load(&shared.schedule, key, &[], Some(depth)));
            return Vec::new();
        }
        let value = self.value(address, key);
        let first = shared.is_first_load(address, key);
        let depth = first.then(|| shared.depth(address, key));
        self.owe(gas::load(&shared.schedule, key, &value, depth));
        value
    }

    fn storage_write(&mut self, key: &[u8], value: &[u8]) -> Result<(), VMHooksEarlyExit> {
        if key.starts_with(STORAGE_RESERVED_PREFIX) {
            return Err(exit(ReturnCode::ExecutionFailed, WRITE_RESERVED));
        }
        let address = self.current_address().clone();
        let old = self.value(&address, key);
        let first = self.env.shared.is_first_load(&address, key);
        let schedule = &self.env.shared.schedule;
        self.use_gas(gas::store(schedule, key, &old, value, first))?;
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
            return Err(exit(ReturnCode::OutOfGas, NOT_ENOUGH_GAS));
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
        self.deploy(egld_value, contract_code, code_metadata, args)
    }

    fn perform_transfer_execute(
        &mut self,
        to: Address,
        egld_value: BigUint,
        func_name: TxFunctionName,
        arguments: Vec<Vec<u8>>,
    ) -> Result<(), VMHooksEarlyExit> {
        let data = self.call_data(to, egld_value, func_name, arguments);
        self.transfer_execute(egld_as_token(data))
    }
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
