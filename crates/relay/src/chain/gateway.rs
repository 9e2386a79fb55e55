//! A gateway of the chain over HTTP. Everything here blocks.

use std::time::Duration;

use serde_json::Value;
use ureq::Agent;
use ureq::http::Response;

use crate::address;

/// An answer is waited for that long.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// More than any gateway says about one block, in bytes.
const MAX_ANSWER_LEN: u64 = 64 << 20;

/// A gateway, by its address.
pub struct Gateway {
    url: String,
    agent: Agent,
}

/// Why a gateway doesn't return the requested value.
#[derive(Debug, thiserror::Error)]
pub enum GatewayError {
    /// It doesn't answer, or not as a gateway does.
    #[error("{0}")]
    Unreachable(String),
    /// Its answer isn't a contract's state, for instance because its requests met different blocks.
    #[error("{0}")]
    Unreadable(String),
    /// No chess contract is at this address.
    #[error("no chess contract at {0}: check --contract and --gateway")]
    NoContract(String),
    /// It answers with an error, in its words.
    #[error("{0}")]
    Refused(String),
}

impl Gateway {
    /// The gateway at an address, `https://gateway.multiversx.com`.
    pub fn new(url: &str) -> Self {
        let config = Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            // an error of the gateway's says in its body why
            .http_status_as_error(false)
            // a POST that is redirected becomes a GET
            .max_redirects(0)
            .build();
        Gateway {
            url: url.trim_end_matches('/').to_string(),
            agent: config.into(),
        }
    }

    /// Its address, without a slash at the end.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The `data` of the answer to a GET.
    ///
    /// # Errors
    /// There is none.
    pub fn get(&self, path: &str) -> Result<Value, GatewayError> {
        self.read(path, self.agent.get(format!("{}{path}", self.url)).call())
    }

    /// The `data` of the answer to a POST.
    ///
    /// # Errors
    /// There is none.
    pub fn post(&self, path: &str, body: &Value) -> Result<Value, GatewayError> {
        let request = self.agent.post(format!("{}{path}", self.url));
        self.read(path, request.send_json(body))
    }

    /// A number of the answer to a GET.
    ///
    /// # Errors
    /// There is none.
    pub fn number(&self, path: &str, pointer: &str) -> Result<u64, GatewayError> {
        let data = self.get(path)?;
        let number = data.pointer(pointer).and_then(Value::as_u64);
        number.ok_or_else(|| GatewayError::Unreachable(format!("no {pointer} in {path}")))
    }

    /// A value of a contract's storage; empty if there is none.
    ///
    /// # Errors
    /// The gateway doesn't return it.
    pub fn stored(&self, contract: &[u8; 32], key: &[u8]) -> Result<Vec<u8>, GatewayError> {
        let contract = address::show(contract);
        let path = format!("/address/{contract}/key/{}", hex::encode(key));
        let data = self.get(&path)?;
        let value = data["value"].as_str();
        let value = value.and_then(|value| hex::decode(value).ok());
        value.ok_or_else(|| GatewayError::Unreachable(format!("no value in {path}")))
    }

    fn read(
        &self,
        path: &str,
        answer: Result<Response<ureq::Body>, ureq::Error>,
    ) -> Result<Value, GatewayError> {
        let unreachable = |error: ureq::Error| GatewayError::Unreachable(error.to_string());
        let mut answer = answer.map_err(unreachable)?;
        if let Some(words) = redirection(&answer, &self.url, path) {
            return Err(GatewayError::Unreachable(words));
        }
        let body = answer.body_mut().with_config().limit(MAX_ANSWER_LEN);
        let mut answer: Value = body.read_json().map_err(unreachable)?;
        match (answer["data"].take(), answer["error"].as_str()) {
            (Value::Null, None | Some("")) => {
                Err(GatewayError::Unreachable(format!("no data in {path}")))
            }
            (Value::Null, Some(error)) => Err(GatewayError::Refused(error.into())),
            (data, _) => Ok(data),
        }
    }
}

/// The error, in words, of an answer that leads to another gateway: the address to give in the place
/// of `gateway`, which was asked for `path`.
pub fn redirection<B>(answer: &Response<B>, gateway: &str, path: &str) -> Option<String> {
    let target = answer.headers().get("location");
    let target = target.and_then(|target| target.to_str().ok());
    let target = target.unwrap_or("another address");
    let target = target.strip_suffix(path).unwrap_or(target);
    let is_elsewhere = answer.status().is_redirection();
    is_elsewhere.then(|| format!("{gateway} redirects to {target}: give that address"))
}
