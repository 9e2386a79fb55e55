//! The known strength of a player.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use super::{Relay, for_page, refused_origin};
use crate::address;

/// A player's ratings and how they came about, for the pages that may connect.
pub(super) async fn of_player(
    State(relay): State<Arc<Relay>>,
    Path((contract, player)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    if !relay.allows(&headers) {
        return refused_origin();
    }
    let (Some(contract), Some(player)) = (address::read(&contract), address::read(&player)) else {
        let words = "give a contract's and a player's address: /ratings/erd1…/erd1…\n";
        return for_page(&headers, (StatusCode::BAD_REQUEST, words));
    };
    let standings = relay.rooms.shared().standings.as_ref();
    match standings.and_then(|standings| standings.course(&contract, &player)) {
        Some(course) => for_page(&headers, axum::Json(course)),
        None => {
            let words = "this relay has no ratings of this contract's players\n";
            for_page(&headers, (StatusCode::NOT_FOUND, words))
        }
    }
}
