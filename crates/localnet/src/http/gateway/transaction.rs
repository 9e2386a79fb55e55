//! `/transaction/…`: sending transactions and following them.

use axum::{
    Router,
    extract::State,
    routing::{get, post},
};
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
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
        body::{JsonBody, WrongBody},
        changing,
        extract::{Path, UrlQuery},
        json::logs,
        on_chain,
        reply::{Answer, Reply},
    },
    transaction::Transaction,
    transaction::amount,
    transaction::receipt::{Record, Status},
};

pub fn routes() -> Router<Chain> {
    Router::new()
        .route("/transaction/send", post(send))
        .route("/transaction/send-multiple", post(send_multiple))
        .route("/transaction/simulate", post(simulate))
        .route("/transaction/cost", post(cost))
        .route("/transaction/send-user-funds", post(send_user_funds))
        .route("/transaction/pool", get(pool))
        .route("/transaction/{hash}", get(transaction))
        .route("/transaction/{hash}/status", get(transaction_status))
        .route("/transaction/{hash}/process-status", get(process_status))
}

async fn send(State(chain): State<Chain>, JsonBody(tx): JsonBody<Transaction>) -> Reply {
    on_chain(chain, move |chain| match chain.submit(&tx) {
        Ok(hash) => Reply::ok(json!({"txHash": hash})),
        Err(error) => Reply::refused(error.to_string()),
    })
    .await
}

async fn send_multiple(
    State(chain): State<Chain>,
    JsonBody(txs): JsonBody<Vec<Transaction>>,
) -> Reply {
    on_chain(chain, move |chain| {
        let hashes: Map<String, Value> = txs
            .iter()
            .enumerate()
            .filter_map(|(index, tx)| Some((index.to_string(), chain.submit(tx).ok()?.into())))
            .collect();
        if hashes.is_empty() {
            return Reply::internal("transaction generation failed: no valid transaction to send");
        }
        Reply::ok(json!({"numOfSentTxs": hashes.len(), "txsHashes": hashes}))
    })
    .await
}

async fn simulate(State(chain): State<Chain>, JsonBody(tx): JsonBody<Transaction>) -> Reply {
    on_chain(chain, move |chain| match chain.simulate(&tx) {
        Err(error) => Reply::internal(error.to_string()),
        // the network asks for one, whatever it is
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
    })
    .await
}

async fn cost(State(chain): State<Chain>, body: Result<JsonBody<Transaction>, WrongBody>) -> Reply {
    let JsonBody(tx) = match body {
        Ok(body) => body,
        // another code than elsewhere, as the gateway's
        Err(WrongBody(error)) => return Reply::refused(format!("validation error: {error}")),
    };
    on_chain(chain, move |chain| match chain.simulate(&tx) {
        Err(SubmitError::LowGasLimit) => estimate(0, "insufficient gas limit in tx".into(), None),
        Err(error) => Reply::internal(error.to_string()),
        Ok(record) => match &record.failure {
            Some(failure) => estimate(0, format!("{}: {}", failed(&record), failure.message), None),
            None if record.status == Status::Invalid => estimate(0, record.receipt.clone(), None),
            None => {
                let executed = record.execution_gas > 0;
                estimate(
                    needed_gas(&record),
                    String::new(),
                    executed.then_some(&record),
                )
            }
        },
    })
    .await
}

/// The network's word for whatever a transaction fails of, in an estimate.
fn failed(record: &Record) -> &'static str {
    match record.status {
        Status::Invalid => "failed transaction, gas consumed",
        _ => "user error",
    }
}

/// The answer to an estimate, with the results of the trial if it was executed.
fn estimate(gas: u64, message: String, executed: Option<&Record>) -> Reply {
    let mut answer = json!({
        "txGasUnits": gas,
        "returnMessage": message,
        "smartContractResults": executed.map(results),
    });
    if let Some(record) = executed.filter(|record| !record.events.is_empty()) {
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
    let data = BASE64.decode(&record.transaction.data).unwrap_or_default();
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

async fn send_user_funds(
    State(chain): State<Chain>,
    JsonBody(request): JsonBody<FundsRequest>,
) -> Answer {
    let failed = |reason: &str| Reply::internal(format!("transaction generation failed: {reason}"));
    let amount = match request.value.as_deref().map(RawValue::get) {
        None => BigUint::from(DEFAULT_FUNDS),
        Some(text)
            if text
                .trim_start_matches('-')
                .bytes()
                .all(|b| b.is_ascii_digit()) =>
        {
            amount::parse(text).ok_or_else(|| failed("the value is no amount"))?
        }
        Some(text) => {
            let quoted = serde_json::to_string(text).expect("a text is JSON");
            let reason = format!("math/big: cannot unmarshal {quoted} into a *big.Int");
            return Err(Reply::bad_request(format!("validation error: {reason}")));
        }
    };
    let receiver = address::decode(&request.receiver).map_err(|reason| failed(&reason))?;
    changing(chain, move |chain| {
        chain.fund(&receiver, &amount);
        Reply::ok(json!({"message": "ok"}))
    })
    .await
}

#[derive(Deserialize)]
struct TransactionOptions {
    #[serde(rename = "withResults", default)]
    with_results: Option<String>,
}

async fn transaction(
    State(chain): State<Chain>,
    Path(hash): Path<String>,
    UrlQuery(options): UrlQuery<TransactionOptions>,
) -> Reply {
    let with_results = match options.with_results.as_deref() {
        Some("true") => true,
        None | Some("false") => false,
        Some(_) => return Reply::bad_request("invalid query parameter withResults"),
    };
    on_chain(chain, move |chain| match chain.transaction(&hash) {
        None => Reply::internal("transaction not found"),
        Some(record) => Reply::ok(json!({
            "transaction": transaction_json(&record, chain.config().shards, with_results),
        })),
    })
    .await
}

async fn pool(State(chain): State<Chain>) -> Reply {
    on_chain(chain, |chain| {
        let waiting: Vec<Value> = chain
            .pending()
            .iter()
            .map(|record| json!({"txFields": {"hash": record.hash}}))
            .collect();
        Reply::ok(json!({"txPool": {
            "regularTransactions": waiting,
            "smartContractResults": [],
            "rewards": [],
        }}))
    })
    .await
}

async fn transaction_status(State(chain): State<Chain>, Path(hash): Path<String>) -> Reply {
    on_chain(chain, move |chain| match chain.transaction(&hash) {
        None => Reply::internal("transaction not found"),
        Some(record) => Reply::ok(json!({"status": record.status})),
    })
    .await
}

async fn process_status(State(chain): State<Chain>, Path(hash): Path<String>) -> Reply {
    on_chain(chain, move |chain| match chain.transaction(&hash) {
        None => Reply::internal("transaction not found"),
        Some(record) => Reply::ok(json!({
            "status": record.process_status(),
            "reason": record.reason(),
        })),
    })
    .await
}
