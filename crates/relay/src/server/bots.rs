//! Players that are programs, as the relay's operator names them.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

use super::{Relay, refused_origin};
use crate::address;

/// A bot's account, and what it is called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BotName {
    /// Its address, `erd1…`.
    pub address: String,
    /// As pages show it.
    pub name: String,
}

impl BotName {
    /// Reads `erd1…=NAME`.
    ///
    /// # Errors
    /// In words, what it looks like.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (account, name) = text.split_once('=').unwrap_or((text, ""));
        match address::read(account).is_some() && !name.is_empty() {
            true => Ok(BotName {
                address: account.into(),
                name: name.into(),
            }),
            false => Err("no bot: give ADDRESS=NAME, as \"erd1…=Level 3\"".into()),
        }
    }
}

/// All of them, for the pages that may connect.
pub(super) async fn list(State(relay): State<Arc<Relay>>, headers: HeaderMap) -> Response {
    let origin = headers.get(header::ORIGIN);
    if !relay.allows(origin) {
        return refused_origin();
    }
    let mut response = axum::Json(&relay.bots).into_response();
    if let Some(origin) = origin {
        let headers = response.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
        headers.insert(header::VARY, HeaderValue::from_static("origin"));
    }
    response
}
