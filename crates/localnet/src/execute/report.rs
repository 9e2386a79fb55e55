//! Events and results of a transaction, as the network words them.

use multiversx_chain_core::{std::code_hash, types::ReturnCode};
use num_bigint::BigUint;

use super::call::Outcome;
use crate::{
    receipt::{ContractResult, Event, Failure, Record, code_name, return_data},
    transaction::CheckedTransaction,
};

/// Fills in events and results as the network words them.
pub fn report(
    record: &mut Record,
    tx: &CheckedTransaction,
    outcome: &Outcome,
    refund: &BigUint,
    execution_limit: u64,
) {
    let result = &outcome.result;
    let contract = outcome.new_contract.as_ref().unwrap_or(&tx.receiver);
    let executes = !record.function.is_empty() || outcome.new_contract.is_some();

    if !result.result_status.is_success() {
        let code = result.result_status;
        let message = result.result_message.clone();
        record.events = vec![
            Event::new(
                &tx.sender,
                "signalError",
                &[tx.sender.as_bytes(), message.as_bytes()],
                &[format!("@{}", hex::encode(code_name(code))).into_bytes()],
            ),
            Event::new(
                contract,
                "internalVMErrors",
                &[contract.as_bytes(), record.function.as_bytes()],
                &[format!("[{}] [{}]", message, record.function).into_bytes()],
            ),
        ];
        if tx.value > BigUint::ZERO {
            let back = ContractResult::new(
                &record.hash,
                0,
                contract,
                &tx.sender,
                &tx.value,
                return_data(code, &[message.clone().into_bytes()]),
            );
            record.results.push(ContractResult {
                nonce: tx.wire.nonce,
                return_message: message.clone(),
                ..back
            });
        }
        record.failure = Some(Failure {
            code: code_name(code).to_string(),
            message,
        });
        return;
    }

    record.events = result.all_logs().into_iter().map(Event::of_log).collect();
    for (index, call) in result.all_calls.iter().enumerate() {
        record
            .results
            .push(ContractResult::of_call(&record.hash, index + 1, call));
    }
    if let Some(code) = &outcome.code {
        let identifier = if outcome.new_contract.is_some() {
            "SCDeploy"
        } else {
            "SCUpgrade"
        };
        record.events.push(Event::new(
            contract,
            identifier,
            &[contract.as_bytes(), tx.sender.as_bytes(), &code_hash(code)],
            &[],
        ));
    }
    if let Some(address) = &outcome.new_contract {
        record.new_contract = Some(crate::address::encode(address));
    }
    if let Some(token) = &outcome.token {
        record.events.push(Event::new(
            &tx.receiver,
            &record.function,
            &[
                token.identifier.as_bytes(),
                token.name.as_bytes(),
                token.ticker.as_bytes(),
                token.kind.as_bytes(),
                &[token.decimals as u8],
            ],
            &[],
        ));
    }
    if let Some((token, amount)) = &outcome.sent {
        let data = format!(
            "ESDTTransfer@{}@{}",
            hex::encode(token),
            hex::encode(amount.to_bytes_be())
        );
        record.results.push(ContractResult::new(
            &record.hash,
            0,
            &tx.receiver,
            &tx.sender,
            &BigUint::ZERO,
            data,
        ));
    }
    if !executes {
        return;
    }

    let data = return_data(ReturnCode::Success, &result.result_values);
    if *refund > BigUint::ZERO {
        let back = ContractResult::new(&record.hash, 0, contract, &tx.sender, refund, data);
        record.results.push(ContractResult {
            nonce: tx.wire.nonce + 1,
            gas_price: tx.wire.gas_price,
            ..back
        });
    } else {
        let mut topics = vec![tx.sender.as_bytes().to_vec()];
        if execution_limit > outcome.gas_used {
            topics.push(
                format!(
                    "@too much gas provided for processing: gas provided = {execution_limit}, gas used = {}",
                    outcome.gas_used
                )
                .into_bytes(),
            );
        }
        let topics: Vec<&[u8]> = topics.iter().map(Vec::as_slice).collect();
        record.events.push(Event::new(
            contract,
            "writeLog",
            &topics,
            &[data.into_bytes()],
        ));
    }
    let hash = hex::decode(&record.hash).expect("hashes are hex");
    record
        .events
        .push(Event::new(contract, "completedTxEvent", &[&hash], &[]));
}
