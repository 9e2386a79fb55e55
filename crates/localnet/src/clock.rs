//! The chain's clock: rounds, epochs and the time of blocks.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::{config::Config, receipt::BlockId};

/// How the chain's time stands to the machine's.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Clock {
    /// How far the chain's clock is ahead of the machine's, in milliseconds.
    pub ahead_ms: u64,
    /// When the chain was first started, Unix time in milliseconds.
    pub start_ms: u64,
    /// Blocks in an epoch.
    pub epoch_length: u64,
}

impl Clock {
    /// The block that follows `last` now, but not sooner than `least` milliseconds after it. The
    /// chain's clock is set forward where that is needed.
    pub fn next(&mut self, last: &BlockId, least: u64, config: &Config) -> BlockId {
        let now = now_ms().saturating_add(self.ahead_ms);
        let time = now.max(last.timestamp_ms.saturating_add(least));
        self.ahead_ms = self.ahead_ms.saturating_add(time - now);
        after(last, 1, time, config)
    }

    /// The block that is `count` rounds later than `last`, in the chain's own time.
    pub fn skip(&mut self, last: &BlockId, count: u64, config: &Config) -> BlockId {
        let skipped = count.saturating_mul(config.round_ms());
        self.ahead_ms = self.ahead_ms.saturating_add(skipped);
        after(
            last,
            count,
            last.timestamp_ms.saturating_add(skipped),
            config,
        )
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
