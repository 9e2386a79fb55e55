//! Queries of views.

use multiversx_chain_core::types::{Address, ReturnCode};
use multiversx_chain_vm::{
    host::context::{TxInput, TxResult},
    system_sc::is_system_sc_address,
};
use num_bigint::BigUint;

use crate::{
    blocks::ledger::Ledger,
    esdt,
    execute::{NO_CONTRACT, forbidden},
    fee,
    transaction::receipt::{Failure, code_name},
    vm::World,
};

/// A query of a view.
#[derive(Clone, Debug)]
pub struct Query {
    pub contract: Address,
    pub function: String,
    pub args: Vec<Vec<u8>>,
    pub caller: Option<Address>,
    pub value: BigUint,
}

impl Query {
    /// A query by the contract itself, without payment.
    pub fn new(contract: &Address, function: &str, args: Vec<Vec<u8>>) -> Self {
        Self {
            contract: contract.clone(),
            function: function.to_string(),
            args,
            caller: None,
            value: BigUint::ZERO,
        }
    }
}

/// A query's answer.
#[derive(Clone, Debug)]
pub struct Answer {
    pub returned: Vec<Vec<u8>>,
    pub failure: Option<Failure>,
    pub gas_used: u64,
}

impl Ledger {
    /// Runs a view, on a copy made by [`fork`](Self::fork).
    pub fn query(mut self, query: &Query) -> Answer {
        let result = self.run_view(query);
        let status = result.result_status;
        Answer {
            gas_used: result.gas_used.as_u64(),
            failure: (!status.is_success()).then(|| Failure {
                code: code_name(status).to_string(),
                message: result.result_message,
            }),
            returned: result.result_values,
        }
    }

    fn run_view(&mut self, query: &Query) -> TxResult {
        let state = &self.now.state;
        if is_system_sc_address(&query.contract) {
            return match esdt::view(&query.function, &query.args, &state.tokens) {
                Ok(result_values) => TxResult {
                    result_values,
                    ..TxResult::empty()
                },
                Err(reason) => TxResult::from_error(ReturnCode::UserError, reason),
            };
        }
        let contract = state.chain.accounts.get(&query.contract);
        if contract.is_none_or(|contract| contract.contract_path.is_none()) {
            return TxResult::from_error(ReturnCode::ContractNotFound, NO_CONTRACT);
        }
        if let Some(reason) = forbidden(&query.function) {
            return TxResult::from_error(ReturnCode::UserError, reason);
        }
        let world = World::of(state, &query.contract, vec![]);
        let input = TxInput {
            from: query.caller.as_ref().unwrap_or(&query.contract).clone(),
            to: query.contract.clone(),
            egld_value: query.value.clone(),
            func_name: query.function.as_str().into(),
            args: query.args.clone(),
            gas_limit: fee::MAX_QUERY_GAS,
            ..TxInput::default()
        };
        self.now.vm.query(&world, input)
    }
}
