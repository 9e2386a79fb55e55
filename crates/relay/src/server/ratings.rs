//! The known strength of a player.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::Relay;
use crate::address;

/// A player's ratings and how they came about.
pub(super) async fn of_player(
    State(relay): State<Arc<Relay>>,
    Path((contract, player)): Path<(String, String)>,
) -> Response {
    let (Some(contract), Some(player)) = (address::read(&contract), address::read(&player)) else {
        let words = "give a contract's and a player's address: /ratings/erd1…/erd1…\n";
        return (StatusCode::BAD_REQUEST, words).into_response();
    };
    let standings = relay.rooms.shared().standings.as_ref();
    match standings.and_then(|standings| standings.course(&contract, &player)) {
        Some(course) => axum::Json(course).into_response(),
        None => {
            let words = "this relay has no ratings of this contract's players\n";
            (StatusCode::NOT_FOUND, words).into_response()
        }
    }
}
