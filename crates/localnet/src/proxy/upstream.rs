//! The gateway that is asked.

use std::time::Duration;

use axum::http::StatusCode;
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use serde_json::{Value, json};
use ureq::Agent;

use crate::http::sdk_dapp::ApiError;

/// How long the gateway may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// The longest answer that is read, in bytes.
const LONGEST: u64 = 256 << 20;

/// The contract that manages tokens.
const MANAGER: &str = "erd1qqqqqqqqqqqqqqqpqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqzllls8a5w6u";

/// A gateway.
#[derive(Clone)]
pub struct Upstream {
    url: String,
    agent: Agent,
}

impl Upstream {
    pub fn new(url: &str) -> Self {
        Self {
            url: url.trim_end_matches('/').to_string(),
            agent: Agent::config_builder()
                .http_status_as_error(false)
                .timeout_global(Some(PATIENCE))
                .build()
                .into(),
        }
    }

    /// An answer as it is: its status, its kind and its text.
    ///
    /// # Errors
    /// If the gateway can't be reached.
    pub fn raw(
        &self,
        path: &str,
        posted: Option<&[u8]>,
    ) -> Result<(StatusCode, String, Vec<u8>), ApiError> {
        let url = format!("{}{path}", self.url);
        let unreachable = |reason: ureq::Error| {
            let message = format!("the gateway {} can't be reached: {reason}", self.url);
            ApiError::new(StatusCode::BAD_GATEWAY, message)
        };
        let mut answer = match posted {
            None => self.agent.get(&url).call(),
            Some(body) => {
                let request = self.agent.post(&url);
                request
                    .header("content-type", "application/json")
                    .send(body)
            }
        }
        .map_err(unreachable)?;
        let kind = answer.headers().get("content-type");
        let kind = kind.and_then(|kind| kind.to_str().ok());
        let kind = kind.unwrap_or("application/json").to_string();
        let body = answer.body_mut().with_config().limit(LONGEST);
        let text = body.read_to_vec().map_err(unreachable)?;
        Ok((answer.status(), kind, text))
    }

    fn data(&self, path: &str, posted: Option<&[u8]>) -> Result<Value, ApiError> {
        let (status, _, text) = self.raw(path, posted)?;
        let mut answer: Value = serde_json::from_slice(&text).map_err(|_| {
            let message = format!("the gateway's answer to {path} is no JSON");
            ApiError::new(StatusCode::BAD_GATEWAY, message)
        })?;
        let message = answer["error"].as_str().unwrap_or_default().to_string();
        match status {
            StatusCode::OK => Ok(answer["data"].take()),
            // A request that a gateway can't find or read is the client's fault in the API's dialect.
            StatusCode::INTERNAL_SERVER_ERROR => Err(ApiError::bad_request(message)),
            other => Err(ApiError::new(other, message)),
        }
    }

    /// The `data` of an answer.
    ///
    /// # Errors
    /// The gateway's error.
    pub fn get(&self, path: &str) -> Result<Value, ApiError> {
        self.data(path, None)
    }

    /// The same of a request with a body.
    ///
    /// # Errors
    /// As above.
    pub fn post(&self, path: &str, body: &Value) -> Result<Value, ApiError> {
        self.data(path, Some(body.to_string().as_bytes()))
    }

    /// A transaction, with what has become of it as `processStatus`; `None` if it isn't known.
    ///
    /// # Errors
    /// If the gateway can't be reached.
    pub fn transaction(&self, hash: &str) -> Result<Option<Value>, ApiError> {
        let found = match self.get(&format!("/transaction/{hash}?withResults=true")) {
            Err(error) if error.status == StatusCode::BAD_GATEWAY => return Err(error),
            found => found.ok(),
        };
        let Some(mut tx) = found.map(|mut data| data["transaction"].take()) else {
            return Ok(None);
        };
        let status = self.get(&format!("/transaction/{hash}/process-status"))?;
        tx["processStatus"] = status["status"].clone();
        tx["hash"] = hash.into();
        Ok(Some(tx))
    }

    /// The manager's properties of a token; `None` if there is none of that name.
    ///
    /// # Errors
    /// If the gateway can't be reached.
    pub fn token(&self, identifier: &str) -> Result<Option<Vec<String>>, ApiError> {
        let query = json!({
            "scAddress": MANAGER,
            "funcName": "getTokenProperties",
            "args": [hex::encode(identifier)],
        });
        let told = self.post("/vm-values/query", &query)?["data"].take();
        if told["returnCode"] != "ok" {
            return Ok(None);
        }
        let values = told["returnData"].as_array().cloned().unwrap_or_default();
        let text = |value: &Value| {
            let bytes = BASE64.decode(value.as_str().unwrap_or_default());
            let bytes = bytes.unwrap_or_default();
            // The owner's address is bytes.
            String::from_utf8(bytes.clone()).unwrap_or_else(|_| hex::encode(bytes))
        };
        Ok(Some(values.iter().map(text).collect()))
    }
}
