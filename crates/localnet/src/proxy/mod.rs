//! The API dialect in front of any gateway, the official chain simulator's for one: what sdk-dapp
//! asks an API for is answered from the gateway, and everything else is handed on to it as it is.

mod answers;
mod upstream;

use std::io;

use axum::{
    Json, Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, Method, StatusCode, Uri, header},
    middleware,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde::Deserialize;
use serde_json::{Value, json};
use tower_http::cors::CorsLayer;

use crate::http::{
    ServeOptions, Server,
    extract::{Path, UrlQuery},
    own_pages,
    sdk_dapp::{self, Answer, ApiError, in_the_apis_form, price_per_unit, websocket},
    serve_router,
};
use upstream::Upstream;

/// Serves the API dialect in front of the gateway at this address (`http://…`).
///
/// # Errors
/// If the port can't be listened on.
pub fn serve_api(gateway: &str, options: ServeOptions) -> io::Result<Server> {
    let upstream = Upstream::new(gateway);
    let for_pages = Router::new()
        .route("/accounts/{address}", get(account))
        .route("/accounts/{address}/tokens", get(account_tokens))
        .route("/accounts/{address}/tokens/{token}", get(account_token))
        .route("/accounts/{address}/transactions", get(no_lists))
        .route("/transactions", get(transactions).post(send))
        .route("/transactions/ppu/{shard}", get(price_per_unit))
        .route("/transactions/{hash}", get(transaction))
        .route("/tokens/{token}", get(token))
        .route("/query", post(query))
        .route("/websocket/config", get(websocket))
        .route("/dapp/config", get(dapp_config))
        .fallback(hand_on)
        .method_not_allowed_fallback(hand_on)
        .layer(middleware::map_response(in_the_apis_form))
        .layer(CorsLayer::permissive());
    // Routes that change the state are for tools, not for pages.
    let simulator = Router::new()
        .route("/simulator/{*rest}", get(hand_on).post(hand_on))
        .layer(middleware::from_fn(own_pages::only));
    let router = simulator.merge(for_pages).with_state(upstream);
    serve_router(router, options)
}

/// Asks the gateway away from the threads that serve connections.
async fn answer<T: Send + 'static>(
    upstream: Upstream,
    ask: impl FnOnce(&Upstream) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let asked = tokio::task::spawn_blocking(move || ask(&upstream)).await;
    asked.unwrap_or_else(|_| {
        let reason = "the gateway's answer makes no sense";
        Err(ApiError::new(StatusCode::BAD_GATEWAY, reason))
    })
}

/// The JSON that a request brings.
fn read(body: &[u8]) -> Result<Value, ApiError> {
    let read = serde_json::from_slice(body);
    read.map_err(|reason| ApiError::bad_request(format!("validation error: {reason}")))
}

async fn account(State(upstream): State<Upstream>, Path(address): Path<String>) -> Answer {
    answer(upstream, move |gateway| {
        let account = gateway.get(&format!("/address/{address}"))?["account"].take();
        let shard = gateway.get(&format!("/address/{address}/shard"))?["shardID"].take();
        let guardian = gateway.get(&format!("/address/{address}/guardian-data"))?;
        let guarded = guardian["guardianData"]["guarded"].as_bool();
        Ok(sdk_dapp::account(account, shard, guarded.unwrap_or(false)))
    })
    .await
}

/// An account's fungible tokens, with the properties of each.
fn holdings(gateway: &Upstream, address: &str) -> Result<Vec<Value>, ApiError> {
    let held = gateway.get(&format!("/address/{address}/esdt"))?["esdts"].take();
    let held = held.as_object().cloned().unwrap_or_default();
    held.into_values()
        .map(|held| {
            let identifier = held["tokenIdentifier"].as_str().unwrap_or_default();
            let collection = answers::collection(identifier);
            let mut json = match gateway.token(collection)? {
                Some(token) => answers::token(collection, &token),
                None => json!({"type": "FungibleESDT", "name": identifier, "decimals": 0}),
            };
            json["identifier"] = identifier.into();
            json["balance"] = held["balance"].clone();
            Ok(json)
        })
        .collect()
}

async fn account_tokens(State(upstream): State<Upstream>, Path(address): Path<String>) -> Answer {
    let held = answer(upstream, move |gateway| holdings(gateway, &address));
    Ok(Json(held.await?.into()))
}

async fn account_token(
    State(upstream): State<Upstream>,
    Path((address, token)): Path<(String, String)>,
) -> Answer {
    let held = answer(upstream, move |gateway| holdings(gateway, &address));
    sdk_dapp::of_account(held.await?, &token)
}

async fn token(State(upstream): State<Upstream>, Path(token): Path<String>) -> Answer {
    answer(upstream, move |gateway| {
        let known = gateway.token(&token)?;
        let json = known.map(|known| Json(answers::token(&token, &known)));
        json.ok_or_else(|| ApiError::not_found("Token not found"))
    })
    .await
}

#[derive(Deserialize)]
struct Listed {
    hashes: Option<String>,
}

/// A gateway knows transactions by their hashes alone.
async fn transactions(
    State(upstream): State<Upstream>,
    UrlQuery(listed): UrlQuery<Listed>,
) -> Answer {
    let Some(hashes) = listed.hashes else {
        return Err(no_lists().await);
    };
    answer(upstream, move |gateway| {
        let hashes = hashes.split(',').filter(|hash| !hash.is_empty());
        let found: Result<Vec<_>, _> = hashes
            .filter_map(|hash| gateway.transaction(hash).transpose())
            .collect();
        Ok(Json(found?.iter().map(sdk_dapp::transaction).collect()))
    })
    .await
}

async fn transaction(State(upstream): State<Upstream>, Path(hash): Path<String>) -> Answer {
    answer(upstream, move |gateway| {
        let found = gateway.transaction(&hash)?;
        let json = found.map(|found| Json(sdk_dapp::transaction(&found)));
        json.ok_or_else(|| ApiError::not_found("Transaction not found"))
    })
    .await
}

async fn no_lists() -> ApiError {
    let message = "a gateway keeps no lists of transactions: ask by their hashes";
    ApiError::new(StatusCode::NOT_IMPLEMENTED, message)
}

async fn send(State(upstream): State<Upstream>, body: Bytes) -> impl IntoResponse {
    answer(upstream, move |gateway| {
        let tx = read(&body)?;
        let sent = gateway.post("/transaction/send", &tx)?;
        let shard = |who: &str| {
            let address = tx[who].as_str().unwrap_or_default();
            gateway.get(&format!("/address/{address}/shard"))
        };
        let (sender, receiver) = (shard("sender")?, shard("receiver")?);
        let told = json!({
            "txHash": sent["txHash"],
            "receiver": tx["receiver"],
            "receiverShard": receiver["shardID"],
            "sender": tx["sender"],
            "senderShard": sender["shardID"],
            "status": "Pending",
        });
        Ok((StatusCode::CREATED, Json(told)))
    })
    .await
}

async fn query(State(upstream): State<Upstream>, body: Bytes) -> impl IntoResponse {
    answer(upstream, move |gateway| {
        let told = gateway.post("/vm-values/query", &read(&body)?)?["data"].take();
        Ok((StatusCode::CREATED, Json(told)))
    })
    .await
}

async fn dapp_config(State(upstream): State<Upstream>, headers: HeaderMap) -> Answer {
    answer(upstream, move |gateway| {
        let config = gateway.get("/network/config")?["config"].take();
        let chain_id = &config["erd_chain_id"];
        Ok(sdk_dapp::dapp_config(
            "gateway",
            "A gateway",
            chain_id,
            &headers,
        ))
    })
    .await
}

/// Hands a request on to the gateway, and its answer back.
async fn hand_on(
    State(upstream): State<Upstream>,
    method: Method,
    uri: Uri,
    body: Bytes,
) -> Result<Response, ApiError> {
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let path = path.to_string();
    if ![Method::GET, Method::POST].contains(&method) {
        let reason = "only GET and POST are handed on";
        return Err(ApiError::new(StatusCode::METHOD_NOT_ALLOWED, reason));
    }
    // an encoded letter would take a path past the routes that are kept from pages
    let first = uri.path().trim_start_matches('/').split('/').next();
    if first.is_some_and(|first| first.contains('%')) {
        return Err(ApiError::not_found("there is no such route"));
    }
    answer(upstream, move |gateway| {
        let posted = (method == Method::POST).then_some(&body[..]);
        let (status, kind, text) = gateway.raw(&path, posted)?;
        Ok((status, [(header::CONTENT_TYPE, kind)], text).into_response())
    })
    .await
}
