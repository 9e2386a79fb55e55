//! The gateway behind the API.

use std::time::Duration;

use axum::http::StatusCode;
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use serde_json::{Map, Value, json};
use ureq::Agent;

use crate::http::sdk_dapp::{ApiError, Source};

/// The time limit of the gateway's answers.
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

    /// An unchanged answer: its status, its kind and its text.
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
            let message = format!("the gateway's answer to {path} isn't JSON");
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
    fn get(&self, path: &str) -> Result<Value, ApiError> {
        self.data(path, None)
    }

    /// The same for a request with a body.
    fn post(&self, path: &str, body: &Value) -> Result<Value, ApiError> {
        self.data(path, Some(body.to_string().as_bytes()))
    }
}

impl Source for Upstream {
    const NETWORK: [&str; 2] = ["gateway", "A gateway"];
    type Transaction = Value;
    type Query = Value;

    fn chain_id(&self) -> Result<Value, ApiError> {
        let config = self.get("/network/config")?;
        Ok(config["config"]["erd_chain_id"].clone())
    }

    fn shard(&self, address: &str) -> Result<Value, ApiError> {
        Ok(self.get(&format!("/address/{address}/shard"))?["shardID"].take())
    }

    fn account(&self, address: &str) -> Result<(Value, bool), ApiError> {
        let account = self.get(&format!("/address/{address}"))?["account"].take();
        let guardian = self.get(&format!("/address/{address}/guardian-data"))?;
        let guarded = guardian["guardianData"]["guarded"].as_bool();
        Ok((account, guarded.unwrap_or(false)))
    }

    fn balances(&self, address: &str) -> Result<Vec<(String, Value)>, ApiError> {
        let held = self.get(&format!("/address/{address}/esdt"))?["esdts"].take();
        let held = held.as_object().into_iter().flat_map(Map::values);
        let held = held.map(|held| {
            let identifier = held["tokenIdentifier"].as_str().unwrap_or_default();
            (identifier.to_string(), held["balance"].clone())
        });
        Ok(held.collect())
    }

    fn properties(&self, identifier: &str) -> Result<Option<Vec<Vec<u8>>>, ApiError> {
        let query = json!({
            "scAddress": MANAGER,
            "funcName": "getTokenProperties",
            "args": [hex::encode(identifier)],
        });
        let told = Source::query(self, &query)?;
        if told["returnCode"] != "ok" {
            return Ok(None);
        }
        let values = told["returnData"].as_array().into_iter().flatten();
        let bytes = |value: &Value| BASE64.decode(value.as_str()?).ok();
        let values = values.map(|value| bytes(value).unwrap_or_default());
        Ok(Some(values.collect()))
    }

    fn transaction(&self, hash: &str) -> Result<Option<Value>, ApiError> {
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

    fn send(&self, tx: &Value) -> Result<Value, ApiError> {
        Ok(self.post("/transaction/send", tx)?["txHash"].take())
    }

    fn query(&self, query: &Value) -> Result<Value, ApiError> {
        Ok(self.post("/vm-values/query", query)?["data"].take())
    }
}
