//! The chain's clock: rounds, epochs and the time of blocks.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::{blocks::config::Config, transaction::receipt::BlockId};

/// The latest time that may be asked for: the year 10000, Unix time in milliseconds.
const LATEST_MS: u64 = 253_402_300_800_000;

/// The error for a time beyond it.
const TOO_FAR: &str = "that is beyond the year 9999";

/// The part of a set clock that the state file stores.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ClockEntry {
    /// How far the chain's clock is ahead of the machine's, in milliseconds.
    pub ahead_ms: u64,
    /// The time that the next block will have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_ms: Option<u64>,
}

/// The chain's time compared with the machine's.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Clock {
    pub set: ClockEntry,
    /// When the chain was first started, Unix time in milliseconds.
    pub start_ms: u64,
    /// Blocks in an epoch.
    pub epoch_length: u64,
}

impl Clock {
    /// The block that follows `last` now, but not sooner than `least` milliseconds after it. The
    /// chain's clock is set forward if that is needed.
    pub fn next(&mut self, last: &BlockId, least: u64, config: &Config) -> BlockId {
        let now = now_ms().saturating_add(self.set.ahead_ms);
        let time = match self.set.next_ms.take() {
            Some(wanted) => wanted.max(last.timestamp_ms.saturating_add(1)),
            None => now.max(last.timestamp_ms.saturating_add(least)),
        };
        self.set.ahead_ms = self.set.ahead_ms.saturating_add(time.saturating_sub(now));
        after(last, 1, time, config)
    }

    /// The block that is `count` rounds later than `last`, in the chain's own time.
    pub fn skip(&mut self, last: &BlockId, count: u64, config: &Config) -> BlockId {
        self.set.next_ms = None;
        let skipped = count.saturating_mul(config.round_ms());
        self.set.ahead_ms = self.set.ahead_ms.saturating_add(skipped);
        let time = last.timestamp_ms.saturating_add(skipped);
        after(last, count, time, config)
    }

    /// Sets the clock forward, in milliseconds.
    ///
    /// # Errors
    /// If it would come too far.
    pub fn increase(&mut self, now: u64, ms: u64) -> Result<(), String> {
        let ahead = self.set.ahead_ms.saturating_add(ms);
        if now.saturating_add(ahead) > LATEST_MS {
            return Err(TOO_FAR.into());
        }
        self.set.ahead_ms = ahead;
        Ok(())
    }

    /// Sets the time of the block after one of the time `last`.
    ///
    /// # Errors
    /// If it isn't later, or too far.
    pub fn set_next(&mut self, last: u64, ms: u64) -> Result<(), String> {
        if ms <= last {
            return Err(format!(
                "the latest block has the time {last}: the next one must be later"
            ));
        }
        if ms > LATEST_MS {
            return Err(TOO_FAR.into());
        }
        self.set.next_ms = Some(ms);
        Ok(())
    }
}

fn after(last: &BlockId, count: u64, timestamp_ms: u64, config: &Config) -> BlockId {
    let round = last.round.saturating_add(count);
    BlockId {
        nonce: last.nonce.saturating_add(count),
        round,
        epoch: round / config.epoch_length.max(1),
        timestamp_ms,
    }
}

/// The machine's time, Unix time in milliseconds.
pub(crate) fn now_ms() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_millis() as u64)
}
