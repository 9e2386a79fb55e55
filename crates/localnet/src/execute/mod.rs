//! One transaction's way through the chain: nonce and fee, what it calls, what it
//! pays in the end, and the record that the network would keep of it. What it sends to other
//! shards is carried out there later.

mod arrive;
mod call;
mod kind;
mod report;
mod results;

use multiversx_chain_core::types::ReturnCode;
use multiversx_chain_vm::{blockchain::state::AccountData, host::context::BlockchainUpdate};
use num_bigint::BigUint;

pub(crate) use self::arrive::arrive;
use self::{
    call::{Job, Outcome, run, send},
    kind::Kind,
    report::report,
    results::Results,
};
use crate::{
    esdt::Token,
    fee,
    message::{Errand, Message},
    receipt::{Record, Status},
    state::State,
    transaction::CheckedTransaction,
    vm::{Carried, Place, Vm, World},
};

/// What a transaction or a message has changed, and the transaction's record.
pub(crate) struct Executed {
    pub record: Record,
    pub updates: BlockchainUpdate,
    pub token: Option<Token>,
    /// What goes to other shards.
    pub sent: Vec<Message>,
}

impl Executed {
    fn of(record: Record, updates: BlockchainUpdate) -> Self {
        Self {
            record,
            updates,
            token: None,
            sent: vec![],
        }
    }
}

fn begin(state: &State, tx: &CheckedTransaction, kind: &Kind) -> Record {
    let hash = hex::encode(tx.hash());
    let mut record = Record::pending(hash, tx.wire.clone(), kind.function_name());
    record.status = Status::Success;
    record.block = state.block.clone();
    record
}

/// Fails a transaction that can't be executed: the process has died of it.
pub(crate) fn give_up(state: &State, tx: &CheckedTransaction) -> Executed {
    let mut record = begin(state, tx, &Kind::of(tx));
    record.gas_used = tx.wire.gas_limit;
    let mut executed = unpaid(state, tx, record, tx.highest_fee());
    let record = &mut executed.record;
    record.status = Status::Success;
    record.receipt.clear();
    let _ = report(record, tx, &died(), &BigUint::ZERO, 0);
    executed
}

fn died() -> Outcome {
    let reason = "the local chain's process died while it executed this";
    Outcome::failed(ReturnCode::ExecutionFailed, reason)
}

/// Executes a transaction whose nonce is the sender's. The caller commits the changes.
pub(crate) fn execute(state: &State, vm: &mut Vm, tx: &CheckedTransaction) -> Executed {
    let kind = Kind::of(tx);
    let mut record = begin(state, tx, &kind);
    let price = tx.wire.gas_price;
    let highest_fee = if kind.is_executed() {
        tx.highest_fee()
    } else {
        fee::fee(tx.move_gas(), tx.move_gas(), price)
    };
    let Some(special) = charge(state, tx, &highest_fee) else {
        return unpaid(state, tx, record, highest_fee);
    };
    let world = World {
        chain: state.chain.clone(),
        place: Place::of(state.shards, &tx.sender),
        special: special.clone(),
        paused: state.paused(),
    };
    let gas_limit = gas_limit(tx, &kind);
    let recipient = kind.recipient(tx);
    let stays = state.shards.same(&tx.sender, &recipient);
    let job = Job {
        state,
        world: &world,
        tx,
        gas_limit: gas_limit - tx.move_gas(),
        arrived: false,
    };
    let mut outcome = if stays {
        run(job, vm, kind)
    } else {
        send(job, vm, kind)
    };
    drop(world);

    if !stays && outcome.succeeded() {
        record.status = Status::Pending;
        record.gas_used = gas_limit;
        record.execution_gas = outcome.gas_used;
        record.fee = highest_fee.to_string();
        let used = outcome.gas_used;
        let transaction = record.hash.clone();
        let sent = outcome.outgoing.drain(..).map(|outgoing| Message {
            errand: Errand::Transaction { used },
            ..Message::of(outgoing, &transaction, transaction.clone())
        });
        let sent = sent.collect();
        let mut executed = Executed::of(record, outcome.updates);
        for account in special {
            let accounts = &mut executed.updates.accounts;
            accounts.entry(account.address.clone()).or_insert(account);
        }
        return Executed { sent, ..executed };
    }
    let Settled {
        mut executed,
        refund,
        ..
    } = settle(record, tx, outcome, gas_limit);
    let accounts = &mut executed.updates.accounts;
    for account in special {
        accounts.entry(account.address.clone()).or_insert(account);
    }
    let payer = accounts.get_mut(tx.payer()).expect("it was charged");
    payer.egld_balance += &refund;
    executed
}

/// Takes nonce and fee: the accounts of the sender and of who pays. The whole fee is taken first
/// and what is not used given back. `None` if there isn't enough for the fee and the value.
fn charge(state: &State, tx: &CheckedTransaction, fee: &BigUint) -> Option<Vec<AccountData>> {
    let mut sender = state.account(&tx.sender);
    sender.nonce += 1;
    let mut accounts = vec![sender];
    if tx.payer() != &tx.sender {
        accounts.push(state.account(tx.payer()));
    }
    let payer = accounts.last_mut()?;
    if payer.egld_balance < *fee {
        return None;
    }
    payer.egld_balance -= fee;
    (accounts[0].egld_balance >= tx.value).then_some(accounts)
}

/// A transaction whose sender hasn't got what it sends: it is charged for all the same.
fn unpaid(
    state: &State,
    tx: &CheckedTransaction,
    mut record: Record,
    highest_fee: BigUint,
) -> Executed {
    let mut updates = BlockchainUpdate::empty();
    let mut sender = state.account(&tx.sender);
    sender.nonce += 1;
    updates.accounts.insert(tx.sender.clone(), sender);
    let payer = updates
        .accounts
        .entry(tx.payer().clone())
        .or_insert_with(|| state.account(tx.payer()));
    let charged = highest_fee.min(payer.egld_balance.clone());
    payer.egld_balance -= &charged;
    record.status = Status::Invalid;
    record.gas_used = tx.wire.gas_limit;
    record.fee = charged.to_string();
    record.receipt = "insufficient funds".into();
    Executed::of(record, updates)
}

/// The gas that a transaction is charged for at most.
fn gas_limit(tx: &CheckedTransaction, kind: &Kind) -> u64 {
    if kind.is_executed() {
        tx.wire.gas_limit
    } else {
        tx.move_gas()
    }
}

/// A transaction's execution, but for the refund, which is yet to be paid.
struct Settled {
    executed: Executed,
    /// In 10⁻¹⁸ EGLD.
    refund: BigUint,
    /// The hash of the refund's result.
    refund_hash: Option<String>,
}

/// Charges for the execution and writes the record.
fn settle(
    mut record: Record,
    tx: &CheckedTransaction,
    mut outcome: Outcome,
    gas_limit: u64,
) -> Settled {
    let execution_limit = gas_limit - tx.move_gas();
    let price = tx.wire.gas_price;
    let succeeded = outcome.succeeded();
    let forfeits = execution_limit > outcome.gas_used.saturating_mul(fee::GAS_TOLERANCE);
    let refunded_gas = if succeeded && !forfeits {
        execution_limit - outcome.gas_used
    } else {
        0
    };
    let refund = fee::execution_fee(refunded_gas, price);
    let highest_fee = fee::fee(gas_limit, tx.move_gas(), price);
    record.status = outcome.status;
    record.gas_used = gas_limit - refunded_gas;
    record.execution_gas = outcome.gas_used;
    record.fee = (&highest_fee - &refund).to_string();
    record.returned = outcome
        .result
        .result_values
        .iter()
        .map(hex::encode)
        .collect();

    let mut updates = std::mem::take(&mut outcome.updates);
    if succeeded && tx.receiver.is_smart_contract_address() {
        let spent = fee::execution_fee(execution_limit - refunded_gas, price);
        reward_developer(&mut updates, tx, spent);
    }
    let refund_hash = report(&mut record, tx, &outcome, &refund, execution_limit);
    let cause = record.hash.clone();
    let sent = Results::of(&mut record, &cause).send(std::mem::take(&mut outcome.outgoing));
    Settled {
        executed: Executed {
            token: outcome.token.filter(|_| succeeded),
            sent,
            ..Executed::of(record, updates)
        },
        refund,
        refund_hash,
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

/// What a message carries, in the hands of its sender, who lives elsewhere.
fn stand_in(message: &Message) -> AccountData {
    let mut account = AccountData::new_empty(message.from.clone());
    message.carried.give(&mut account);
    account
}

/// Takes away the stand-in; what it has been paid goes to the account that it stood in for.
fn leftovers(updates: &mut BlockchainUpdate, message: &Message) -> Carried {
    updates
        .accounts
        .remove(&message.from)
        .map_or_else(Carried::default, |account| Carried::all_of(&account))
}
