//! Time: milliseconds and epochs, with and without what pauses take.

/// An epoch's length, in milliseconds.
pub const DAY: u64 = 86_400_000;

/// A pause that is over.
#[derive(Clone, Copy)]
struct Pause {
    from_ms: u64,
    until_ms: u64,
    from_epoch: u64,
    until_epoch: u64,
}

/// The chain's time. Epochs follow the milliseconds, a day each.
#[derive(Clone)]
pub struct Time {
    /// The block's time, in milliseconds.
    pub now_ms: u64,
    pub round_ms: u64,
    paused_since: Option<(u64, u64)>,
    pauses: Vec<Pause>,
}

impl Time {
    /// Some time, with the contract paused.
    pub(super) fn new(round_ms: u64) -> Self {
        let now_ms = 1_000 * DAY + DAY / 3;
        Time {
            now_ms,
            round_ms,
            paused_since: Some((now_ms, now_ms / DAY)),
            pauses: vec![],
        }
    }

    pub fn epoch(&self) -> u64 {
        self.now_ms / DAY
    }

    pub fn is_paused(&self) -> bool {
        self.paused_since.is_some()
    }

    /// Whether the pause has outlasted 30 epochs.
    pub fn is_long_pause(&self) -> bool {
        self.paused_since
            .is_some_and(|(_, since)| self.epoch() - since > 30)
    }

    /// Whether four full epochs have gone by since the last pause.
    pub fn may_pause(&self) -> bool {
        self.pauses
            .last()
            .is_none_or(|pause| self.epoch() > pause.until_epoch + 4)
    }

    pub(super) fn pause(&mut self) {
        self.paused_since = Some((self.now_ms, self.epoch()));
    }

    pub(super) fn unpause(&mut self) {
        if let Some((from_ms, from_epoch)) = self.paused_since.take() {
            self.pauses.push(Pause {
                from_ms,
                until_ms: self.now_ms,
                from_epoch,
                until_epoch: self.epoch(),
            });
        }
    }

    /// The milliseconds that count: neither those of pauses nor those of the day after each.
    pub fn running_ms(&self) -> u64 {
        let over = self.pauses.iter().map(|pause| {
            let until = self.now_ms.min(pause.until_ms + DAY);
            until - pause.from_ms
        });
        let now = self
            .paused_since
            .map_or(0, |(since, _)| self.now_ms - since);
        self.now_ms - over.sum::<u64>() - now
    }

    /// The epochs that count, likewise.
    pub fn running_epochs(&self) -> u64 {
        let epoch = self.epoch();
        let over = self.pauses.iter().map(|pause| {
            let until = epoch.min(pause.until_epoch + 1);
            until - pause.from_epoch
        });
        let now = self.paused_since.map_or(0, |(_, since)| epoch - since);
        epoch - over.sum::<u64>() - now
    }

    /// The epochs of pauses up to now.
    pub fn paused_epochs(&self) -> u64 {
        let over = self.pauses.iter();
        let over: u64 = over.map(|pause| pause.until_epoch - pause.from_epoch).sum();
        over + self
            .paused_since
            .map_or(0, |(_, since)| self.epoch() - since)
    }
}
