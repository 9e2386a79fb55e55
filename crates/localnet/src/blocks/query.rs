//! Queries of views.

use std::{collections::BTreeMap, sync::Arc};

use multiversx_chain_core::types::{Address, ReturnCode};
use multiversx_chain_vm::{
    blockchain::state::BlockchainState, host::context::TxInput, system_sc::is_system_sc_address,
};
use num_bigint::BigUint;

use crate::{
    address::Shards,
    blocks::ledger::Ledger,
    esdt::{self, Token},
    fee,
    state::token_rules::TokenRules,
    transaction::receipt::{Failure, code_name},
    vm::{Place, Vm, World},
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

/// The chain as it was at one moment: views run on it while transactions go on.
pub(crate) struct Snapshot {
    chain: Arc<BlockchainState>,
    shards: Shards,
    tokens: BTreeMap<String, Token>,
    rules: Arc<TokenRules>,
    vm: Vm,
}

impl Answer {
    /// What isn't executed.
    fn failed(code: ReturnCode, message: &str) -> Self {
        Self {
            returned: vec![],
            failure: Some(Failure {
                code: code_name(code).to_string(),
                message: message.to_string(),
            }),
            gas_used: 0,
        }
    }
}

impl Ledger {
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            chain: self.now.state.chain.clone(),
            shards: self.now.state.shards,
            tokens: self.now.state.tokens.clone(),
            rules: self.now.state.token_rules(),
            vm: self.now.vm.clone(),
        }
    }
}

impl Snapshot {
    /// Runs a view.
    pub fn query(mut self, query: &Query) -> Answer {
        if is_system_sc_address(&query.contract) {
            return match esdt::view(&query.function, &query.args, &self.tokens) {
                Ok(returned) => Answer {
                    returned,
                    failure: None,
                    gas_used: 0,
                },
                Err(reason) => Answer::failed(ReturnCode::UserError, &reason),
            };
        }
        let has_code = self
            .chain
            .accounts
            .get(&query.contract)
            .is_some_and(|account| account.contract_path.is_some());
        if !has_code {
            return Answer::failed(ReturnCode::ContractNotFound, "contract not found");
        }
        if let "init" | "upgrade" | "callBack" = query.function.as_str() {
            return Answer::failed(
                ReturnCode::UserError,
                "invalid function (init, upgrade and callBack can't be called directly)",
            );
        }
        let world = World {
            chain: self.chain.clone(),
            place: Place::of(self.shards, &query.contract),
            special: vec![],
            rules: self.rules.clone(),
        };
        let result = self.vm.query(
            &world,
            TxInput {
                from: query
                    .caller
                    .clone()
                    .unwrap_or_else(|| query.contract.clone()),
                to: query.contract.clone(),
                egld_value: query.value.clone(),
                func_name: query.function.as_str().into(),
                args: query.args.clone(),
                gas_limit: fee::MAX_QUERY_GAS,
                ..TxInput::default()
            },
        );
        let status = result.result_status;
        Answer {
            gas_used: result.gas_used.as_u64(),
            failure: (!status.is_success()).then(|| Failure {
                code: code_name(status).to_string(),
                message: result.result_message.clone(),
            }),
            returned: result.result_values,
        }
    }
}
