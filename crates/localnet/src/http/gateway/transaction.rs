//! `/transaction/…`: sending transactions and following them.

use axum::{
    Router,
    routing::{get, post},
};
use num_bigint::BigUint;
use serde::Deserialize;
use serde_json::{Map, Value, json, value::RawValue};

use super::transaction_view::{contract_result, transaction_json};
use crate::{
    address,
    chain::Chain,
    error::SubmitError,
    fee,
    http::{
        ask::{asks, changes},
        body::{JsonBody, WrongBody},
        extract::{Path, UrlQuery},
        json::logs,
        reply::{Answer, Reply},
    },
    transaction::Transaction,
    transaction::amount,
    transaction::receipt::{Record, Status},
};

pub fn routes() -> Router<Chain> {
    let routes = Router::new()
        .route("/send", post(asks(send)))
        .route("/send-multiple", post(asks(send_multiple)))
        .route("/simulate", post(asks(simulate)))
        .route("/cost", post(asks(cost)))
        .route("/send-user-funds", post(changes(send_user_funds)))
        .route("/pool", get(asks(pool)))
        .route("/{hash}", get(asks(transaction)))
        .route("/{hash}/status", get(asks(transaction_status)))
        .route("/{hash}/process-status", get(asks(process_status)));
    Router::new().nest("/transaction", routes)
}

fn send(chain: &Chain, JsonBody(tx): JsonBody<Transaction>) -> Answer {
    let refused = |error: SubmitError| Reply::refused(error.to_string());
    let hash = chain.submit(&tx).map_err(refused)?;
    Ok(Reply::ok(json!({"txHash": hash})))
}

fn send_multiple(chain: &Chain, JsonBody(txs): JsonBody<Vec<Transaction>>) -> Reply {
    let hashes: Map<String, Value> = txs
        .iter()
        .enumerate()
        .filter_map(|(index, tx)| Some((index.to_string(), chain.submit(tx).ok()?.into())))
        .collect();
    if hashes.is_empty() {
        return Reply::internal("transaction generation failed: no valid transaction to send");
    }
    Reply::ok(json!({"numOfSentTxs": hashes.len(), "txsHashes": hashes}))
}

fn simulate(chain: &Chain, JsonBody(tx): JsonBody<Transaction>) -> Reply {
    match chain.simulate(&tx) {
        Err(error) => Reply::internal(error.to_string()),
        // the network requires one, but ignores its value
        Ok(_) if tx.signature.is_empty() => Reply::internal(format!(
            "{} while trying to simulate on sender shard (shard {})",
            SubmitError::NoSignature,
            address::decode(&tx.sender).map_or(0, |sender| chain.shard_of(&sender)),
        )),
        Ok(record) => Reply::ok(json!({"result": {
            "status": record.process_status(),
            "failReason": record.failure.as_ref().map(|f| f.message.clone()).unwrap_or_default(),
            "scResults": results(&record),
            "receipts": {},
            "logs": logs(&record),
            "hash": record.hash,
        }})),
    }
}

fn cost(chain: &Chain, body: Result<JsonBody<Transaction>, WrongBody>) -> Reply {
    let JsonBody(tx) = match body {
        Ok(body) => body,
        // another code than elsewhere, as the gateway's
        Err(WrongBody(error)) => return Reply::refused(format!("validation error: {error}")),
    };
    let record = match chain.simulate(&tx) {
        Ok(record) => record,
        Err(SubmitError::LowGasLimit) => return no_estimate("insufficient gas limit in tx"),
        Err(error) => return Reply::internal(error.to_string()),
    };
    match &record.failure {
        Some(failure) => no_estimate(&format!("{}: {}", failed(&record), failure.message)),
        None if record.status == Status::Invalid => no_estimate(&record.receipt),
        None => estimate(&record),
    }
}

/// The network's message for any failure in an estimate.
fn failed(record: &Record) -> &'static str {
    match record.status {
        Status::Invalid => "failed transaction, gas consumed",
        _ => "user error",
    }
}

fn no_estimate(reason: &str) -> Reply {
    Reply::ok(json!({"txGasUnits": 0, "returnMessage": reason, "smartContractResults": null}))
}

/// The answer to an estimate, with the results of the trial if something was executed.
fn estimate(record: &Record) -> Reply {
    let executed = record.execution_gas > 0;
    let mut answer = json!({
        "txGasUnits": needed_gas(record),
        "returnMessage": "",
        "smartContractResults": executed.then(|| results(record)),
    });
    if executed && !record.events.is_empty() {
        answer["logs"] = json!({"address": "", "events": record.events});
    }
    Reply::ok(answer)
}

/// A transaction's results, by their hashes.
fn results(record: &Record) -> Map<String, Value> {
    let results = record.results.iter();
    results
        .map(|result| (result.hash.clone(), contract_result(result)))
        .collect()
}

/// The gas limit that a transaction needs: a unit more than it uses, because the
/// VM's metering takes a limit that is just reached for one that is passed.
fn needed_gas(record: &Record) -> u64 {
    let data = record.transaction.data_bytes();
    fee::move_gas(data.len()) + record.execution_gas + u64::from(record.execution_gas > 0)
}

#[derive(Deserialize)]
struct FundsRequest {
    receiver: String,
    /// In 10⁻¹⁸ EGLD, a JSON number of any length.
    value: Option<Box<RawValue>>,
}

/// The amount of a funding without a value: 1 EGLD, in 10⁻¹⁸.
const DEFAULT_FUNDS: u64 = 1_000_000_000_000_000_000;

fn send_user_funds(chain: &Chain, JsonBody(request): JsonBody<FundsRequest>) -> Answer {
    let failed = |reason: &str| Reply::internal(format!("transaction generation failed: {reason}"));
    let is_whole = |text: &str| {
        let mut digits = text.trim_start_matches('-').bytes();
        digits.all(|digit| digit.is_ascii_digit())
    };
    let amount = match request.value.as_deref().map(RawValue::get) {
        None => BigUint::from(DEFAULT_FUNDS),
        Some(text) if is_whole(text) => {
            amount::parse(text).ok_or_else(|| failed("the value isn't an amount"))?
        }
        Some(text) => {
            let quoted = serde_json::to_string(text).expect("a text is JSON");
            let reason = format!("math/big: cannot unmarshal {quoted} into a *big.Int");
            return Err(Reply::bad_request(format!("validation error: {reason}")));
        }
    };
    let receiver = address::decode(&request.receiver).map_err(|reason| failed(&reason))?;
    chain.fund(&receiver, &amount);
    Ok(Reply::ok(json!({"message": "ok"})))
}

#[derive(Deserialize)]
struct TransactionOptions {
    #[serde(rename = "withResults", default)]
    with_results: Option<String>,
}

fn transaction(
    chain: &Chain,
    (hash, UrlQuery(options)): (Path<String>, UrlQuery<TransactionOptions>),
) -> Answer {
    let with_results = match options.with_results.as_deref() {
        Some("true") => true,
        None | Some("false") => false,
        Some(_) => return Err(Reply::bad_request("invalid query parameter withResults")),
    };
    let tx = transaction_json(&found(chain, hash)?, chain.config().shards, with_results);
    Ok(Reply::ok(json!({"transaction": tx})))
}

/// The transaction of a path.
fn found(chain: &Chain, Path(hash): Path<String>) -> Result<Record, Reply> {
    let record = chain.transaction(&hash);
    record.ok_or_else(|| Reply::internal("transaction not found"))
}

fn pool(chain: &Chain, (): ()) -> Reply {
    let waiting = chain.pending().into_iter();
    let waiting = waiting.map(|record| json!({"txFields": {"hash": record.hash}}));
    Reply::ok(json!({"txPool": {
        "regularTransactions": waiting.collect::<Vec<_>>(),
        "smartContractResults": [],
        "rewards": [],
    }}))
}

fn transaction_status(chain: &Chain, hash: Path<String>) -> Answer {
    let record = found(chain, hash)?;
    Ok(Reply::ok(json!({"status": record.status})))
}

fn process_status(chain: &Chain, hash: Path<String>) -> Answer {
    let record = found(chain, hash)?;
    let told = json!({"status": record.process_status(), "reason": record.reason()});
    Ok(Reply::ok(told))
}
