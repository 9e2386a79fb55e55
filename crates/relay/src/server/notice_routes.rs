//! The routes by which pages ask for notices.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::json;
use tokio::sync::Semaphore;

use super::Relay;
use crate::notices::{SubscribeError, SubscribeRequest};
use crate::store::StoreError;

/// The longest request that is read, in bytes.
const MAX_REQUEST_LEN: usize = 4 * 1024;

/// The number of requests that query the gateway at the same time, and the number that wait.
const AT_ONCE: usize = 4;
const WAITING: usize = 100;

/// A request for notices holds one of `waiting`, and one of `asking` during its query of the gateway.
pub(super) struct Door {
    asking: Semaphore,
    waiting: Semaphore,
}

impl Default for Door {
    fn default() -> Self {
        Door {
            asking: Semaphore::new(AT_ONCE),
            waiting: Semaphore::new(WAITING),
        }
    }
}

/// `GET /notices` returns the relay's key, `POST /notices` takes a subscription.
pub(super) fn routes() -> Router<Arc<Relay>> {
    Router::new()
        .route("/notices", get(key).post(subscribe))
        .layer(DefaultBodyLimit::max(MAX_REQUEST_LEN))
}

async fn key(State(relay): State<Arc<Relay>>) -> Response {
    match &relay.rooms.shared.notices {
        Some(notices) => Json(json!({ "key": notices.sender.vapid.public() })).into_response(),
        None => {
            let words = "this relay sends no notices\n";
            (StatusCode::NOT_FOUND, words).into_response()
        }
    }
}

async fn subscribe(
    State(relay): State<Arc<Relay>>,
    body: String,
) -> Result<StatusCode, (StatusCode, String)> {
    let words = |status, words: &str| (status, format!("{words}\n"));
    let request: SubscribeRequest = serde_json::from_str(&body)
        .map_err(|error| words(StatusCode::BAD_REQUEST, &error.to_string()))?;
    let busy = || words(StatusCode::SERVICE_UNAVAILABLE, "too many ask for notices");
    let _waiting = relay.door.waiting.try_acquire().map_err(|_| busy())?;
    let _asking = relay.door.asking.acquire().await.map_err(|_| busy())?;
    let shared = relay.rooms.shared.clone();
    let done = tokio::task::spawn_blocking(move || {
        match (shared.notices.as_ref(), shared.chain.as_ref()) {
            (Some(notices), Some(chain)) => notices.subscribe(request, chain),
            _ => Err(SubscribeError::NoGame),
        }
    });
    let result = done.await.unwrap_or(Err(SubscribeError::NoGame));
    let result = result.map(|()| StatusCode::NO_CONTENT);
    result.map_err(|error| {
        let status = match &error {
            SubscribeError::Request(_) | SubscribeError::Endpoint(_) => StatusCode::BAD_REQUEST,
            SubscribeError::NoGame => StatusCode::NOT_FOUND,
            SubscribeError::Gateway(_) => StatusCode::BAD_GATEWAY,
            SubscribeError::Store(StoreError::Full) => StatusCode::INSUFFICIENT_STORAGE,
            SubscribeError::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
        };
        words(status, &error.to_string())
    })
}
