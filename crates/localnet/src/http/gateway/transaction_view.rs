//! A transaction as the gateway shows it.

use serde_json::{Map, Value, json};

use crate::{
    address::{self, Shards},
    execute::{is_built_in, is_protocols},
    fee,
    http::json::logs,
    transaction::call_data::is_token_transfer,
    transaction::receipt::{BlockId, ContractResult, Record, Status},
};

/// A result in the gateway's form: its value is a number, while a transaction's is text. One beyond
/// 64 bits (18.4 EGLD) stays text.
pub fn contract_result(result: &ContractResult) -> Value {
    let mut json = json!(result);
    let fields = json.as_object_mut().expect("a result is an object");
    if fields.remove("events").is_some() {
        let logs = json!({"address": result.receiver, "events": result.events});
        fields.insert("logs".into(), logs);
    }
    if let Ok(value) = result.value.parse::<u64>() {
        json["value"] = value.into();
    }
    json
}

/// A transaction as the gateway shows it.
pub fn transaction_json(record: &Record, shards: Shards, with_results: bool) -> Value {
    let tx = &record.transaction;
    let shard_of = |text: &str| address::decode(text).map_or(0, |a| shards.of(&a));
    let kind = processing_type(record);
    let mut json = json!({
        "type": if record.status == Status::Invalid { "invalid" } else { "normal" },
        "processingTypeOnSource": if is_token_transfer(&name_in_data(record)) { BY_PROTOCOL } else { kind },
        "processingTypeOnDestination": kind,
        "hash": record.hash,
        "nonce": tx.nonce,
        "round": record.block.round,
        "epoch": record.block.epoch,
        "value": tx.value,
        "receiver": tx.receiver,
        "sender": tx.sender,
        "gasPrice": tx.gas_price,
        "gasLimit": tx.gas_limit,
        "data": tx.data,
        "signature": tx.signature,
        "sourceShard": shard_of(&tx.sender),
        "destinationShard": shard_of(&tx.receiver),
        "status": record.status,
        "operation": operation(record),
        "function": record.function,
        "initiallyPaidFee": initially_paid(record),
        "chainID": tx.chain_id,
        "version": tx.version,
        "options": tx.options,
    });
    let fields = json.as_object_mut().expect("an object was made");
    if !names_function(record) {
        fields.remove("function");
    }
    if record.status != Status::Pending {
        fields.extend(block_fields(&record.block));
    }
    if !record.receipt.is_empty() {
        json["receipt"] = json!({"value": record.fee, "sender": tx.sender, "data": record.receipt, "txHash": record.hash});
    }
    if with_results {
        let (gas_used, fee) = charged(record);
        json["gasUsed"] = gas_used.into();
        json["fee"] = fee.into();
        if !record.results.is_empty() {
            let results = record.results.iter().map(contract_result);
            json["smartContractResults"] = results.collect();
        }
        if !record.events.is_empty() {
            json["logs"] = logs(record);
        }
    }
    json
}

/// Whether the network names the called function: for others it shows the operation alone.
fn names_function(record: &Record) -> bool {
    let receiver = address::decode(&record.transaction.receiver);
    let is_contract = receiver.is_ok_and(|receiver| receiver.is_smart_contract_address());
    let function = record.function.as_str();
    !function.is_empty()
        && function.is_ascii()
        && !is_built_in(function)
        && (is_contract || !is_protocols(function))
}

/// The gateway's fields for the block of a transaction.
fn block_fields(block: &BlockId) -> Map<String, Value> {
    let fields = json!({
        "blockNonce": block.nonce,
        "blockHash": block.hash(),
        "notarizedAtSourceInMetaNonce": block.nonce,
        "NotarizedAtSourceInMetaHash": block.hash(),
        "notarizedAtDestinationInMetaNonce": block.nonce,
        "notarizedAtDestinationInMetaHash": block.hash(),
        "miniblockType": "TxBlock",
        "miniblockHash": block.hash(),
        "hyperblockNonce": block.nonce,
        "hyperblockHash": block.hash(),
        "timestamp": block.timestamp_ms / 1000,
        "timestampMs": block.timestamp_ms,
    });
    fields.as_object().expect("an object was made").clone()
}

/// Gas and fee in the gateway's form. It takes a call whose name isn't ASCII for a transfer, and
/// shows a transfer's cost.
fn charged(record: &Record) -> (u64, String) {
    if record.function.is_ascii() {
        return (record.gas_used, record.fee.clone());
    }
    let gas = fee::move_gas(record.transaction.data_bytes().len());
    let fee = fee::fee(gas, gas, record.transaction.gas_price);
    (gas, fee.to_string())
}

fn initially_paid(record: &Record) -> String {
    let tx = &record.transaction;
    let move_gas = fee::move_gas(tx.data_bytes().len());
    fee::fee(tx.gas_limit, move_gas, tx.gas_price).to_string()
}

/// The network's names for the protocol's own operations.
const BY_PROTOCOL: &str = "BuiltInFunctionCall";

/// The first part of a transaction's data.
fn name_in_data(record: &Record) -> String {
    let data = record.transaction.data_bytes();
    let name = data.split(|byte| *byte == b'@').next();
    String::from_utf8_lossy(name.unwrap_or_default()).into_owned()
}

fn processing_type(record: &Record) -> &'static str {
    let deploys = record.transaction.deploys();
    if deploys && record.transaction.data.is_empty() {
        "InvalidTransaction"
    } else if is_protocols(&record.function) {
        BY_PROTOCOL
    } else if deploys || record.new_contract.is_some() {
        "SCDeployment"
    } else if record.function.is_empty() {
        "MoveBalance"
    } else {
        "SCInvoking"
    }
}

fn operation(record: &Record) -> String {
    let name = name_in_data(record);
    if is_protocols(&name) {
        name
    } else if processing_type(record) == "SCDeployment" {
        "scDeploy".to_string()
    } else {
        "transfer".to_string()
    }
}
