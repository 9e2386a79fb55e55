//! The limits of one client.

use std::time::{Duration, Instant};

/// The longest message that is read, in bytes. A transcript of 1,000 plies with both signatures
/// takes some 4,500.
pub const MAX_MESSAGE_LEN: usize = 8 * 1024;

/// The limits of all clients together, and of each.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at once.
    pub connections: usize,
    /// Spectators who keep their places in one room; players' connections aren't counted.
    pub room_connections: usize,
    /// Games kept in the store.
    pub kept_rooms: u64,
    /// Messages a second that a connection may send in the long run.
    pub messages_per_second: u32,
    /// Messages that a connection may send at once.
    pub burst: u32,
    /// Rooms a second that a connection may enter in the long run.
    pub enters_per_second: u32,
    /// Rooms that a connection may enter at once.
    pub enter_burst: u32,
    /// Messages that wait for a slow reader; who is behind by more is dropped.
    pub waiting: usize,
    /// How long a single message may take to be sent.
    pub send: Duration,
    /// How often a client is pinged.
    pub ping: Duration,
    /// How long a game is kept after it was seen to be over on the chain.
    pub keep: Duration,
    /// After how long without any whole message, pings and pongs among them, a connection is closed.
    pub idle: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            connections: 10_000,
            room_connections: 200,
            kept_rooms: 1_000_000,
            messages_per_second: 10,
            burst: 30,
            enters_per_second: 1,
            enter_burst: 20,
            waiting: 64,
            send: Duration::from_secs(10),
            ping: Duration::from_millis(20_000 / 3),
            keep: Duration::from_secs(90 * 24 * 60 * 60),
            idle: Duration::from_secs(20),
        }
    }
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
    fn a_burst_and_then_so_many_a_second() {
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
