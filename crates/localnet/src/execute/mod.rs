//! One transaction's way through the chain: nonce and fee, what it calls, what it
//! pays in the end, and the record that the network would keep of it.

mod call;
mod kind;
mod report;

use multiversx_chain_core::types::ReturnCode;
use multiversx_chain_vm::{blockchain::state::AccountData, host::context::BlockchainUpdate};
use num_bigint::BigUint;

use self::{
    call::{Outcome, run},
    kind::Kind,
    report::report,
};
use crate::{
    esdt::Token,
    fee,
    receipt::{Record, Status},
    state::State,
    transaction::CheckedTransaction,
    vm::{Vm, World},
};

/// What a transaction has changed, and its record.
pub(crate) struct Executed {
    pub record: Record,
    pub updates: BlockchainUpdate,
    pub token: Option<Token>,
}

/// Fails a transaction that can't be executed: the process has died of it.
pub(crate) fn give_up(state: &State, tx: &CheckedTransaction) -> Executed {
    let kind = Kind::of(tx);
    let mut record = Record::pending(
        hex::encode(tx.hash()),
        tx.wire.clone(),
        kind.function_name(),
    );
    record.status = Status::Success;
    record.block = state.block.clone();
    record.gas_used = tx.wire.gas_limit;
    let mut sender = state.account(&tx.sender);
    sender.nonce += 1;
    let fee = tx.highest_fee().min(sender.egld_balance.clone());
    sender.egld_balance -= &fee;
    record.fee = fee.to_string();
    let outcome = Outcome::failed(
        ReturnCode::ExecutionFailed,
        "the local chain's process died while it executed this",
    );
    report(&mut record, tx, &outcome, &BigUint::ZERO, 0);
    Executed {
        record,
        updates: only(sender),
        token: None,
    }
}

/// Executes a transaction whose nonce is the sender's. The caller commits the changes.
pub(crate) fn execute(state: &State, vm: &mut Vm, tx: &CheckedTransaction) -> Executed {
    let hash = tx.hash();
    let kind = Kind::of(tx);
    let mut record = Record::pending(hex::encode(hash), tx.wire.clone(), kind.function_name());
    record.status = Status::Success;
    record.block = state.block.clone();

    let price = tx.wire.gas_price;
    let highest_fee = if kind.is_executed() {
        tx.highest_fee()
    } else {
        fee::fee(tx.move_gas(), tx.move_gas(), price)
    };
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

    let gas_limit = if kind.is_executed() {
        tx.wire.gas_limit
    } else {
        tx.move_gas()
    };
    let execution_limit = gas_limit - tx.move_gas();
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
    record.gas_used = gas_limit - refunded_gas;
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

fn only(account: AccountData) -> BlockchainUpdate {
    let mut updates = BlockchainUpdate::empty();
    updates.accounts.insert(account.address.clone(), account);
    updates
}

/// A share of the execution's fee is the contract owner's to claim.
fn reward_developer(updates: &mut BlockchainUpdate, tx: &CheckedTransaction, spent: BigUint) {
    if let Some(contract) = updates.accounts.get_mut(&tx.receiver)
        && contract.contract_owner.is_some()
    {
        contract.developer_rewards += spent * fee::DEVELOPER_PERCENT / 100u32;
    }
}
