//! Calls of the contract that manages tokens.

use multiversx_chain_core::types::{Address, ReturnCode};
use multiversx_chain_vm::host::context::{BlockchainUpdate, TxCacheSource, TxResult};

use super::outcome::{Job, NOT_ENOUGH_GAS, Outcome, Told};
use crate::{
    esdt::{self, ManagementCall},
    state::only,
    vm::{Done, Vm},
};

/// Carries out a call of the contract that manages tokens.
pub fn manage_token(job: Job, vm: &Vm, function: &str, args: &[Vec<u8>]) -> Outcome {
    let Job {
        state, world, tx, ..
    } = job;
    let failed = |code, reason: String| Outcome {
        told: Told::Code,
        ..Outcome::failed(code, reason)
    };
    let gas = vm.schedule().metachain_system_scs_cost.esdt_operations;
    if job.gas_limit < gas {
        return failed(ReturnCode::OutOfGas, NOT_ENOUGH_GAS.to_string());
    }
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
    let call = ManagementCall {
        caller: &tx.sender,
        value: &tx.value,
        function,
        args,
        seed: &tx.hash(),
        tokens: &state.tokens,
        account: &account,
    };
    match esdt::manage(&call) {
        Err(refusal) => failed(refusal.code, refusal.message),
        Ok(managed) => {
            let result = TxResult {
                result_values: managed.returned,
                ..TxResult::empty()
            };
            let updates = managed.account.map_or_else(BlockchainUpdate::empty, only);
            Outcome {
                token: managed.token,
                ..Outcome::of(Done::of(result, updates), gas)
            }
        }
    }
}
