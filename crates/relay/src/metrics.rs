//! Counters in Prometheus' text format.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Makes [`Metrics`] of counters: the field, its name in the text, and what it counts.
macro_rules! counters {
    ($($field:ident: $name:literal, $help:literal;)*) => {
        /// What the relay counts. Each is a number since its start.
        #[derive(Default)]
        pub struct Metrics {
            // not told: the gauge of open connections is made of it
            pub connections_closed: AtomicU64,
            $(pub $field: AtomicU64,)*
        }

        impl Metrics {
            fn counters(&self) -> Vec<(&str, &str, u64)> {
                vec![$(($name, $help, self.$field.load(Relaxed)),)*]
            }
        }
    };
}

counters! {
    connections_opened: "connections_total", "Connections opened";
    connections_refused: "connections_refused_total", "Connections refused: too many";
    slow_dropped: "slow_dropped_total", "Connections closed: read too slowly";
    floods_dropped: "floods_dropped_total", "Connections closed: sent too much";
    idle_dropped: "idle_dropped_total", "Connections closed: silent";
    messages_received: "messages_received_total", "Messages received";
    messages_kept: "messages_kept_total", "Messages kept";
    messages_known: "messages_known_total", "Messages answered with the longest game";
    messages_refused: "messages_refused_total", "Messages refused";
    store_failures: "store_failures_total", "Messages that could not be kept";
    gateway_failures: "gateway_failures_total", "Times that the gateway could not be asked";
    blocks_read: "blocks_read_total", "Blocks read";
    transactions_sent: "transactions_sent_total", "Transactions sent";
    transactions_failed: "transactions_failed_total", "Transactions that failed";
    transactions_stuck: "transactions_stuck_total",
        "Times that a transaction was found on its way for too long";
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
        for (name, help, value) in self.counters() {
            line("counter", name, help, value);
        }
        text
    }
}
