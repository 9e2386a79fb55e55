//! Events and results of a transaction, as the network words them.

use multiversx_chain_core::{
    std::code_hash,
    types::{Address, ReturnCode},
};
use num_bigint::BigUint;

use super::{
    kind::Kind,
    outcome::{Outcome, Told},
    results::{Results, fungible_transfer, transfer_data},
};
use crate::{
    esdt::Token,
    transaction::CheckedTransaction,
    transaction::receipt::{Event, Failure, Record, code_name, return_data},
};

/// The log of the token-managing contract for a call that has changed a token.
fn token_event(function: &str, token: &Token, caller: &Address) -> Option<Event> {
    let identifier = token.identifier.as_bytes();
    match function {
        "pause" => Some(Event::new(caller, "ESDTPause", &[identifier], &[])),
        "unPause" => Some(Event::new(caller, "ESDTUnPause", &[identifier], &[])),
        "issue" | "issueSemiFungible" | "issueNonFungible" | "registerMetaESDT" => {
            let topics = [
                identifier,
                token.name.as_bytes(),
                token.ticker.as_bytes(),
                token.kind.as_bytes(),
                &[token.decimals as u8],
            ];
            Some(Event::new(caller, function, &topics, &[]))
        }
        _ => None,
    }
}

/// Fills in events and results in the network's words. Returns the hash of the refund's result.
pub fn report(
    record: &mut Record,
    tx: &CheckedTransaction,
    outcome: &Outcome,
    refund: &BigUint,
    execution_limit: u64,
) -> Option<String> {
    let result = &outcome.result;
    let executes = !record.function.is_empty() || outcome.new_contract.is_some();
    if !result.result_status.is_success() {
        report_failure(record, tx, outcome);
        return None;
    }

    record.events = Event::of_logs(result.all_logs(), &tx.sender);
    let cause = record.hash.clone();
    Results::of(record, &cause).calls(&result.all_calls);
    report_changes(record, tx, outcome);
    if !executes {
        return None;
    }
    if let Some((recipient, call)) = call_after_transfer(tx) {
        let none = BigUint::ZERO;
        let caller = [&tx.sender, &recipient][usize::from(outcome.arrived)];
        Results::of(record, &cause).add(caller, &recipient, &none, call, |result| {
            result.gas_limit = execution_limit;
            result.gas_price = tx.wire.gas_price;
        });
    }
    report_end(record, tx, outcome, refund, execution_limit)
}

/// The contract that a transaction was executed by.
fn executed_by<'a>(tx: &'a CheckedTransaction, outcome: &'a Outcome) -> &'a Address {
    outcome.new_contract.as_ref().unwrap_or(&tx.receiver)
}

/// Reports a failure and the returned value.
pub fn report_failure(record: &mut Record, tx: &CheckedTransaction, outcome: &Outcome) {
    let failure = Failure {
        code: code_name(outcome.result.result_status).to_string(),
        message: outcome.result.result_message.clone(),
    };
    let back = format!("{}@{}", outcome.returned, hex::encode(outcome.word()));
    record.events = failure.events(&tx.sender, &tx.receiver, &record.function, back);
    match outcome.told {
        Told::Trace => {}
        Told::Message | Told::Code => record.events.truncate(1),
        Told::Receipt => {
            record.events.clear();
            record.receipt.clone_from(&failure.message);
        }
    }
    record.failure = Some(failure);
}

/// A contract's new code, a changed token, and tokens that were sent back.
fn report_changes(record: &mut Record, tx: &CheckedTransaction, outcome: &Outcome) {
    let contract = executed_by(tx, outcome);
    if let Some(code) = &outcome.code {
        let identifier = match outcome.new_contract {
            Some(_) => "SCDeploy",
            None => "SCUpgrade",
        };
        let topics = [contract.as_bytes(), tx.sender.as_bytes(), &code_hash(code)];
        let event = Event::new(contract, identifier, &topics, &[]);
        record.events.push(event);
    }
    if let Some(address) = &outcome.new_contract {
        record.new_contract = Some(crate::address::encode(address));
    }
    if let Some(token) = &outcome.token {
        let event = token_event(&record.function, token, &tx.sender);
        record.events.extend(event);
        // The manager sends them to the account that has issued them.
        if record.function == "issue" && token.supply > BigUint::ZERO {
            let data = fungible_transfer(token.identifier.as_bytes(), &token.supply);
            let none = BigUint::ZERO;
            let cause = record.hash.clone();
            Results::of(record, &cause).add(&tx.receiver, &tx.sender, &none, data, |_| ());
        }
    }
}

/// The answer, with the refund or as an event, and the completion. Returns the hash of the refund's
/// result.
fn report_end(
    record: &mut Record,
    tx: &CheckedTransaction,
    outcome: &Outcome,
    refund: &BigUint,
    execution_limit: u64,
) -> Option<String> {
    let contract = executed_by(tx, outcome);
    let cause = record.hash.clone();
    let data = return_data(ReturnCode::Success, &outcome.result.result_values);
    let mut refund_hash = None;
    if *refund > BigUint::ZERO {
        let mut results = Results::of(record, &cause);
        let hash = results.add(contract, tx.payer(), refund, data, |result| {
            result.nonce = tx.wire.nonce + 1;
            result.gas_price = tx.wire.gas_price;
        });
        refund_hash = Some(hash);
    } else {
        let gas = (execution_limit, outcome.gas_used);
        let event = Event::write_log(&tx.receiver, &tx.sender, data, gas);
        record.events.push(event);
    }
    // A refund to another shard continues, and the network doesn't end a deployment so.
    let goes_on = !outcome.outgoing.is_empty() || outcome.arrived && *refund > BigUint::ZERO;
    if !goes_on && outcome.new_contract.is_none() {
        record.events.push(Event::completed(contract, &cause));
    }
    refund_hash
}

/// Which contract a token transfer calls, and the call as data of a result.
fn call_after_transfer(tx: &CheckedTransaction) -> Option<(Address, String)> {
    let kind = Kind::of(tx);
    let (function, arguments) = kind.call_after_transfer()?;
    let recipient = kind.recipient(tx);
    let data = transfer_data(&function, arguments);
    let is_contract = recipient.is_smart_contract_address();
    is_contract.then_some((recipient, data))
}
