//! The limits of one client.

use std::time::{Duration, Instant};

use clap::builder::TypedValueParser;

/// The longest message that is read, in bytes. A transcript of 1,000 plies with both signatures
/// takes some 4,500.
pub const MAX_MESSAGE_LEN: usize = 8 * 1024;

/// The limits of all clients together, and of each.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Limits {
    /// Days after which the store deletes a game that is over on the chain
    #[arg(long = "keep-days", value_name = "DAYS", default_value = "90", value_parser = clap::value_parser!(u64).range(..=36_500).map(days))]
    pub keep: Duration,

    /// Connections at the same time
    #[arg(long = "max-connections", default_value_t = 10_000)]
    pub connections: usize,

    /// Spectators who keep their places in one room; players' connections aren't counted
    #[arg(long = "max-room-connections", default_value_t = 200)]
    pub room_connections: usize,

    /// Games in the store
    #[arg(long = "max-games", value_name = "GAMES", default_value_t = 1_000_000)]
    pub kept_rooms: u64,

    /// Messages a second from one connection
    #[arg(long = "max-rate", value_name = "MESSAGES", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub messages_per_second: u32,

    /// Messages from one connection in a burst
    #[arg(long = "max-burst", value_name = "MESSAGES", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    pub burst: u32,

    /// Seconds without a sign of life after which a connection is closed
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = clap::value_parser!(u64).range(1..=86_400).map(Duration::from_secs))]
    pub idle: Duration,

    /// How often a client is pinged within `idle` before silence counts; at least once.
    #[arg(skip = 3_u32)]
    pub pings: u32,

    /// Rooms a second that a connection may enter in the long run.
    #[arg(skip = 1_u32)]
    pub enters_per_second: u32,

    /// Rooms that a connection may enter in a burst.
    #[arg(skip = 20_u32)]
    pub enter_burst: u32,

    /// Messages that wait for a slow reader; a connection with more of them is closed.
    #[arg(skip = 64_usize)]
    pub waiting: usize,

    /// How long a single message may take to be sent.
    #[arg(skip = Duration::from_secs(10))]
    pub send: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        defaults()
    }
}

impl Limits {
    /// The time between two pings of a client.
    pub fn ping(&self) -> Duration {
        self.idle / self.pings
    }
}

/// The values of options that a command line doesn't give.
pub fn defaults<T: clap::Args>() -> T {
    let command = T::augment_args(clap::Command::new("relay"));
    let read = T::from_arg_matches(&command.get_matches_from(["relay"]));
    read.unwrap_or_else(|error| error.exit())
}

fn days(days: u64) -> Duration {
    Duration::from_secs(days * 24 * 60 * 60)
}

/// How often a connection may still do something.
pub struct Allowance {
    per_second: f64,
    most: f64,
    left: f64,
    at: Instant,
}

impl Allowance {
    /// A rate a second. `burst`: the number that may come at the same time, at least one.
    pub fn new(per_second: u32, burst: u32, now: Instant) -> Self {
        let most = f64::from(burst.max(1));
        Allowance {
            per_second: per_second.into(),
            most,
            left: most,
            at: now,
        }
    }

    /// Takes one off. False if there is none left.
    pub fn take(&mut self, now: Instant) -> bool {
        let since = now.duration_since(self.at).as_secs_f64();
        self.at = now;
        self.left = (self.left + since * self.per_second).min(self.most);
        let allowed = self.left >= 1.0;
        if allowed {
            self.left -= 1.0;
        }
        allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_and_then_the_rate_a_second() {
        let start = Instant::now();
        let mut allowance = Allowance::new(2, 3, start);
        let mut taken = |millis| allowance.take(start + Duration::from_millis(millis));
        assert_eq!(
            [taken(0), taken(0), taken(0), taken(0)],
            [true, true, true, false]
        );
        assert_eq!([taken(400), taken(500), taken(500)], [false, true, false]);
        // never more than a burst is saved up
        let late: Vec<bool> = (0..4).map(|_| taken(60_000)).collect();
        assert_eq!(late, [true, true, true, false]);
    }
}
