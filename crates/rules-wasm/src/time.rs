//! The contract's clock, as the page counts it down, and how long a player waits for others.

use chess_record::clock::{RESERVE_MILLIS, allowance, does_time_run};
use chess_record::{GameClock, GameHead, flags};

/// A game with a clock, as the views show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocked {
    /// The event that it awaits, by the ABI's number.
    pub awaits: u8,
    /// Whether it has the players' keys.
    pub is_signed: bool,
    /// The clock's base in seconds.
    pub base: u32,
    /// The number of its plies.
    pub plies: u32,
    /// The mover's time on the chain when the wait began, in milliseconds.
    pub left: u64,
}

impl Clocked {
    /// How long the game may wait, in milliseconds; `None` while no time runs.
    /// `round_millis`: the time of a round of the network.
    ///
    /// ```
    /// use rules_wasm::Clocked;
    ///
    /// // 3+2: ten rounds of 600 ms are free, and an ask gives the base and three minutes at most
    /// let asked = Clocked { awaits: 1, is_signed: true, base: 180, plies: 9, left: 900_000 };
    /// assert_eq!(asked.allowance_millis(600), Some(366_000));
    /// assert_eq!(Clocked { left: 20_000, ..asked }.allowance_millis(600), Some(26_000));
    /// assert_eq!(Clocked { awaits: 0, ..asked }.allowance_millis(600), None);
    /// // after ply 1,000 the game continues by moves on the chain, without an ask
    /// let handed_over = Clocked { awaits: 0, plies: 1_000, ..asked };
    /// assert_eq!(handed_over.allowance_millis(600), Some(900_000));
    /// ```
    pub fn allowance_millis(self, round_millis: u64) -> Option<u64> {
        let mut head = GameHead::START;
        head.awaits = self.awaits;
        head.flags = flags::CLOCK;
        head.ply.set(self.plies as _);
        let mut given = u64::from(self.base) * 1_000;
        if self.is_signed {
            head.flags |= flags::KEYS;
            given += RESERVE_MILLIS;
        }
        if !does_time_run(&head) {
            return None;
        }
        let mut clock = GameClock::empty();
        clock.base.set(self.base);
        // increments add to what is left, but never to what an ask gives
        clock.used_by(head.turn()).set(given - self.left.min(given));
        let increments = self.left.saturating_sub(given);
        let more = if head.awaits == 0 { increments } else { 0 };
        Some(allowance(&head, &clock, round_millis) + more)
    }
}
