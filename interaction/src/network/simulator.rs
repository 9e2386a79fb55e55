//! The routes of a local chain that a gateway lacks and the official chain simulator has: time that
//! passes, and money for an account.

use std::time::Duration;

use multiversx_sc_scenario::imports::RustBigUint;
use serde_json::{Value, json};
use ureq::Agent;

/// How long to wait for an answer.
const PATIENCE: Duration = Duration::from_secs(120);

/// The same for requested blocks: each epoch of the official simulator may take minutes, and there may
/// be many.
const PATIENCE_WITH_BLOCKS: Duration = Duration::from_secs(3_600);

/// An empty request's body.
const EMPTY: &str = "{}";

/// A local chain, by its gateway's address.
pub struct Simulator {
    gateway: String,
    agent: Agent,
}

impl Simulator {
    /// The chain behind a gateway. Makes no request yet.
    pub fn at(gateway: &str) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(PATIENCE));
        Simulator {
            gateway: gateway.trim_end_matches('/').into(),
            agent: config.build().into(),
        }
    }

    /// The epoch of the last block.
    ///
    /// # Errors
    /// In words, why the chain doesn't answer.
    pub fn epoch(&self) -> Result<u64, String> {
        let status = self.answer(PATIENCE, "network/status/0", None)?;
        let epoch = status["status"]["erd_epoch_number"].as_u64();
        epoch.ok_or_else(|| format!("{} reports no epoch", self.gateway))
    }

    /// Makes blocks until this number of epochs has passed; returns the new epoch.
    ///
    /// # Errors
    /// In words, why the chain doesn't do it.
    pub fn advance_epochs(&self, epochs: u64) -> Result<u64, String> {
        let target = self.epoch()?.saturating_add(epochs);
        let path = format!("simulator/generate-blocks-until-epoch-reached/{target}");
        self.answer(PATIENCE_WITH_BLOCKS, &path, Some(EMPTY))?;
        self.epoch()
    }

    /// Makes this number of blocks.
    ///
    /// # Errors
    /// In words, why the chain doesn't do it.
    pub fn generate_blocks(&self, count: u64) -> Result<(), String> {
        let path = format!("simulator/generate-blocks/{count}");
        let made = self.answer(PATIENCE_WITH_BLOCKS, &path, Some(EMPTY));
        made.map(drop)
    }

    /// Stores the chain's state. Returns the number for [`revert`](Self::revert). The official chain
    /// simulator can't do this.
    ///
    /// # Errors
    /// In words, why the chain doesn't do it.
    pub fn snapshot(&self) -> Result<u64, String> {
        let taken = self.answer(PATIENCE, "simulator/snapshot", Some(EMPTY))?;
        let number = taken["snapshot"].as_u64();
        number.ok_or_else(|| format!("{} reports no number of a snapshot", self.gateway))
    }

    /// Restores the chain's state at a snapshot, and forgets this snapshot and later ones.
    ///
    /// # Errors
    /// In words, why the chain doesn't do it.
    pub fn revert(&self, snapshot: u64) -> Result<(), String> {
        let path = format!("simulator/revert/{snapshot}");
        self.answer(PATIENCE, &path, Some(EMPTY)).map(drop)
    }

    /// Gives EGLD, in its smallest unit, to an address.
    ///
    /// # Errors
    /// In words, why the chain doesn't do it.
    pub fn fund(&self, address: &str, amount: &RustBigUint) -> Result<(), String> {
        // a JSON number, which may be too long for Rust's integers
        let body = format!(r#"{{"receiver":{},"value":{amount}}}"#, json!(address));
        let funded = self.answer(PATIENCE, "transaction/send-user-funds", Some(&body));
        funded.map(drop)
    }

    /// The data of the answer to a request, which is a POST if it has a body.
    fn answer(&self, patience: Duration, path: &str, body: Option<&str>) -> Result<Value, String> {
        let gateway = &self.gateway;
        let url = format!("{gateway}/{path}");
        let answer = match body {
            None => self.agent.get(&url).call(),
            Some(body) => self
                .agent
                .post(&url)
                .config()
                .timeout_global(Some(patience))
                .build()
                .header("content-type", "application/json")
                .send(body),
        };
        let unreachable =
            |error: ureq::Error| format!("cannot reach the gateway {gateway}: {error}");
        let mut answer = answer.map_err(unreachable)?;
        let text = answer.body_mut().read_to_string().map_err(unreachable)?;
        let mut answer: Value = serde_json::from_str(&text)
            .map_err(|_| format!("{gateway} has no route /{path}: it isn't a local chain"))?;
        match answer["error"].as_str() {
            None | Some("") => Ok(answer["data"].take()),
            Some(error) => Err(format!("/{path}: {error}")),
        }
    }
}
