//! The gateway's HTTP side for the framework's interactor.
//!
//! The framework's own client brings a second HTTP stack and ends the process when a request fails;
//! this one reports the error.

use std::fmt::Display;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use multiversx_sc_snippets::sdk::gateway::{
    GatewayAsyncService, GatewayRequest, GatewayRequestType,
};
use relay::redirection;
use serde_json::Value;
use ureq::Agent;

/// How long to wait for an answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Checks that a gateway's address has a scheme.
///
/// # Errors
/// In words: the scheme is missing.
pub fn check_address(gateway: &str) -> Result<(), String> {
    match gateway.starts_with("http://") || gateway.starts_with("https://") {
        true => Ok(()),
        false => Err(format!(
            "{gateway} isn't a gateway address: it begins with http:// or https://"
        )),
    }
}

/// A gateway, by its address.
pub struct Gateway {
    address: String,
    agent: Agent,
}

impl Gateway {
    /// The `data` of a page of the gateway, by its path.
    pub(super) fn data(&self, path: &str) -> anyhow::Result<Value> {
        Ok(self.checked(GatewayRequestType::Get, path, &[])?["data"].take())
    }

    /// An answer that has data.
    fn checked(&self, kind: GatewayRequestType, path: &str, body: &[u8]) -> anyhow::Result<Value> {
        let answer = self.answer(kind, path, body)?;
        match answer["error"].as_str() {
            None | Some("") => {}
            Some(error) => bail!("{error}"),
        }
        match answer["data"].is_null() {
            true => Err(self.misunderstood(path, &"it has no data")),
            false => Ok(answer),
        }
    }

    fn misunderstood(&self, path: &str, error: &dyn Display) -> anyhow::Error {
        let address = &self.address;
        anyhow!("{address} does not answer as a MultiversX gateway does (/{path}: {error})")
    }

    fn answer(&self, kind: GatewayRequestType, path: &str, body: &[u8]) -> anyhow::Result<Value> {
        let url = format!("{}/{path}", self.address);
        let answer = match kind {
            GatewayRequestType::Get => self.agent.get(&url).call(),
            GatewayRequestType::Post => self
                .agent
                .post(&url)
                .header("content-type", "application/json")
                .send(body),
        };
        let unreachable = |error: ureq::Error| {
            let reason = match error {
                ureq::Error::Io(error) => error.to_string(),
                error => error.to_string(),
            };
            anyhow!("cannot reach the gateway {}: {reason}", self.address)
        };
        let mut answer = answer.map_err(unreachable)?;
        if let Some(words) = redirection(&answer, &self.address, &format!("/{path}")) {
            bail!(words);
        }
        let status = answer.status().as_u16();
        let text = answer.body_mut().with_config().limit(64 << 20);
        let text = text.read_to_string().map_err(unreachable)?;
        let json = serde_json::from_str(&text).ok();
        // every gateway has these routes
        json.filter(|_| status != 404).ok_or_else(|| {
            anyhow!(
                "{} does not answer as a MultiversX gateway does (HTTP status {status} for /{path})",
                self.address
            )
        })
    }
}

impl GatewayAsyncService for Gateway {
    type Instant = Instant;

    fn from_uri(address: &str) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            // a redirected POST would become a GET
            .max_redirects(0)
            .timeout_global(Some(PATIENCE));
        Gateway {
            address: address.trim_end_matches('/').to_string(),
            agent: config.build().into(),
        }
    }

    async fn request<G: GatewayRequest>(&self, request: G) -> anyhow::Result<G::Result> {
        let body = match request.get_payload() {
            Some(payload) => serde_json::to_vec(payload)?,
            None => vec![],
        };
        let path = request.get_endpoint();
        let answer = self.checked(request.request_type(), &path, &body)?;
        let decoded = serde_json::from_value(answer);
        request.process_json(decoded.map_err(|error| self.misunderstood(&path, &error))?)
    }

    async fn sleep(&self, millis: u64) {
        sleep(Duration::from_millis(millis));
    }

    fn now(&self) -> Instant {
        Instant::now()
    }

    fn elapsed_seconds(&self, since: &Instant) -> f32 {
        since.elapsed().as_secs_f32()
    }
}
