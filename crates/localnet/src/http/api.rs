//! The API's routes, as far as sdk-dapp and the SDKs' API providers use them.
//! Their answers have no envelope; errors are `{"statusCode": …, "message": …}`.

use std::collections::HashMap;

use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, StatusCode},
    middleware,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use multiversx_chain_core::types::Address;
use serde_json::{Value, json};

use super::{
    body::JsonBody,
    extract::{Path, UrlQuery},
    gateway::transaction_view,
    json::{QueryRequest, account_json, answer_json, hex_nonce},
    not_allowed, on_chain,
    sdk_dapp::{self, Answer, ApiError, in_the_apis_form, price_per_unit, websocket},
};
use crate::{
    address::{self, Shards},
    chain::Chain,
    esdt::Token,
    transaction::Transaction,
    transaction::receipt::{Record, Status},
};

/// How many transactions a list has when no size is asked for.
const DEFAULT_SIZE: usize = 25;
/// The most that a list has.
const MAX_SIZE: usize = 10_000;

pub fn routes() -> Router<Chain> {
    Router::new()
        .route("/accounts/{address}", get(account))
        .route("/accounts/{address}/tokens", get(account_tokens))
        .route("/accounts/{address}/tokens/{token}", get(account_token))
        .route(
            "/accounts/{address}/transactions",
            get(account_transactions),
        )
        .route("/transactions", get(transactions).post(send))
        .route("/transactions/count", get(transaction_count))
        .route("/transactions/ppu/{shard}", get(price_per_unit))
        .route("/transactions/{hash}", get(transaction))
        .route("/tokens", get(tokens))
        .route("/tokens/{token}", get(token))
        .route("/query", post(query))
        .route("/websocket/config", get(websocket))
        .route("/dapp/config", get(dapp_config))
        .route("/economics", get(economics))
        .route("/stats", get(stats))
        .method_not_allowed_fallback(not_allowed)
        .layer(middleware::map_response(in_the_apis_form))
}

fn decode(text: &str) -> Result<Address, ApiError> {
    let reason = "Validation failed for argument 'address' (a bech32 address is expected)";
    address::decode(text).map_err(|_| ApiError::bad_request(reason))
}

async fn account(State(chain): State<Chain>, Path(text): Path<String>) -> Answer {
    let address = decode(&text)?;
    let told = on_chain(chain, move |chain| {
        let account = account_json(&chain.account(&address));
        sdk_dapp::account(account, chain.shard_of(&address).into(), false)
    });
    Ok(told.await)
}

fn token_json(token: &Token) -> Value {
    json!({
        "type": token.kind,
        "identifier": token.identifier,
        "name": token.name,
        "ticker": token.ticker,
        "decimals": token.decimals,
        "supply": token.supply.to_string(),
        "owner": crate::state::stored_account::address(&token.owner).map(|a| address::encode(&a)).unwrap_or_default(),
        "isPaused": token.paused,
        "canFreeze": token.properties.can_freeze,
    })
}

fn holdings(chain: &Chain, address: &Address) -> Vec<Value> {
    let issued = chain.tokens();
    let held = chain.account(address).tokens.into_iter();
    held.map(|(id, nonce, balance)| {
        let known = issued.iter().find(|token| token.identifier == id);
        let mut json = known.map_or_else(
            || json!({"type": "FungibleESDT", "name": id, "decimals": 0}),
            token_json,
        );
        json["identifier"] = if nonce == 0 {
            id.into()
        } else {
            format!("{id}-{}", hex_nonce(nonce)).into()
        };
        json["balance"] = balance.to_string().into();
        json
    })
    .collect()
}

async fn account_tokens(State(chain): State<Chain>, Path(text): Path<String>) -> Answer {
    let address = decode(&text)?;
    let held = on_chain(chain, move |chain| holdings(chain, &address)).await;
    Ok(Json(held.into()))
}

async fn account_token(
    State(chain): State<Chain>,
    Path((text, token)): Path<(String, String)>,
) -> Answer {
    let address = decode(&text)?;
    let held = on_chain(chain, move |chain| holdings(chain, &address)).await;
    sdk_dapp::of_account(held, &token)
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

/// A list, which can be long: it is written out where the chain is asked, not between others' answers.
fn listed(chain: &Chain, filter: &Filter) -> Response {
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
    let json = page.map(|record| transaction_json(record, chain.config().shards));
    Json(json.collect::<Vec<_>>()).into_response()
}

async fn transactions(
    State(chain): State<Chain>,
    UrlQuery(parameters): UrlQuery<HashMap<String, String>>,
) -> Response {
    let filter = Filter::of(&parameters);
    on_chain(chain, move |chain| listed(chain, &filter)).await
}

async fn account_transactions(
    State(chain): State<Chain>,
    Path(text): Path<String>,
    UrlQuery(parameters): UrlQuery<HashMap<String, String>>,
) -> Response {
    let filter = Filter {
        sender: Some(text.clone()),
        receiver: Some(text),
        ..Filter::of(&parameters)
    };
    on_chain(chain, move |chain| listed(chain, &filter)).await
}

async fn transaction_count(State(chain): State<Chain>) -> Json<usize> {
    Json(on_chain(chain, Chain::transaction_count).await)
}

async fn transaction(State(chain): State<Chain>, Path(hash): Path<String>) -> Answer {
    on_chain(chain, move |chain| {
        let record = chain.transaction(&hash);
        let json = record.map(|record| Json(transaction_json(&record, chain.config().shards)));
        json.ok_or_else(|| ApiError::not_found("Transaction not found"))
    })
    .await
}

fn api_status(record: &Record) -> &'static str {
    match record.status {
        Status::Invalid => "invalid",
        _ => record.process_status(),
    }
}

/// A transaction as the API shows it.
fn transaction_json(record: &Record, shards: Shards) -> Value {
    let mut tx = transaction_view::transaction_json(record, shards, true);
    tx["processStatus"] = record.process_status().into();
    sdk_dapp::transaction(&tx)
}

async fn send(
    State(chain): State<Chain>,
    JsonBody(tx): JsonBody<Transaction>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    on_chain(chain, move |chain| {
        let hash = chain.submit(&tx).map_err(ApiError::bad_request)?;
        let told = json!({
            "txHash": hash,
            "receiver": tx.receiver,
            "receiverShard": address::decode(&tx.receiver).map_or(0, |a| chain.shard_of(&a)),
            "sender": tx.sender,
            "senderShard": address::decode(&tx.sender).map_or(0, |a| chain.shard_of(&a)),
            "status": "Pending",
        });
        Ok((StatusCode::CREATED, Json(told)))
    })
    .await
}

async fn tokens(State(chain): State<Chain>) -> Response {
    on_chain(chain, |chain| {
        let tokens = chain.tokens();
        Json(tokens.iter().map(token_json).collect::<Vec<_>>()).into_response()
    })
    .await
}

async fn token(State(chain): State<Chain>, Path(identifier): Path<String>) -> Answer {
    let tokens = on_chain(chain, Chain::tokens).await;
    let found = tokens.iter().find(|token| token.identifier == identifier);
    let json = found.map(|token| Json(token_json(token)));
    json.ok_or_else(|| ApiError::not_found("Token not found"))
}

async fn query(
    State(chain): State<Chain>,
    JsonBody(request): JsonBody<QueryRequest>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let query = request.query().map_err(ApiError::bad_request)?;
    let told = on_chain(chain, move |chain| {
        answer_json(&query, &chain.query(&query))
    });
    Ok((StatusCode::CREATED, Json(told.await)))
}

async fn dapp_config(headers: HeaderMap) -> Json<Value> {
    sdk_dapp::dapp_config(
        "localnet",
        "Local chain",
        &crate::chain_id::CHAIN_ID.into(),
        &headers,
    )
}

async fn economics(State(chain): State<Chain>) -> Json<Value> {
    let supply = chain.config().wallet_balance.clone() * chain.wallets().len();
    let supply = supply / num_bigint::BigUint::from(10u32).pow(18);
    let supply = u64::try_from(supply).unwrap_or(0);
    Json(json!({
        "totalSupply": supply,
        "circulatingSupply": supply,
        "staked": 0,
        "price": 0,
        "marketCap": 0,
    }))
}

async fn stats(State(chain): State<Chain>) -> Json<Value> {
    on_chain(chain, |chain| {
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
    })
    .await
}
