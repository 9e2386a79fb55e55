//! The contract's state: the rule for illegal moves, the pause, the wager, and the queue.

use zerocopy::{FromBytes, FromZeros, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::kinds::PauseState;
use crate::number::{U32, U64};

/// The number of epochs that pauses must exceed before players may take their money back.
pub const LONG_PAUSE_EPOCHS: u32 = 30;

/// The number of epochs that players with keys have to submit their longest game by `play`, before
/// `reclaimWager` takes the stakes back.
const EPOCHS_TO_PLAY: u32 = 2;

/// The number of full epochs between the end of a pause and the next one, at least.
pub const EPOCHS_BETWEEN_PAUSES: u32 = 4;

/// The time after a pause that doesn't count either: one day.
pub const DAY_MILLIS: u64 = 24 * 60 * 60 * 1_000;

/// After this number of epochs of waiting the next player takes over the seat in the queue.
pub const SEAT_EPOCHS: u32 = 7;

/// The beginning of the contract's state. After these bytes follow [`PauseTimes`], the wager's
/// token identifier, its amount (big-endian), and while someone waits in the queue their
/// [`QueueEntry`] and, if they named one, their key of 32 bytes. One value, because every
/// transaction reads it.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned, Clone, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct StateRecord {
    /// [`VERSION`](crate::VERSION)
    pub version: u8,
    /// An [`IllegalMoveRule`](crate::IllegalMoveRule).
    pub illegal_move_rule: u8,
    /// A [`PauseState`].
    pub pause_state: u8,
    /// The epoch in which the current or last pause began.
    pub pause_epoch: U32,
    /// The epoch in which time continues after the last pause, 0 before the first has ended.
    pub resume_epoch: U32,
    /// The number of epochs until then that don't count, in all pauses.
    pub stopped_epochs: U32,
    /// The length of the wager's token identifier, 0 until the owner has set the wager.
    pub token_len: u8,
    /// The length of the wager's amount.
    pub amount_len: u8,
}

/// Pauses in milliseconds of block time, for games with a clock.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned, Clone, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct PauseTimes {
    /// When the current or last pause began.
    pub pause_millis: U64,
    /// When time continues after the last pause, 0 before the first has ended.
    pub resume_millis: U64,
    /// The time until then that doesn't count, in all pauses.
    pub stopped_millis: U64,
}

/// The player who has paid and waits for an opponent.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned, Clone, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct QueueEntry {
    /// The waiting player.
    pub player: [u8; 32],
    /// The epoch in which the wait began, among those that count.
    pub since: U32,
}

impl StateRecord {
    /// Whether users may not act.
    pub fn is_paused(&self) -> bool {
        self.pause_state != PauseState::Running as u8
    }

    /// Whether enough full epochs lie between the end of the last pause and a new one.
    pub fn may_pause(&self, epoch: u32) -> bool {
        let resume = self.resume_epoch.get();
        // time resumes one epoch after the pause's end
        resume == 0 || epoch >= resume + EPOCHS_BETWEEN_PAUSES
    }

    /// Whether the pause has lasted too long to hold the players' money.
    pub fn is_long_pause(&self, epoch: u32) -> bool {
        self.is_paused() && epoch - self.pause_epoch.get() > LONG_PAUSE_EPOCHS
    }

    /// Whether players with keys have had the time to submit their longest game: since the last pause
    /// ended, or since this one has lasted too long.
    pub fn could_play(&self, epoch: u32) -> bool {
        match self.is_paused() {
            true => epoch - self.pause_epoch.get() > LONG_PAUSE_EPOCHS + EPOCHS_TO_PLAY,
            // time resumes one epoch after the pause's end
            false => epoch + 1 >= self.resume_epoch.get() + EPOCHS_TO_PLAY,
        }
    }

    /// The number of epochs that don't count; while paused, as if the pause ended now.
    pub fn stopped_epochs(&self, epoch: u32) -> u32 {
        let stopped = self.stopped_epochs.get();
        match self.is_paused() {
            true => stopped + (epoch - self.pause_epoch.get()) + 1,
            false => stopped,
        }
    }

    /// The number of epochs until now that count.
    pub fn counted_epoch(&self, epoch: u32) -> u32 {
        let until = match self.is_paused() {
            true => self.pause_epoch.get(),
            false => epoch.max(self.resume_epoch.get()),
        };
        until - self.stopped_epochs.get()
    }
}

impl PauseTimes {
    /// Times of zeros, to be loaded over.
    #[inline(never)] // smaller than zeros at each use
    pub fn empty() -> Self {
        PauseTimes::new_zeroed()
    }

    /// The milliseconds that don't count; while paused, as if the pause ended now.
    #[inline(never)] // smaller than a copy at each call
    pub fn stopped_millis(&self, is_paused: bool, now: u64) -> u64 {
        let stopped = self.stopped_millis.get();
        match is_paused {
            true => stopped + (now + DAY_MILLIS).saturating_sub(self.pause_millis.get()),
            false => stopped,
        }
    }

    /// The milliseconds until now that count.
    pub fn counted_millis(&self, is_paused: bool, now: u64) -> u64 {
        let until = match is_paused {
            true => self.pause_millis.get(),
            false => now.max(self.resume_millis.get()),
        };
        until.saturating_sub(self.stopped_millis.get())
    }
}
