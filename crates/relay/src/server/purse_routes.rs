//! Purses and the wallets that they play for.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};

use serde::Deserialize;

use super::Relay;
use crate::address;
use crate::purses::{PurseError, PurseLink};
use crate::store::StoreError;

/// The longest request that is read, in bytes.
const MAX_REQUEST_LEN: usize = 1024;

/// The most players in one question.
const MOST_PLAYERS: usize = 50;

/// `POST /purses` takes a link, `GET /purses/CONTRACT` and `GET /purses/CONTRACT/PLAYER,…` list them.
pub(super) fn routes() -> Router<Arc<Relay>> {
    Router::new()
        .route("/purses", post(take))
        .route("/purses/{contract}", get(list))
        .route("/purses/{contract}/{players}", get(list))
        .layer(DefaultBodyLimit::max(MAX_REQUEST_LEN))
}

/// The contract whose links are requested, and the players, if only theirs are.
#[derive(Deserialize)]
struct Asked {
    contract: String,
    players: Option<String>,
}

async fn list(State(relay): State<Arc<Relay>>, Path(asked): Path<Asked>) -> Response {
    let named = asked.players.map(|players| {
        let players: Option<Vec<_>> = players.split(',').map(address::read).collect();
        players.filter(|players| players.len() <= MOST_PLAYERS)
    });
    let (Some(contract), None | Some(Some(_))) = (address::read(&asked.contract), &named) else {
        let words = "give addresses, 50 players at most: /purses/erd1…/erd1…,erd1…\n";
        return (StatusCode::BAD_REQUEST, words).into_response();
    };
    let purses = relay.rooms.shared.purses.as_ref();
    let links = purses.map(|purses| purses.of(&contract, named.flatten().as_deref()));
    Json(links.unwrap_or_default()).into_response()
}

async fn take(
    State(relay): State<Arc<Relay>>,
    body: String,
) -> Result<StatusCode, (StatusCode, String)> {
    let words = |status, words: &str| (status, format!("{words}\n"));
    let link: PurseLink = serde_json::from_str(&body)
        .map_err(|error| words(StatusCode::BAD_REQUEST, &error.to_string()))?;
    let shared = relay.rooms.shared.clone();
    let done = tokio::task::spawn_blocking(move || {
        let purses = shared.purses.as_ref().ok_or(PurseError::Contract)?;
        let is_new = purses.put(&link, |contract| {
            let chain = shared.chain.as_ref();
            chain.is_none_or(|chain| chain.require_carried(contract).is_ok())
        })?;
        // its reader rates a contract's games again, once for all links that have come in the
        // meantime
        if is_new && let Some(standings) = &shared.lobby.standings {
            standings.look.set();
        }
        Ok(StatusCode::NO_CONTENT)
    });
    let result = done.await.unwrap_or(Err(PurseError::Contract));
    result.map_err(|error| {
        let status = match &error {
            PurseError::Address | PurseError::Signature => StatusCode::BAD_REQUEST,
            PurseError::Contract => StatusCode::NOT_FOUND,
            PurseError::Taken => StatusCode::CONFLICT,
            PurseError::Store(StoreError::Full) => StatusCode::INSUFFICIENT_STORAGE,
            PurseError::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
        };
        words(status, &error.to_string())
    })
}
