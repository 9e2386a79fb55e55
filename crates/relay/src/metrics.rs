//! Counters in Prometheus' text format.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What the relay counts. Each is a number since its start.
#[derive(Default)]
pub struct Metrics {
    pub connections_opened: AtomicU64,
    pub connections_closed: AtomicU64,
    pub connections_refused: AtomicU64,
    pub slow_dropped: AtomicU64,
    pub floods_dropped: AtomicU64,
    pub idle_dropped: AtomicU64,
    pub messages_received: AtomicU64,
    pub messages_kept: AtomicU64,
    pub messages_known: AtomicU64,
    pub messages_refused: AtomicU64,
    pub store_failures: AtomicU64,
    pub gateway_failures: AtomicU64,
    pub blocks_read: AtomicU64,
    pub transactions_sent: AtomicU64,
    pub transactions_failed: AtomicU64,
    pub transactions_stuck: AtomicU64,
}

/// One more.
pub fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Relaxed);
}

impl Metrics {
    /// The connections that are open now.
    pub fn connections(&self) -> u64 {
        let closed = self.connections_closed.load(Relaxed);
        self.connections_opened.load(Relaxed).saturating_sub(closed)
    }

    #[allow(clippy::too_many_lines, reason = "a table")]
    fn counters(&self) -> [(&str, &str, &AtomicU64); 15] {
        [
            (
                "connections_total",
                "Connections opened",
                &self.connections_opened,
            ),
            (
                "connections_refused_total",
                "Connections refused: too many",
                &self.connections_refused,
            ),
            (
                "slow_dropped_total",
                "Connections closed: read too slowly",
                &self.slow_dropped,
            ),
            (
                "floods_dropped_total",
                "Connections closed: sent too much",
                &self.floods_dropped,
            ),
            (
                "idle_dropped_total",
                "Connections closed: silent",
                &self.idle_dropped,
            ),
            (
                "messages_received_total",
                "Messages received",
                &self.messages_received,
            ),
            ("messages_kept_total", "Messages kept", &self.messages_kept),
            (
                "messages_known_total",
                "Messages answered with the longest game",
                &self.messages_known,
            ),
            (
                "messages_refused_total",
                "Messages refused",
                &self.messages_refused,
            ),
            (
                "store_failures_total",
                "Messages that could not be kept",
                &self.store_failures,
            ),
            (
                "gateway_failures_total",
                "Times that the gateway could not be asked",
                &self.gateway_failures,
            ),
            ("blocks_read_total", "Blocks read", &self.blocks_read),
            (
                "transactions_sent_total",
                "Transactions sent",
                &self.transactions_sent,
            ),
            (
                "transactions_failed_total",
                "Transactions that failed",
                &self.transactions_failed,
            ),
            (
                "transactions_stuck_total",
                "Times that a transaction was found on its way for too long",
                &self.transactions_stuck,
            ),
        ]
    }

    /// All of it as text; the rest is known elsewhere.
    pub fn text(&self, open_rooms: usize, kept_rooms: u64) -> String {
        let open = self.connections();
        let gauges = [
            ("connections", "Connections that are open", open),
            ("rooms_open", "Rooms that somebody is in", open_rooms as u64),
            ("rooms_kept", "Games in the store", kept_rooms),
        ];
        let mut text = String::new();
        let mut line = |kind: &str, name: &str, help: &str, value: u64| {
            // writing to a String doesn't fail
            let _ = write!(
                text,
                "# HELP relay_{name} {help}.\n# TYPE relay_{name} {kind}\nrelay_{name} {value}\n"
            );
        };
        for (name, help, value) in gauges {
            line("gauge", name, help, value);
        }
        for (name, help, counter) in self.counters() {
            line("counter", name, help, counter.load(Relaxed));
        }
        text
    }
}
