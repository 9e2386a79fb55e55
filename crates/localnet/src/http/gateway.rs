//! The gateway's own routes, which mxpy and the SDKs' proxy providers use.

use axum::{
    Router,
    extract::{Path, Query as UrlQuery, State},
    routing::{get, post},
};
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use multiversx_chain_core::{std::code_hash, types::Address};
use num_bigint::BigUint;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{body::JsonBody, on_chain, reply::Reply};
use crate::{
    address,
    chain::{self, Account, Answer, Chain, Query},
    fee,
    receipt::{BlockId, ContractResult, Record, Status},
    transaction::Transaction,
};

pub fn routes() -> Router<Chain> {
    Router::new()
        .route("/about", get(about))
        .route("/network/config", get(network_config))
        .route("/network/status", get(network_status_any))
        .route("/network/status/{shard}", get(network_status))
        .route("/network/economics", get(network_economics))
        .route("/network/esdts", get(network_tokens))
        .route("/network/esdt/fungible-tokens", get(network_tokens))
        .route("/address/{address}", get(account))
        .route("/address/{address}/balance", get(balance))
        .route("/address/{address}/nonce", get(nonce))
        .route("/address/{address}/username", get(username))
        .route("/address/{address}/code-hash", get(account_code_hash))
        .route("/address/{address}/shard", get(shard))
        .route("/address/{address}/guardian-data", get(guardian_data))
        .route("/address/{address}/keys", get(keys))
        .route("/address/{address}/key/{key}", get(key))
        .route("/address/{address}/esdt", get(account_tokens))
        .route("/address/{address}/esdt/{token}", get(account_token))
        .route(
            "/address/{address}/nft/{token}/nonce/{nonce}",
            get(account_nft),
        )
        .route("/transaction/send", post(send))
        .route("/transaction/send-multiple", post(send_multiple))
        .route("/transaction/simulate", post(simulate))
        .route("/transaction/cost", post(cost))
        .route("/transaction/send-user-funds", post(send_user_funds))
        .route("/transaction/{hash}", get(transaction))
        .route("/transaction/{hash}/status", get(transaction_status))
        .route("/transaction/{hash}/process-status", get(process_status))
        .route("/vm-values/query", post(query))
        .route("/vm-values/hex", post(query_hex))
        .route("/vm-values/string", post(query_string))
        .route("/vm-values/int", post(query_int))
        .route("/block/{shard}/by-nonce/{nonce}", get(block_by_nonce))
        .route("/hyperblock/by-nonce/{nonce}", get(hyperblock_by_nonce))
}

async fn about() -> Reply {
    Reply::ok(json!({
        "appVersion": env!("CARGO_PKG_VERSION"),
        "commitID": "localnet",
    }))
}

async fn network_config(State(chain): State<Chain>) -> Reply {
    let start = chain.start_time();
    Reply::ok(json!({"config": config(&chain, start)}))
}

fn config(chain: &Chain, start: u64) -> Value {
    json!({
        "erd_adaptivity": "false",
        "erd_chain_id": crate::CHAIN_ID,
        "erd_denomination": 18,
        "erd_extra_gas_limit_guarded_tx": 50_000,
        "erd_extra_gas_limit_relayed_tx": 50_000,
        "erd_gas_per_data_byte": fee::GAS_PER_DATA_BYTE,
        "erd_gas_price_modifier": "0.01",
        "erd_hysteresis": "0.200000",
        "erd_latest_tag_software_version": "localnet",
        "erd_max_gas_per_transaction": fee::MAX_GAS_LIMIT,
        "erd_meta_consensus_group_size": 1,
        "erd_min_gas_limit": fee::MIN_GAS_LIMIT,
        "erd_min_gas_price": fee::MIN_GAS_PRICE,
        "erd_min_transaction_version": 1,
        "erd_num_metachain_nodes": 1,
        "erd_num_nodes_in_shard": 1,
        "erd_num_shards_without_meta": address::SHARDS,
        "erd_rewards_top_up_gradient_point": "2000000000000000000000000",
        "erd_round_duration": chain::round_ms(chain.config()),
        "erd_rounds_per_epoch": chain.config().epoch_length,
        "erd_shard_consensus_group_size": 1,
        "erd_start_time": start,
        "erd_top_up_factor": "0.500000",
    })
}

async fn network_status_any(state: State<Chain>) -> Reply {
    network_status(state, Path(address::METACHAIN.to_string())).await
}

async fn network_status(State(chain): State<Chain>, Path(shard): Path<String>) -> Reply {
    let known = shard
        .parse::<u32>()
        .is_ok_and(|shard| shard < address::SHARDS || shard == address::METACHAIN);
    if !known {
        return Reply::bad_request("cannot parse shard ID");
    }
    let block = chain.block();
    let epoch_length = chain.config().epoch_length.max(1);
    let rounds_passed = block.round % epoch_length;
    Reply::ok(json!({"status": {
        "erd_block_timestamp": block.timestamp_ms / 1000,
        "erd_block_timestamp_ms": block.timestamp_ms,
        "erd_cross_check_block_height": format!("meta {}", block.nonce),
        "erd_current_round": block.round,
        "erd_epoch_number": block.epoch,
        "erd_highest_final_nonce": block.nonce,
        "erd_nonce": block.nonce,
        "erd_nonce_at_epoch_start": block.nonce.saturating_sub(rounds_passed),
        "erd_nonces_passed_in_current_epoch": rounds_passed,
        "erd_round_at_epoch_start": block.round - rounds_passed,
        "erd_rounds_passed_in_current_epoch": rounds_passed,
        "erd_rounds_per_epoch": epoch_length,
    }}))
}

async fn network_economics(State(chain): State<Chain>) -> Reply {
    Reply::ok(json!({"metrics": {
        "erd_dev_rewards": "0",
        "erd_epoch_for_economics_data": chain.block().epoch,
        "erd_inflation": "0",
        "erd_total_fees": "0",
        "erd_total_supply": (chain.config().wallet_balance.clone() * chain.wallets().len()).to_string(),
    }}))
}

async fn network_tokens(State(chain): State<Chain>) -> Reply {
    let tokens: Vec<String> = chain.tokens().into_iter().map(|t| t.identifier).collect();
    Reply::ok(json!({"tokens": tokens}))
}

/// Reads an address of the path and answers with what `answer` makes of it.
async fn of_address(
    chain: Chain,
    text: String,
    wanted: &'static str,
    answer: impl FnOnce(&Chain, &Address) -> Reply + Send + 'static,
) -> Reply {
    match address::decode(&text) {
        Ok(address) => on_chain(chain, move |chain| answer(chain, &address)).await,
        Err(reason) => Reply::internal(format!("{wanted}: {reason}")),
    }
}

pub(super) fn block_info(block: &BlockId) -> Value {
    json!({"nonce": block.nonce, "hash": block.hash(), "rootHash": block.hash()})
}

pub(super) fn account_json(account: &Account) -> Map<String, Value> {
    let has_code = !account.code.is_empty();
    let json = json!({
        "address": address::encode(&account.address),
        "nonce": account.nonce,
        "balance": account.balance.to_string(),
        "username": "",
        "code": hex::encode(&account.code),
        "codeHash": has_code.then(|| BASE64.encode(code_hash(&account.code))),
        "rootHash": Value::Null,
        "codeMetadata": has_code.then(|| BASE64.encode(&account.code_metadata)),
        "developerReward": account.developer_reward.to_string(),
        "ownerAddress": account.owner.as_ref().map(address::encode).unwrap_or_default(),
    });
    match json {
        Value::Object(fields) => fields,
        _ => unreachable!("an object was made"),
    }
}

async fn account(State(chain): State<Chain>, Path(text): Path<String>) -> Reply {
    of_address(chain, text, "cannot get account", |chain, address| {
        Reply::ok(json!({
            "account": account_json(&chain.account(address)),
            "blockInfo": block_info(&chain.block()),
        }))
    })
    .await
}

async fn balance(State(chain): State<Chain>, Path(text): Path<String>) -> Reply {
    of_address(chain, text, "cannot get account", |chain, address| {
        Reply::ok(json!({
            "balance": chain.account(address).balance.to_string(),
            "blockInfo": block_info(&chain.block()),
        }))
    })
    .await
}

async fn nonce(State(chain): State<Chain>, Path(text): Path<String>) -> Reply {
    of_address(chain, text, "cannot get account", |chain, address| {
        Reply::ok(json!({
            "nonce": chain.account(address).nonce,
            "blockInfo": block_info(&chain.block()),
        }))
    })
    .await
}

async fn username(State(chain): State<Chain>, Path(text): Path<String>) -> Reply {
    of_address(chain, text, "cannot get account", |chain, _| {
        Reply::ok(json!({"username": "", "blockInfo": block_info(&chain.block())}))
    })
    .await
}

async fn account_code_hash(State(chain): State<Chain>, Path(text): Path<String>) -> Reply {
    of_address(chain, text, "cannot get code hash", |chain, address| {
        let account = account_json(&chain.account(address));
        Reply::ok(json!({"codeHash": account["codeHash"], "blockInfo": block_info(&chain.block())}))
    })
    .await
}

async fn shard(State(chain): State<Chain>, Path(text): Path<String>) -> Reply {
    of_address(chain, text, "compute shard ID for address error", |_, a| {
        Reply::ok(json!({"shardID": address::shard(a)}))
    })
    .await
}

async fn guardian_data(State(chain): State<Chain>, Path(text): Path<String>) -> Reply {
    of_address(chain, text, "cannot get guardian data", |chain, _| {
        Reply::ok(json!({
            "guardianData": {"guarded": false},
            "blockInfo": block_info(&chain.block()),
        }))
    })
    .await
}

async fn keys(State(chain): State<Chain>, Path(text): Path<String>) -> Reply {
    of_address(
        chain,
        text,
        "get key value pairs error",
        |chain, address| {
            let pairs: Map<String, Value> = chain
                .storage(address)
                .iter()
                .map(|(key, value)| (hex::encode(key), Value::String(hex::encode(value))))
                .collect();
            Reply::ok(json!({"pairs": pairs, "blockInfo": block_info(&chain.block())}))
        },
    )
    .await
}

async fn key(State(chain): State<Chain>, Path((text, key)): Path<(String, String)>) -> Reply {
    let Ok(key) = hex::decode(&key) else {
        return Reply::internal("get value for key error: invalid key: not hex");
    };
    of_address(
        chain,
        text,
        "get value for key error",
        move |chain, address| {
            let value = chain.storage_value(address, &key);
            Reply::ok(json!({"value": hex::encode(value), "blockInfo": block_info(&chain.block())}))
        },
    )
    .await
}

/// A token balance under the name that the gateway gives it.
fn token_entry(id: &str, nonce: u64, balance: &BigUint) -> (String, Value) {
    let mut entry = json!({
        "tokenIdentifier": id,
        "balance": balance.to_string(),
        "properties": "",
    });
    if nonce == 0 {
        return (id.to_string(), entry);
    }
    entry["nonce"] = nonce.into();
    (format!("{id}-{}", hex_nonce(nonce)), entry)
}

/// A nonce as in an extended token identifier: hex of an even length.
pub(super) fn hex_nonce(nonce: u64) -> String {
    let digits = format!("{nonce:x}");
    if digits.len().is_multiple_of(2) {
        digits
    } else {
        format!("0{digits}")
    }
}

async fn account_tokens(State(chain): State<Chain>, Path(text): Path<String>) -> Reply {
    of_address(
        chain,
        text,
        "cannot get ESDT token data",
        |chain, address| {
            let tokens: Map<String, Value> = chain
                .account(address)
                .tokens
                .iter()
                .map(|(id, nonce, balance)| token_entry(id, *nonce, balance))
                .collect();
            Reply::ok(json!({"esdts": tokens, "blockInfo": block_info(&chain.block())}))
        },
    )
    .await
}

async fn account_token(
    State(chain): State<Chain>,
    Path((text, token)): Path<(String, String)>,
) -> Reply {
    token_data(chain, text, token, 0).await
}

async fn account_nft(
    State(chain): State<Chain>,
    Path((text, token, nonce)): Path<(String, String, u64)>,
) -> Reply {
    token_data(chain, text, token, nonce).await
}

async fn token_data(chain: Chain, text: String, token: String, nonce: u64) -> Reply {
    of_address(
        chain,
        text,
        "cannot get ESDT token data",
        move |chain, address| {
            let account = chain.account(address);
            let balance = account
                .tokens
                .iter()
                .find(|(id, n, _)| *id == token && *n == nonce)
                .map(|(_, _, balance)| balance.clone())
                .unwrap_or_default();
            let (_, data) = token_entry(&token, nonce, &balance);
            Reply::ok(json!({"tokenData": data, "blockInfo": block_info(&chain.block())}))
        },
    )
    .await
}

async fn send(State(chain): State<Chain>, JsonBody(tx): JsonBody<Transaction>) -> Reply {
    on_chain(chain, move |chain| match chain.submit(&tx) {
        Ok(hash) => Reply::ok(json!({"txHash": hash})),
        Err(reason) => Reply::refused(reason),
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
        Err(reason) => Reply::internal(reason),
        Ok(record) => {
            let results: Map<String, Value> = record
                .results
                .iter()
                .map(|result| (result.hash.clone(), contract_result(result)))
                .collect();
            Reply::ok(json!({"result": {
                "status": record.process_status(),
                "failReason": record.failure.as_ref().map(|f| f.message.clone()).unwrap_or_default(),
                "scResults": results,
                "receipts": {},
                "logs": logs(&record),
                "hash": record.hash,
            }}))
        }
    })
    .await
}

/// A result as the gateway writes it: its value is a number, where a transaction's is text. One
/// beyond 64 bits (18.4 EGLD) stays text.
fn contract_result(result: &ContractResult) -> Value {
    let mut json = json!(result);
    if let Ok(value) = result.value.parse::<u64>() {
        json["value"] = value.into();
    }
    json
}

async fn cost(State(chain): State<Chain>, JsonBody(tx): JsonBody<Transaction>) -> Reply {
    on_chain(chain, move |chain| {
        let tx = Transaction { gas_limit: 0, ..tx };
        match chain.simulate(&tx) {
            Err(reason) => Reply::internal(reason),
            Ok(record) => {
                let (gas, message) = match &record.failure {
                    Some(failure) => (0, format!("{}: {}", failure.code, failure.message)),
                    None if record.status == Status::Invalid => (0, record.receipt.clone()),
                    None => (needed_gas(&record), String::new()),
                };
                Reply::ok(json!({
                    "txGasUnits": gas,
                    "returnMessage": message,
                    "smartContractResults": {},
                }))
            }
        }
    })
    .await
}

/// The gas limit that a transaction needs: a unit more than it uses, because the
/// VM's metering takes a limit that is just reached for one that is passed.
fn needed_gas(record: &Record) -> u64 {
    let data = BASE64.decode(&record.transaction.data).unwrap_or_default();
    fee::move_gas(&data) + record.execution_gas + u64::from(record.execution_gas > 0)
}

#[derive(Deserialize)]
struct FundsRequest {
    receiver: String,
    #[serde(default)]
    value: Value,
}

async fn send_user_funds(
    State(chain): State<Chain>,
    JsonBody(request): JsonBody<FundsRequest>,
) -> Reply {
    let failed = |reason: &str| Reply::internal(format!("transaction generation failed: {reason}"));
    let amount = match &request.value {
        Value::Null => Some(BigUint::from(10u32).pow(18)),
        Value::Number(number) => number.to_string().parse().ok(),
        Value::String(text) => text.parse().ok(),
        _ => None,
    };
    let Some(amount) = amount else {
        return failed("the value is no amount");
    };
    let receiver = match address::decode(&request.receiver) {
        Ok(receiver) => receiver,
        Err(reason) => return failed(&reason),
    };
    on_chain(chain, move |chain| match chain.fund(&receiver, &amount) {
        Ok(()) => Reply::ok(json!({"message": "ok"})),
        Err(reason) => Reply::internal(reason),
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
            "transaction": transaction_json(&record, with_results),
        })),
    })
    .await
}

/// A transaction as the gateway shows it.
fn transaction_json(record: &Record, with_results: bool) -> Value {
    let tx = &record.transaction;
    let shard_of = |text: &str| address::decode(text).map_or(0, |a| address::shard(&a));
    let kind = processing_type(record);
    let mut json = json!({
        "type": if record.status == Status::Invalid { "invalid" } else { "normal" },
        "processingTypeOnSource": kind,
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
        "gasUsed": record.gas_used,
        "data": tx.data,
        "signature": tx.signature,
        "sourceShard": shard_of(&tx.sender),
        "destinationShard": shard_of(&tx.receiver),
        "status": record.status,
        "operation": operation(record),
        "function": record.function,
        "fee": record.fee,
        "initiallyPaidFee": initially_paid(record),
        "chainID": tx.chain_id,
        "version": tx.version,
        "options": tx.options,
    });
    let fields = json.as_object_mut().expect("an object was made");
    if record.status != Status::Pending {
        let block = &record.block;
        fields.extend(
            json!({
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
            })
            .as_object()
            .expect("an object was made")
            .clone(),
        );
    }
    if record.status == Status::Invalid {
        fields.insert(
            "receipt".into(),
            json!({"value": record.fee, "sender": tx.sender, "data": record.receipt, "txHash": record.hash}),
        );
    }
    if with_results {
        if !record.results.is_empty() {
            let results = record.results.iter().map(contract_result);
            fields.insert("smartContractResults".into(), results.collect());
        }
        if !record.events.is_empty() {
            fields.insert("logs".into(), logs(record));
        }
    }
    json
}

fn initially_paid(record: &Record) -> String {
    let tx = &record.transaction;
    let data = BASE64.decode(&tx.data).unwrap_or_default();
    fee::fee(tx.gas_limit, fee::move_gas(&data), tx.gas_price).to_string()
}

fn processing_type(record: &Record) -> &'static str {
    if record.new_contract.is_some() {
        "SCDeployment"
    } else if record.function.is_empty() {
        "MoveBalance"
    } else if record.function.starts_with("ESDT") || record.function == "MultiESDTNFTTransfer" {
        "BuiltInFunctionCall"
    } else {
        "SCInvoking"
    }
}

fn operation(record: &Record) -> String {
    let data = BASE64.decode(&record.transaction.data).unwrap_or_default();
    let text = String::from_utf8_lossy(&data);
    let name = text.split('@').next().unwrap_or_default();
    match name {
        "ESDTTransfer" | "ESDTNFTTransfer" | "MultiESDTNFTTransfer" => name.to_string(),
        _ if record.new_contract.is_some() => "scDeploy".to_string(),
        _ => "transfer".to_string(),
    }
}

/// A transaction's logs; the address is the contract's where one was called.
pub(super) fn logs(record: &Record) -> Value {
    let address = record
        .new_contract
        .as_ref()
        .unwrap_or(&record.transaction.receiver);
    json!({"address": address, "events": record.events})
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
            "reason": record.failure.as_ref().map(|f| f.message.clone()).unwrap_or_default(),
        })),
    })
    .await
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct QueryRequest {
    sc_address: String,
    func_name: String,
    args: Option<Vec<String>>,
    caller: Option<String>,
    value: Option<Value>,
}

impl QueryRequest {
    pub(super) fn query(&self) -> Result<Query, String> {
        let contract = address::decode(&self.sc_address)
            .map_err(|reason| format!("'{}' is not a valid address: {reason}", self.sc_address))?;
        let args = self
            .args
            .iter()
            .flatten()
            .map(|arg| hex::decode(arg).map_err(|_| format!("'{arg}' is not a valid hex string")))
            .collect::<Result<Vec<_>, _>>()?;
        let caller = self
            .caller
            .as_deref()
            .filter(|caller| !caller.is_empty())
            .map(|caller| {
                address::decode(caller)
                    .map_err(|reason| format!("'{caller}' is not a valid address: {reason}"))
            })
            .transpose()?;
        let value = match &self.value {
            None | Some(Value::Null) => BigUint::ZERO,
            Some(Value::String(text)) if text.is_empty() => BigUint::ZERO,
            Some(Value::String(text)) => text
                .parse()
                .map_err(|_| format!("'{text}' is not a valid value"))?,
            Some(other) => other
                .to_string()
                .parse()
                .map_err(|_| format!("{other} is not a valid value"))?,
        };
        Ok(Query {
            caller,
            value,
            ..Query::new(&contract, &self.func_name, args)
        })
    }
}

async fn query(State(chain): State<Chain>, JsonBody(request): JsonBody<QueryRequest>) -> Reply {
    let query = match request.query() {
        Ok(query) => query,
        Err(reason) => return Reply::bad_request(format!("executeQuery: {reason}")),
    };
    on_chain(chain, move |chain| {
        let answer = chain.query(&query);
        Reply::ok(json!({
            "data": answer_json(&answer),
            "blockInfo": block_info(&chain.block()),
        }))
    })
    .await
}

pub(super) fn answer_json(answer: &Answer) -> Value {
    let returned: Vec<String> = answer.returned.iter().map(|v| BASE64.encode(v)).collect();
    let (code, message) = match &answer.failure {
        None => ("ok".to_string(), String::new()),
        Some(failure) => (failure.code.clone(), failure.message.clone()),
    };
    json!({
        "returnData": if answer.failure.is_none() { json!(returned) } else { Value::Null },
        "returnCode": code,
        "returnMessage": message,
        "gasRemaining": fee::MAX_QUERY_GAS.saturating_sub(answer.gas_used),
        "gasRefund": 0,
        "outputAccounts": {},
        "deletedAccounts": [],
        "touchedAccounts": [],
        "logs": [],
    })
}

async fn query_hex(state: State<Chain>, body: JsonBody<QueryRequest>) -> Reply {
    first_value(state, body, |value| hex::encode(value)).await
}

async fn query_string(state: State<Chain>, body: JsonBody<QueryRequest>) -> Reply {
    first_value(state, body, |value| {
        String::from_utf8_lossy(value).into_owned()
    })
    .await
}

async fn query_int(state: State<Chain>, body: JsonBody<QueryRequest>) -> Reply {
    first_value(state, body, |value| {
        BigUint::from_bytes_be(value).to_string()
    })
    .await
}

async fn first_value(
    State(chain): State<Chain>,
    JsonBody(request): JsonBody<QueryRequest>,
    write: fn(&[u8]) -> String,
) -> Reply {
    let query = match request.query() {
        Ok(query) => query,
        Err(reason) => return Reply::bad_request(format!("doGetVMValue: {reason}")),
    };
    on_chain(chain, move |chain| {
        let answer = chain.query(&query);
        match answer.failure {
            Some(failure) => Reply::bad_request(format!("doGetVMValue: {}", failure.message)),
            None => {
                let value = answer
                    .returned
                    .first()
                    .map(Vec::as_slice)
                    .unwrap_or_default();
                Reply::ok(json!({"data": write(value)}))
            }
        }
    })
    .await
}

async fn block_by_nonce(
    State(chain): State<Chain>,
    Path((shard, nonce)): Path<(u32, u64)>,
) -> Reply {
    on_chain(chain, move |chain| match block_json(chain, nonce) {
        Some(mut block) => {
            block["shard"] = shard.into();
            Reply::ok(json!({"block": block}))
        }
        None => Reply::internal("block not found"),
    })
    .await
}

async fn hyperblock_by_nonce(State(chain): State<Chain>, Path(nonce): Path<u64>) -> Reply {
    on_chain(chain, move |chain| match block_json(chain, nonce) {
        Some(block) => Reply::ok(json!({"hyperblock": block})),
        None => Reply::internal("block not found"),
    })
    .await
}

/// The latest block, or one that executed transactions; others are not kept.
fn block_json(chain: &Chain, nonce: u64) -> Option<Value> {
    let latest = chain.block();
    let records = chain.transactions(usize::MAX, |record| record.block.nonce == nonce);
    let block = records
        .first()
        .map(|record| record.block.clone())
        .or((latest.nonce == nonce).then_some(latest))?;
    let transactions: Vec<Value> = records
        .iter()
        .rev()
        .map(|record| transaction_json(record, true))
        .collect();
    Some(json!({
        "nonce": block.nonce,
        "round": block.round,
        "epoch": block.epoch,
        "hash": block.hash(),
        "prevBlockHash": "",
        "numTxs": transactions.len(),
        "timestamp": block.timestamp_ms / 1000,
        "timestampMs": block.timestamp_ms,
        "status": "on-chain",
        "transactions": transactions,
    }))
}
