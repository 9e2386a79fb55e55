//! A transaction in its sender's shard: nonce and fee, and its execution, or its way elsewhere.

use multiversx_chain_core::types::ReturnCode;
use multiversx_chain_vm::blockchain::state::AccountData;
use num_bigint::BigUint;

use super::{
    call::{run, send},
    kind::Kind,
    outcome::{Job, Outcome, given_up},
    report::report_failure,
    results::Results,
    settle::{Executed, gas_limit, refunded, settle},
};
use crate::{
    execute::message::{Errand, Message},
    fee,
    state::{State, only},
    transaction::CheckedTransaction,
    transaction::receipt::{Record, Status, return_data},
    vm::{Vm, World},
};

fn begin(state: &State, tx: &CheckedTransaction, kind: &Kind) -> Record {
    let hash = hex::encode(tx.hash());
    let mut record = Record::pending(hash, tx.wire.clone(), kind.function_name());
    record.status = Status::Success;
    record.block = state.block.clone();
    record
}

/// Fails a transaction that the chain doesn't execute, for this reason.
pub(crate) fn give_up(state: &State, tx: &CheckedTransaction, reason: &str) -> Executed {
    let mut record = begin(state, tx, &Kind::of(tx));
    record.gas_used = tx.wire.gas_limit;
    let mut executed = unpaid(state, tx, record, tx.highest_fee());
    let record = &mut executed.record;
    record.status = Status::Success;
    record.receipt.clear();
    report_failure(record, tx, &given_up(reason));
    executed
}

/// Executes a transaction whose nonce is the sender's. The caller commits the changes.
pub(crate) fn execute(state: &State, vm: &mut Vm, tx: &CheckedTransaction) -> Executed {
    let kind = Kind::of(tx);
    let record = begin(state, tx, &kind);
    let gas_limit = gas_limit(tx, &kind);
    let highest_fee = fee::fee(gas_limit, tx.move_gas(), tx.wire.gas_price);
    let Some(special) = charge(state, tx, &highest_fee) else {
        return unpaid(state, tx, record, highest_fee);
    };
    let world = World::of(state, &tx.sender, special.clone());
    let recipient = kind.recipient(tx);
    let stays = state.shards.same(&tx.sender, &recipient);
    let job = Job {
        state,
        world: &world,
        tx,
        gas_limit: gas_limit - tx.move_gas(),
        arrived: false,
    };
    crate::fault::on_purpose("faultHere", &tx.data);
    let outcome = if stays {
        run(job, vm, kind)
    } else {
        send(job, vm, kind)
    };
    if !stays && outcome.succeeded() {
        return leave(record, tx, outcome, gas_limit, special);
    }
    let (mut executed, refund, _) = settle(record, tx, outcome, gas_limit, false);
    pay_back(&mut executed, tx, special, &refund);
    executed
}

/// The first half of a transaction that continues in another shard.
fn leave(
    mut record: Record,
    tx: &CheckedTransaction,
    mut outcome: Outcome,
    gas_limit: u64,
    special: Vec<AccountData>,
) -> Executed {
    let price = tx.wire.gas_price;
    let used = outcome.gas_used;
    record.status = Status::Pending;
    record.gas_used = gas_limit;
    record.execution_gas = used;
    record.fee = fee::fee(gas_limit, tx.move_gas(), price).to_string();
    let transaction = record.hash.clone();
    // Tokens for a user need no more gas: the rest returns here.
    let only_moves_tokens = used > 0 && !outcome.outgoing.iter().any(|out| out.runs_code);
    let refunded = if only_moves_tokens {
        refunded(gas_limit - tx.move_gas(), used)
    } else {
        0
    };
    let sent = outcome.outgoing.drain(..).map(|outgoing| Message {
        errand: Errand::Transaction { used, refunded },
        ..Message::of(outgoing, &transaction, transaction.clone())
    });
    let sent = sent.collect();
    let mut refund = BigUint::ZERO;
    if refunded > 0 {
        let mut results = Results::of(&mut record, &transaction);
        refund = results.give_back(refunded);
        let data = return_data(ReturnCode::Success, &[]);
        results.add(&tx.receiver, tx.payer(), &refund, data, |result| {
            result.nonce = tx.wire.nonce + 1;
            result.gas_price = price;
        });
    }
    let mut executed = Executed::of(record, outcome.updates, sent);
    pay_back(&mut executed, tx, special, &refund);
    executed
}

/// Adds the accounts that were charged, and pays the refund to the payer of the fee.
fn pay_back(
    executed: &mut Executed,
    tx: &CheckedTransaction,
    charged: Vec<AccountData>,
    refund: &BigUint,
) {
    let accounts = &mut executed.updates.accounts;
    for account in charged {
        accounts.entry(account.address.clone()).or_insert(account);
    }
    let payer = accounts.get_mut(tx.payer()).expect("it was charged");
    payer.egld_balance += refund;
}

/// Takes nonce and fee from the accounts of the sender and the payer. The whole fee is taken first,
/// and the unused part returned later. `None` if there isn't enough for the fee and the value.
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

/// A transaction whose sender lacks the value that it sends is charged all the same.
fn unpaid(
    state: &State,
    tx: &CheckedTransaction,
    mut record: Record,
    highest_fee: BigUint,
) -> Executed {
    let mut sender = state.account(&tx.sender);
    sender.nonce += 1;
    let mut updates = only(sender);
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
    Executed::of(record, updates, vec![])
}
