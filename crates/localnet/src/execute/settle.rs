//! The cost and the changes of an execution.

use multiversx_chain_core::types::Address;
use multiversx_chain_vm::host::context::BlockchainUpdate;
use num_bigint::BigUint;

use super::{built_in::CLAIM, kind::Kind, outcome::Outcome, report::report, results::Results};
use crate::{
    esdt::Token, execute::message::Message, fee, transaction::CheckedTransaction,
    transaction::receipt::Record, vm::Outgoing,
};

/// The changes of a transaction or a message, and the transaction's record.
pub(crate) struct Executed {
    pub record: Record,
    pub updates: BlockchainUpdate,
    pub token: Option<Token>,
    /// The messages to other shards.
    pub sent: Vec<Message>,
}

impl Executed {
    pub fn of(record: Record, updates: BlockchainUpdate, sent: Vec<Message>) -> Self {
        Self {
            record,
            updates,
            token: None,
            sent,
        }
    }
}

/// The gas that a transaction is charged for at most.
pub fn gas_limit(tx: &CheckedTransaction, kind: &Kind) -> u64 {
    if kind.is_executed() && !tx.data.is_empty() {
        tx.wire.gas_limit
    } else {
        tx.move_gas()
    }
}

/// Charges for the execution and writes the record. `keeps_rest`: whether unused gas is forfeited.
/// Returns also the refund, in 10⁻¹⁸ EGLD, which is yet to be paid, and the hash of its result.
pub fn settle(
    mut record: Record,
    tx: &CheckedTransaction,
    mut outcome: Outcome,
    gas_limit: u64,
    keeps_rest: bool,
) -> (Executed, BigUint, Option<String>) {
    let execution_limit = gas_limit - tx.move_gas();
    let price = tx.wire.gas_price;
    let succeeded = outcome.succeeded();
    let refunded_gas = if succeeded && !keeps_rest {
        refunded(execution_limit, outcome.gas_used)
    } else {
        0
    };
    let refund = fee::execution_fee(refunded_gas, price);
    let highest_fee = fee::fee(gas_limit, tx.move_gas(), price);
    record.status = outcome.status;
    record.gas_used = gas_limit - refunded_gas;
    record.execution_gas = outcome.gas_used;
    record.nested = std::mem::take(&mut outcome.nested);
    record.fee = (&highest_fee - &refund).to_string();
    let returned = outcome.result.result_values.iter();
    record.returned = returned.map(hex::encode).collect();

    let mut updates = std::mem::take(&mut outcome.updates);
    if succeeded && let Some(contract) = &outcome.new_contract {
        reward_developer(&mut updates, contract, outcome.gas_used, price);
    } else if succeeded && record.function != CLAIM {
        // A claim runs no code of the contract's. Gas that is sent on is for others to use.
        let sent = outcome.outgoing.iter().map(Outgoing::all_gas).sum();
        let spent = (execution_limit - refunded_gas).saturating_sub(sent);
        reward_developer(&mut updates, &tx.receiver, spent, price);
    }
    let told_limit = if keeps_rest {
        outcome.gas_used
    } else {
        execution_limit
    };
    let refund_hash = report(&mut record, tx, &outcome, &refund, told_limit);
    let cause = record.hash.clone();
    let sent = Results::of(&mut record, &cause).send(std::mem::take(&mut outcome.outgoing));
    let executed = Executed {
        token: outcome.token.filter(|_| succeeded),
        ..Executed::of(record, updates, sent)
    };
    (executed, refund, refund_hash)
}

/// A share of the fee for this much gas is the contract owner's to claim.
pub fn reward_developer(updates: &mut BlockchainUpdate, contract: &Address, gas: u64, price: u64) {
    if let Some(contract) = updates.accounts.get_mut(contract)
        && contract.contract_owner.is_some()
    {
        let fee = fee::execution_fee(gas, price);
        contract.developer_rewards += fee * fee::DEVELOPER_PERCENT / 100u32;
    }
}

/// The part of an execution's gas that returns: nothing if much more was given than was used.
pub fn refunded(limit: u64, used: u64) -> u64 {
    if limit > used.saturating_mul(fee::GAS_TOLERANCE) {
        0
    } else {
        limit - used
    }
}
