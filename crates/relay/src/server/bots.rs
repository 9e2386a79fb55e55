//! Players that are programs, as the relay's operator names them.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

use super::Relay;
use crate::address;

/// A bot's account and name.
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
    /// The expected form, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (account, name) = text.split_once('=').unwrap_or((text, ""));
        match address::read(account).is_some() && !name.is_empty() {
            true => Ok(BotName {
                address: account.into(),
                name: name.into(),
            }),
            false => Err("give ADDRESS=NAME, as \"erd1…=Level 3\"".into()),
        }
    }
}

/// All of them.
pub(super) async fn list(State(relay): State<Arc<Relay>>) -> Response {
    axum::Json(&relay.options.bots).into_response()
}
