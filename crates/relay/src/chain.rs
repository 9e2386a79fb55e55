//! The keys that the chain knows, asked of a gateway.

use std::time::Duration;

use serde::Deserialize;
use ureq::Agent;

use crate::protocol::Hex;
use crate::room_id::RoomId;

/// An answer is waited for that long.
const PATIENCE: Duration = Duration::from_secs(10);

/// More than any gateway says about one value, in bytes.
const MAX_ANSWER_LEN: u64 = 64 * 1024;

/// A chain, by its gateway.
pub struct Chain {
    gateway: String,
    agent: Agent,
}

/// Why a room isn't known to be a game of the chain's.
#[derive(Debug, thiserror::Error)]
pub enum ChainError {
    /// The contract has no such game, or not with these keys.
    #[error("the chain has no game with this id and these keys")]
    OtherKeys,
    /// The gateway doesn't answer, or not as a gateway does.
    #[error("the gateway: {0}")]
    Gateway(String),
}

/// What of a gateway's answer is needed.
#[derive(Deserialize)]
struct Answer {
    data: Option<Data>,
    #[serde(default)]
    error: String,
}

#[derive(Deserialize)]
struct Data {
    value: Hex,
}

impl Chain {
    /// The chain behind a gateway, `https://gateway.multiversx.com`.
    pub fn new(gateway: &str) -> Self {
        let config = Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            // an error of the gateway's says in its body why
            .http_status_as_error(false)
            .build();
        Chain {
            gateway: gateway.trim_end_matches('/').to_string(),
            agent: config.into(),
        }
    }

    /// Compares a room's keys with those that the contract keeps for the game. Blocks.
    ///
    /// # Errors
    /// They are others, or the gateway can't be asked.
    pub fn require_keys(&self, room: &RoomId) -> Result<(), ChainError> {
        let game = room.game();
        // docs/storage.md: `keys` and the id; of a challenge the value is one key alone
        let key = [&b"keys"[..], &game.id.to_be_bytes()].concat();
        let url = format!(
            "{}/address/{}/key/{}",
            self.gateway,
            room.contract(),
            hex::encode(key)
        );
        let failed = |error: ureq::Error| ChainError::Gateway(error.to_string());
        let mut answer = self.agent.get(&url).call().map_err(failed)?;
        let body = answer.body_mut().with_config().limit(MAX_ANSWER_LEN);
        let answer: Answer = body.read_json().map_err(failed)?;
        let data = answer.data.ok_or(ChainError::Gateway(answer.error))?;
        match data.value.0 == [*game.white_key, *game.black_key].concat() {
            true => Ok(()),
            false => Err(ChainError::OtherKeys),
        }
    }
}
