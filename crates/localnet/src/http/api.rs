//! The API's routes.

use std::collections::HashMap;

use axum::{Json, Router, middleware, routing::get};
use multiversx_chain_core::types::Address;
use serde_json::{Value, json};

use super::{
    ask::asks,
    extract::{Path, UrlQuery},
    gateway::transaction_view,
    json::{QueryRequest, account_json, answer_json, extended_identifier},
    not_allowed,
    sdk_dapp::{self, ApiError, Source, in_the_apis_form, token_json, transaction_json},
};
use crate::{
    address,
    chain::Chain,
    transaction::Transaction,
    transaction::receipt::{Record, Status},
};

/// The number of transactions in a list if the request names no size.
const DEFAULT_SIZE: usize = 25;
/// The most that a list has.
const MAX_SIZE: usize = 10_000;

pub fn routes() -> Router<Chain> {
    sdk_dapp::routes()
        .route(
            "/accounts/{address}/transactions",
            get(asks(account_transactions)),
        )
        .route("/transactions", get(asks(transactions)))
        .route("/transactions/count", get(asks(transaction_count)))
        .route("/tokens", get(asks(tokens)))
        .route("/economics", get(asks(economics)))
        .route("/stats", get(asks(stats)))
        .method_not_allowed_fallback(not_allowed)
        .layer(middleware::map_response(in_the_apis_form))
}

impl Source for Chain {
    const NETWORK: [&str; 2] = ["localnet", "Local chain"];
    type Transaction = Transaction;
    type Query = QueryRequest;

    fn chain_id(&self) -> Result<Value, ApiError> {
        Ok(crate::transaction::CHAIN_ID.into())
    }

    fn shard(&self, address: &str) -> Result<Value, ApiError> {
        Ok(self.shard_of(&decode(address)?).into())
    }

    fn account(&self, address: &str) -> Result<(Value, bool), ApiError> {
        let account = Chain::account(self, &decode(address)?);
        Ok((account_json(&account), false))
    }

    fn balances(&self, address: &str) -> Result<Vec<(String, Value)>, ApiError> {
        let held = Chain::account(self, &decode(address)?).tokens.into_iter();
        let held = held.map(|(id, nonce, balance)| {
            (extended_identifier(id, nonce), balance.to_string().into())
        });
        Ok(held.collect())
    }

    fn properties(&self, identifier: &str) -> Result<Option<Vec<Vec<u8>>>, ApiError> {
        Ok(self.token_properties(identifier))
    }

    fn transaction(&self, hash: &str) -> Result<Option<Value>, ApiError> {
        let found = Chain::transaction(self, hash);
        Ok(found.map(|record| as_gateway(self, &record)))
    }

    fn send(&self, tx: &Transaction) -> Result<Value, ApiError> {
        let hash = self.submit(tx).map_err(ApiError::bad_request)?;
        Ok(hash.into())
    }

    fn query(&self, query: &QueryRequest) -> Result<Value, ApiError> {
        let query = query.query().map_err(ApiError::bad_request)?;
        Ok(answer_json(&query, &Chain::query(self, &query)))
    }
}

fn decode(text: &str) -> Result<Address, ApiError> {
    let reason = "Validation failed for argument 'address' (a bech32 address is expected)";
    address::decode(text).map_err(|_| ApiError::bad_request(reason))
}

/// A transaction in the gateway's form, with its `processStatus`.
fn as_gateway(chain: &Chain, record: &Record) -> Value {
    let mut tx = transaction_view::transaction_json(record, chain.config().shards, true);
    tx["processStatus"] = record.process_status().into();
    tx
}

type Parameters = HashMap<String, String>;

/// Whether a list of transactions has one. Sender and receiver are alternatives if both are given, as
/// sdk-dapp asks for an account's history.
fn is_wanted(parameters: &Parameters, record: &Record) -> bool {
    let is = |name: &str, actual: &str| parameters.get(name).is_none_or(|wanted| wanted == actual);
    let tx = &record.transaction;
    let (sender, receiver) = (is("sender", &tx.sender), is("receiver", &tx.receiver));
    let is_party = match ["sender", "receiver"].map(|name| parameters.contains_key(name)) {
        [true, true] => sender || receiver,
        _ => sender && receiver,
    };
    is_party && is("status", api_status(record)) && is("function", &record.function)
}

fn listed(chain: &Chain, mut parameters: Parameters) -> Json<Vec<Value>> {
    parameters.retain(|_, text| !text.is_empty());
    let number = |name: &str| parameters.get(name).and_then(|text| text.parse().ok());
    let from = number("from").unwrap_or(0);
    let size = number("size").unwrap_or(DEFAULT_SIZE).min(MAX_SIZE);
    let records: Vec<Record> = match parameters.get("hashes") {
        Some(list) => list
            .split(',')
            .filter_map(|hash| chain.transaction(hash))
            .collect(),
        None => chain.transactions(from.saturating_add(size), |record| {
            is_wanted(&parameters, record)
        }),
    };
    let page = records.iter().skip(from).take(size);
    let json = page.map(|record| transaction_json(&as_gateway(chain, record)));
    Json(json.collect())
}

fn transactions(chain: &Chain, UrlQuery(parameters): UrlQuery<Parameters>) -> Json<Vec<Value>> {
    listed(chain, parameters)
}

fn account_transactions(
    chain: &Chain,
    (Path(text), UrlQuery(mut parameters)): (Path<String>, UrlQuery<Parameters>),
) -> Json<Vec<Value>> {
    parameters.insert("sender".into(), text.clone());
    parameters.insert("receiver".into(), text);
    listed(chain, parameters)
}

fn transaction_count(chain: &Chain, (): ()) -> Json<usize> {
    Json(chain.transaction_count())
}

fn api_status(record: &Record) -> &'static str {
    match record.status {
        Status::Invalid => "invalid",
        _ => record.process_status(),
    }
}

fn tokens(chain: &Chain, (): ()) -> Result<Json<Vec<Value>>, ApiError> {
    let tokens = chain.tokens().into_iter();
    let told: Result<Vec<_>, _> = tokens
        .filter_map(|token| token_json(chain, &token.identifier).transpose())
        .collect();
    told.map(Json)
}

fn economics(chain: &Chain, (): ()) -> Json<Value> {
    let supply = chain.config().supply() / 10u64.pow(18);
    let supply = u64::try_from(supply).unwrap_or(0);
    Json(json!({
        "totalSupply": supply,
        "circulatingSupply": supply,
        "staked": 0,
        "price": 0,
        "marketCap": 0,
    }))
}

fn stats(chain: &Chain, (): ()) -> Json<Value> {
    let block = chain.block();
    Json(json!({
        "shards": chain.config().shards.count(),
        "blocks": block.nonce,
        "epoch": block.epoch,
        "transactions": chain.transaction_count(),
        "refreshRate": chain.config().round_ms(),
        "roundsPerEpoch": chain.config().epoch_length,
        "roundsPassed": block.round % chain.config().epoch_length.max(1),
    }))
}
