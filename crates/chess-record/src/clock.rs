//! The rules of the clock: the time that a game may take, as pure functions of its record.
//!
//! With a Fischer clock time counts in milliseconds of block time, without one in epochs: a full
//! epoch must go by. The time of pauses doesn't count: see [`StateRecord`](crate::StateRecord) and
//! [`PauseTimes`](crate::PauseTimes).

use core::hint::black_box;

use chess_rules::Color;

use crate::game::{GameClock, GameHead, flags};
use crate::kinds::Awaits;
use crate::number::{U32, U64};

/// A player's time on the chain beyond the clock's base, in a game played by signature.
pub const RESERVE_MILLIS: u64 = 3 * 60 * 1_000;

/// Rounds of the network that an ask doesn't count, so that nobody loses by the network's latency.
pub const FREE_ROUNDS: u64 = 10;

/// The shortest window of an open end.
pub const SHORTEST_WINDOW_MILLIS: u64 = 3 * 60 * 1_000;

/// The longest window of an open end.
pub const LONGEST_WINDOW_MILLIS: u64 = 24 * 60 * 60 * 1_000;

/// The base of a clock in seconds: 30 s to 30 days.
pub const BASE_SECONDS: core::ops::RangeInclusive<u32> = 30..=30 * 24 * 60 * 60;

/// The longest increment in seconds: one day.
pub const LONGEST_INCREMENT_SECONDS: u32 = 24 * 60 * 60;

/// Whether time runs while the game waits. In a game that is played by signature the player to move
/// has no clock on the chain until the opponent asks.
pub fn does_time_run(head: &GameHead) -> bool {
    head.is_ongoing() && !(head.awaits(Awaits::Move) && head.is_signed_play())
}

/// Whether a game without a clock has waited too long: for a full epoch. `counted_epoch`: the
/// epochs that count until now.
pub fn is_epoch_over(head: &GameHead, counted_epoch: u32) -> bool {
    counted_epoch > head.wait_counted_epoch.get() + 1
}

/// How long the game may wait, in milliseconds. `round_millis`: the time of a round
/// of the network.
pub fn allowance(head: &GameHead, clock: &GameClock, round_millis: u64) -> u64 {
    let base = millis(&clock.base);
    if head.awaits(Awaits::LongerGame) {
        return base.clamp(SHORTEST_WINDOW_MILLIS, LONGEST_WINDOW_MILLIS);
    }
    let left = time_left(head, clock, head.turn());
    match head.awaits(Awaits::Answer) {
        true => left.min(base + RESERVE_MILLIS) + FREE_ROUNDS * round_millis,
        false => left,
    }
}

/// A player's time when the current wait began, in milliseconds.
pub fn time_left(head: &GameHead, clock: &GameClock, player: Color) -> u64 {
    let ply = head.ply.get() as u64;
    let (moves, used) = match player {
        Color::White => (ply.div_ceil(2), &clock.white_used),
        Color::Black => (ply / 2, &clock.black_used),
    };
    let reserve = match head.has(flags::KEYS) {
        true => RESERVE_MILLIS,
        false => 0,
    };
    let given = millis(&clock.base) + reserve + moves * millis(&clock.increment);
    given.saturating_sub(used.get())
}

/// How long the game has waited. `counted_millis`: the milliseconds that count
/// until now.
pub fn waited(clock: &GameClock, counted_millis: u64) -> u64 {
    counted_millis.saturating_sub(clock.wait_millis.get())
}

/// The part of a wait that counts for the clock: all of it, without the free rounds of an ask.
/// `round_millis`: 0 unless the game awaits the answer to one.
pub fn charged(waited: u64, round_millis: u64) -> u64 {
    waited.saturating_sub(FREE_ROUNDS * round_millis)
}

impl GameClock {
    /// A clock of zeros, to be loaded over.
    #[inline(never)] // smaller than zeros at each use
    pub fn empty() -> Self {
        GameClock {
            base: U32::ZERO,
            increment: U32::ZERO,
            white_used: U64::ZERO,
            black_used: U64::ZERO,
            wait_millis: U64::ZERO,
            // 40 zeros at once would take a function of 350 bytes
            start_millis: black_box(U64::ZERO),
        }
    }

    /// The time that a player has used in this round.
    pub fn used_by(&mut self, player: Color) -> &mut U64 {
        match player {
            Color::White => &mut self.white_used,
            Color::Black => &mut self.black_used,
        }
    }
}

fn millis(seconds: &U32) -> u64 {
    seconds.get() as u64 * 1_000
}
