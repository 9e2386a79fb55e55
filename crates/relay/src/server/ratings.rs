//! The known strength of a player.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde_json::Value;

use super::Relay;
use crate::address;

/// A player's ratings and how they came about.
pub(super) async fn of_player(
    State(relay): State<Arc<Relay>>,
    Path((contract, player)): Path<(String, String)>,
) -> Result<Json<Value>, (StatusCode, &'static str)> {
    let (Some(contract), Some(player)) = (address::read(&contract), address::read(&player)) else {
        let words = "give a contract's and a player's address: /ratings/erd1…/erd1…\n";
        return Err((StatusCode::BAD_REQUEST, words));
    };
    let standings = relay.rooms.shared.lobby.standings.as_ref();
    let course = standings.and_then(|standings| standings.course(&contract, &player));
    let words = "this relay has no ratings of this contract's players\n";
    course.map(Json).ok_or((StatusCode::NOT_FOUND, words))
}
