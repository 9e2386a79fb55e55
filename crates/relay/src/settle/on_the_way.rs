//! A pending transaction: its outcome, and when it is sent again.

use std::time::Duration;

use crate::chain::{Chain, GatewayError};
use crate::clock::now_millis;
use crate::failure::Failure;
use crate::metrics::Metrics;
use crate::room_id::RoomId;
use tracing::warn;

use super::network::{fee_of, nonce_of, send, short};
use super::sent::Sent;

/// After how long a transaction that isn't carried out is sent again, in milliseconds.
const AGAIN_MILLIS: u64 = 10_000;

/// A pending transaction.
pub(super) struct OnTheWay {
    pub sent: Sent,
    /// When it was last sent, in milliseconds since 1970.
    at: u64,
    /// The gateway didn't know it when its nonce had passed.
    was_missing: bool,
    /// When the log reports it as stuck, in milliseconds since 1970.
    stuck_at: u64,
}

/// The outcome of a transaction.
pub(super) struct Outcome {
    /// `success` or `fail`, as the gateway says, or `lost`: its nonce is another one's.
    pub status: String,
    /// The fee, or its upper limit.
    pub fee: u128,
}

impl OnTheWay {
    /// `at`: when it was last sent, in milliseconds since 1970. `stuck`: for how long it may be
    /// pending before the log reports it.
    pub fn new(sent: Sent, at: u64, stuck: Duration) -> Self {
        OnTheWay {
            stuck_at: sent.at + stuck.as_millis() as u64,
            sent,
            at,
            was_missing: false,
        }
    }

    /// Queries its outcome; `None` while it is pending. If that takes long it is sent again.
    pub fn ask(
        &mut self,
        chain: &Chain,
        room: &RoomId,
        stuck: Duration,
        metrics: &Metrics,
    ) -> Result<Option<Outcome>, Failure> {
        let sent = &self.sent;
        let path = format!("/transaction/{}/process-status", sent.hash);
        let status = match chain.gateway().get(&path) {
            Ok(data) => data["status"].as_str().unwrap_or_default().to_string(),
            // not known there
            Err(GatewayError::Refused(_)) => String::new(),
            Err(error) => return Err(error.into()),
        };
        if matches!(status.as_str(), "success" | "fail") {
            let fee = fee_of(chain, &sent.hash)?.flatten();
            let fee = fee.unwrap_or(sent.highest_fee);
            return Ok(Some(Outcome { status, fee }));
        }
        if now_millis() >= self.stuck_at {
            self.stuck_at = now_millis() + stuck.as_millis() as u64;
            let seconds = now_millis().saturating_sub(sent.at) / 1_000;
            metrics.transactions_stuck.inc();
            warn!(event = %"transaction-stuck", game = %room.game().id, transaction = %short(&sent.hash), nonce = %sent.transaction.nonce, %seconds);
        }
        if now_millis() < self.at + AGAIN_MILLIS {
            return Ok(None);
        }
        // another relay may have another wallet
        let account = nonce_of(chain, sent.transaction.sender.to_bech32_str())?;
        if account > sent.transaction.nonce && fee_of(chain, &sent.hash)?.is_none() {
            // another transaction has used the nonce: this one can no longer be carried out
            if self.was_missing {
                // another gateway may have carried it out, so its cost counts as spent
                let fee = sent.highest_fee;
                let status = "lost".into();
                return Ok(Some(Outcome { status, fee }));
            }
            self.was_missing = true;
        } else {
            send(chain, sent);
        }
        self.at = now_millis();
        Ok(None)
    }
}
