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

/// How many transactions a list has when no size is asked for.
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
        Ok(crate::chain_id::CHAIN_ID.into())
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

/// A transaction in the gateway's form, with what has become of it.
fn as_gateway(chain: &Chain, record: &Record) -> Value {
    let mut tx = transaction_view::transaction_json(record, chain.config().shards, true);
    tx["processStatus"] = record.process_status().into();
    tx
}

/// The filters of a list of transactions.
#[derive(Clone, Default)]
struct Filter {
    sender: Option<String>,
    receiver: Option<String>,
    hashes: Option<Vec<String>>,
    status: Option<String>,
    function: Option<String>,
    from: usize,
    size: usize,
}

impl Filter {
    fn of(parameters: &HashMap<String, String>) -> Self {
        let text = |name: &str| {
            parameters
                .get(name)
                .filter(|text| !text.is_empty())
                .cloned()
        };
        let number = |name: &str| parameters.get(name).and_then(|text| text.parse().ok());
        Self {
            sender: text("sender"),
            receiver: text("receiver"),
            hashes: text("hashes").map(|list| list.split(',').map(str::to_string).collect()),
            status: text("status"),
            function: text("function"),
            from: number("from").unwrap_or(0),
            size: number("size").unwrap_or(DEFAULT_SIZE).min(MAX_SIZE),
        }
    }

    /// Sender and receiver are alternatives if both are given, as sdk-dapp asks for an account's history.
    fn wants(&self, record: &Record) -> bool {
        let tx = &record.transaction;
        let party = match (&self.sender, &self.receiver) {
            (Some(sender), Some(receiver)) => *sender == tx.sender || *receiver == tx.receiver,
            (Some(sender), None) => *sender == tx.sender,
            (None, Some(receiver)) => *receiver == tx.receiver,
            (None, None) => true,
        };
        let is = |wanted: &Option<String>, actual: &str| {
            wanted.as_ref().is_none_or(|wanted| wanted == actual)
        };
        party && is(&self.status, api_status(record)) && is(&self.function, &record.function)
    }
}

fn listed(chain: &Chain, filter: &Filter) -> Json<Vec<Value>> {
    let records = match &filter.hashes {
        Some(hashes) => hashes
            .iter()
            .filter_map(|hash| chain.transaction(hash))
            .collect(),
        None => chain.transactions(filter.from.saturating_add(filter.size), |record| {
            filter.wants(record)
        }),
    };
    let page = records.iter().skip(filter.from).take(filter.size);
    let json = page.map(|record| transaction_json(&as_gateway(chain, record)));
    Json(json.collect())
}

fn transactions(
    chain: &Chain,
    UrlQuery(parameters): UrlQuery<HashMap<String, String>>,
) -> Json<Vec<Value>> {
    listed(chain, &Filter::of(&parameters))
}

fn account_transactions(
    chain: &Chain,
    (Path(text), UrlQuery(parameters)): (Path<String>, UrlQuery<HashMap<String, String>>),
) -> Json<Vec<Value>> {
    let filter = Filter {
        sender: Some(text.clone()),
        receiver: Some(text),
        ..Filter::of(&parameters)
    };
    listed(chain, &filter)
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
