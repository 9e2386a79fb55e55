//! Counters and gauges in OpenMetrics, which Prometheus reads.

use std::sync::atomic::AtomicU64;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

/// One label, as `[("reason", "funds")]`.
pub type Label = [(&'static str, &'static str); 1];

/// Why a game could not be brought: the wallet lacks EGLD; the contract would refuse the call; the
/// day's budget, the game's share or the player's budget is used up; the room can't be read.
pub const NOT_BROUGHT: [&str; 6] = ["funds", "refused", "day", "game", "player", "store"];

/// A number with a fraction.
type Number = Gauge<f64, AtomicU64>;

/// Makes [`Metrics`]: for each metric the field, its type, its name in the text, and its help.
macro_rules! metrics {
    ($($field:ident: $kind:ty, $name:literal, $help:literal;)*) => {
        /// The relay's metrics. Each counter counts since the start.
        #[cfg_attr(not(feature = "program"), allow(dead_code, reason = "those of notices"))]
        pub struct Metrics {
            registry: Registry,
            /// Takes how long the relay took over a `play`, in seconds.
            pub message_seconds: Histogram,
            $(pub $field: $kind,)*
        }

        impl Default for Metrics {
            fn default() -> Self {
                let mut registry = Registry::with_prefix("relay");
                let buckets = exponential_buckets(0.001, 2.0, 14);
                let message_seconds = Histogram::new(buckets);
                let help = "Time from a play message to its answer";
                registry.register("message_seconds", help, message_seconds.clone());
                let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
                registry.register("build", "The relay's version", version);
                $(
                    let $field = <$kind>::default();
                    registry.register($name, $help, $field.clone());
                )*
                Metrics { registry, message_seconds, $($field,)* }
            }
        }
    };
}

metrics! {
    connections: Gauge, "connections", "Connections that are open";
    rooms_open: Gauge, "rooms_open", "Rooms that somebody is in";
    rooms_kept: Gauge, "rooms_kept", "Games in the store";
    ready: Gauge, "ready", "1 if the relay can carry games, as /ready says";
    settles: Gauge, "settles", "1 if the relay brings games to the chain: a wallet is named and not empty";
    block_age: Number, "block_age_seconds", "Time since the last block of the chain";
    nats_connected: Family<Label, Gauge>, "nats_connected", "1 if the NATS server is connected; missing without --nats";
    wallet: Family<Label, Number>, "wallet_egld", "The wallet's balance; missing without --wallet";
    budget_left: Family<Label, Number>, "budget_left_egld", "What is left of a day's budget";
    budget: Family<Label, Number>, "budget_egld", "A day's budget";
    urgent: Family<Label, Number>, "urgent_seconds", "Time left of the most urgent open end or ask of a game with a clock; negative after it";
    not_brought: Family<Label, Counter>, "games_not_brought", "Times that a game could not be brought to the chain, by reason";
    subscriptions: Gauge, "subscriptions", "Browsers that get notices of a game";
    notices_sent: Gauge, "notices_sent", "Notices sent";
    notices_failed: Gauge, "notices_failed", "Notices given up";
    connections_opened: Counter, "connections_opened", "Connections opened";
    connections_refused: Counter, "connections_refused", "Connections refused: too many";
    slow_dropped: Counter, "slow_dropped", "Connections closed: read too slowly";
    floods_dropped: Counter, "floods_dropped", "Connections closed: sent too much";
    idle_dropped: Counter, "idle_dropped", "Connections closed: silent";
    messages_received: Counter, "messages_received", "Messages received";
    messages_kept: Counter, "messages_kept", "Messages kept";
    messages_known: Counter, "messages_known", "Messages answered with the longest game";
    messages_refused: Counter, "messages_refused", "Messages refused";
    store_failures: Counter, "store_failures", "Messages that could not be kept";
    gateway_failures: Counter, "gateway_failures", "Times that the gateway could not be asked";
    blocks_read: Counter, "blocks_read", "Blocks read";
    transactions_sent: Counter, "transactions_sent", "Transactions sent";
    transactions_failed: Counter, "transactions_failed", "Transactions that failed";
    transactions_stuck: Counter, "transactions_stuck", "Times that a transaction was found pending for too long";
}

impl Metrics {
    /// All metrics as text.
    pub fn text(&self) -> String {
        // from the first scrape: an increase is seen only after a first value
        for reason in NOT_BROUGHT {
            drop(self.not_brought.get_or_create(&[("reason", reason)]));
        }
        let mut text = String::new();
        // writing to a String doesn't fail
        let _ = encode(&mut text, &self.registry);
        text
    }
}
