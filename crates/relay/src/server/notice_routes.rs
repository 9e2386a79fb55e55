//! Where pages ask for notices.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::json;
use tokio::sync::Semaphore;

use super::origin::Origins;
use crate::notices::{SubscribeError, SubscribeRequest};
use crate::room::Shared;
use crate::store::StoreError;

/// The longest request that is read, in bytes.
const MAX_REQUEST_LEN: usize = 4 * 1024;

/// So many requests ask the gateway at once, and so many wait for that.
const AT_ONCE: usize = 4;
const WAITING: usize = 100;

struct Door {
    shared: Arc<Shared>,
    origins: Origins,
    asking: Semaphore,
    waiting: Semaphore,
}

/// `GET /notices` gives the relay's key, `POST /notices` takes a subscription.
pub fn routes<S>(shared: Arc<Shared>, origins: Origins) -> Router<S> {
    let door = Arc::new(Door {
        shared,
        origins,
        asking: Semaphore::new(AT_ONCE),
        waiting: Semaphore::new(WAITING),
    });
    Router::new()
        .route("/notices", get(key).post(subscribe))
        .layer(DefaultBodyLimit::max(MAX_REQUEST_LEN))
        .with_state(door)
}

impl Door {
    /// An answer that the page may read; none for pages that may not connect.
    fn answer(&self, headers: &HeaderMap, answer: impl IntoResponse) -> Response {
        let mut response = answer.into_response();
        if let Some(origin) = headers.get(header::ORIGIN) {
            let headers = response.headers_mut();
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
            headers.insert(header::VARY, HeaderValue::from_static("origin"));
        }
        response
    }

    fn allows(&self, headers: &HeaderMap) -> bool {
        let origin = headers.get(header::ORIGIN);
        let origin = origin.map(|origin| origin.to_str().unwrap_or("null"));
        self.origins.allow(origin)
    }

    async fn subscribe(&self, body: &str) -> Result<(), (StatusCode, String)> {
        let words = |status, words: &str| (status, format!("{words}\n"));
        let request: SubscribeRequest = serde_json::from_str(body)
            .map_err(|error| words(StatusCode::BAD_REQUEST, &error.to_string()))?;
        let busy = || words(StatusCode::SERVICE_UNAVAILABLE, "too many ask for notices");
        let _waiting = self.waiting.try_acquire().map_err(|_| busy())?;
        let _asking = self.asking.acquire().await.map_err(|_| busy())?;
        let shared = self.shared.clone();
        let done = tokio::task::spawn_blocking(move || {
            match (shared.notices.as_ref(), shared.chain.as_ref()) {
                (Some(notices), Some(chain)) => notices.subscribe(request, chain),
                _ => Err(SubscribeError::NoGame),
            }
        });
        let result = done.await.unwrap_or(Err(SubscribeError::NoGame));
        result.map_err(|error| {
            let status = match &error {
                SubscribeError::Request(_) => StatusCode::BAD_REQUEST,
                SubscribeError::NoGame => StatusCode::NOT_FOUND,
                SubscribeError::Gateway(_) => StatusCode::BAD_GATEWAY,
                SubscribeError::Store(StoreError::Full) => StatusCode::INSUFFICIENT_STORAGE,
                SubscribeError::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
            };
            words(status, &error.to_string())
        })
    }
}

fn refused() -> Response {
    (StatusCode::FORBIDDEN, "this page may not connect\n").into_response()
}

async fn key(State(door): State<Arc<Door>>, headers: HeaderMap) -> Response {
    if !door.allows(&headers) {
        return refused();
    }
    match &door.shared.notices {
        Some(notices) => {
            let json = json!({ "key": notices.public_key() }).to_string();
            let answer = ([(header::CONTENT_TYPE, "application/json")], json);
            door.answer(&headers, answer)
        }
        None => {
            let words = "this relay sends no notices\n";
            door.answer(&headers, (StatusCode::NOT_FOUND, words))
        }
    }
}

async fn subscribe(State(door): State<Arc<Door>>, headers: HeaderMap, body: String) -> Response {
    if !door.allows(&headers) {
        return refused();
    }
    match door.subscribe(&body).await {
        Ok(()) => door.answer(&headers, StatusCode::NO_CONTENT),
        Err(refusal) => door.answer(&headers, refusal),
    }
}
