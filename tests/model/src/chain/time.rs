//! Time: milliseconds and epochs, with and without pauses.

/// A day, in milliseconds.
pub const DAY: u64 = 86_400_000;

/// A stretch of time that doesn't count: a pause and the day after it.
#[derive(Clone, Copy)]
struct Pause {
    from_ms: u64,
    resume_ms: u64,
    from_epoch: u64,
    resume_epoch: u64,
}

/// The chain's time.
#[derive(Clone)]
pub struct Time {
    /// The block's time, in milliseconds.
    pub now_ms: u64,
    pub epoch: u64,
    pub round_ms: u64,
    paused_since: Option<(u64, u64)>,
    /// The first unpause isn't the end of a pause.
    is_new: bool,
    pauses: Vec<Pause>,
    /// The epoch in which the last pause ended.
    last_pause: Option<u64>,
}

impl Time {
    /// Some time, with the contract paused.
    pub(super) fn new(round_ms: u64) -> Self {
        let now_ms = 1_000 * DAY + DAY / 3;
        let epoch = now_ms / DAY;
        Time {
            now_ms,
            epoch,
            round_ms,
            paused_since: Some((now_ms, epoch)),
            is_new: true,
            pauses: vec![],
            last_pause: None,
        }
    }

    /// The contract is deployed now.
    pub fn deployed(&mut self) {
        self.paused_since = Some((self.now_ms, self.epoch));
    }

    /// The number of days that begin in the next milliseconds.
    pub fn days_in(&self, ms: u64) -> u64 {
        (self.now_ms + ms) / DAY - self.now_ms / DAY
    }

    /// Time passes on a chain whose epochs are of any length.
    pub fn pass(&mut self, ms: u64, epochs: u64) {
        self.now_ms += ms;
        self.epoch += epochs;
    }

    pub fn is_paused(&self) -> bool {
        self.paused_since.is_some()
    }

    /// Whether the pause has outlasted 30 epochs.
    pub fn is_long_pause(&self) -> bool {
        self.paused_epochs() > 30
    }

    /// Whether signed moves could be submitted for two epochs: since the last pause, or in this long
    /// one.
    pub fn is_play_open_for_two_epochs(&self) -> bool {
        match self.is_paused() {
            true => self.paused_epochs() > 32,
            false => self.last_pause.is_none_or(|last| self.epoch >= last + 2),
        }
    }

    /// The epoch in which time continued after the last pause, 0 before the first has ended.
    pub fn resume_epoch(&self) -> u64 {
        self.pauses.last().map_or(0, |pause| pause.resume_epoch)
    }

    /// The number of epochs that the current pause has taken.
    pub fn paused_epochs(&self) -> u64 {
        self.paused_since.map_or(0, |(_, since)| self.epoch - since)
    }

    /// Whether four full epochs have gone by since the last pause.
    pub fn may_pause(&self) -> bool {
        self.last_pause.is_none_or(|last| self.epoch > last + 4)
    }

    pub(super) fn pause(&mut self) {
        self.paused_since = Some((self.now_ms, self.epoch));
    }

    pub(super) fn unpause(&mut self, with_day_after: bool) {
        let ended = self.if_unpaused(with_day_after);
        self.paused_since = None;
        if !std::mem::take(&mut self.is_new) {
            self.pauses.extend(ended);
            self.last_pause = Some(self.epoch);
        }
    }

    /// Ends the pause and counts all of its time, which is a fault.
    pub(super) fn unpause_as_if_never(&mut self) {
        self.unpause(false);
        self.pauses.pop();
    }

    /// The current pause, if it ended now.
    fn if_unpaused(&self, with_day_after: bool) -> Option<Pause> {
        let (from_ms, from_epoch) = self.paused_since?;
        let after = u64::from(with_day_after);
        Some(Pause {
            from_ms,
            resume_ms: self.now_ms + after * DAY,
            from_epoch,
            resume_epoch: self.epoch + after,
        })
    }

    /// The milliseconds that count: neither those of pauses nor those of the day after each.
    pub fn running_ms(&self) -> u64 {
        let pauses = self.pauses.iter().map(|p| (p.from_ms, p.resume_ms));
        let now = self.paused_since.map(|(since, _)| (since, self.now_ms));
        self.now_ms - covered(pauses.chain(now), self.now_ms)
    }

    /// The epochs that count, likewise.
    pub fn running_epochs(&self) -> u64 {
        let pauses = self.pauses.iter().map(|p| (p.from_epoch, p.resume_epoch));
        let now = self.paused_since.map(|(_, since)| (since, self.epoch));
        self.epoch - covered(pauses.chain(now), self.epoch)
    }

    /// The number of milliseconds until time continues that don't count, if no pause comes or the
    /// current one ended now.
    pub fn stopped_ms(&self) -> u64 {
        let pauses = self.pauses.iter().copied().chain(self.if_unpaused(true));
        covered(pauses.map(|p| (p.from_ms, p.resume_ms)), u64::MAX)
    }

    /// The same in epochs.
    pub fn stopped_epochs(&self) -> u64 {
        let pauses = self.pauses.iter().copied().chain(self.if_unpaused(true));
        covered(pauses.map(|p| (p.from_epoch, p.resume_epoch)), u64::MAX)
    }
}

/// The part of the time until then that some stretches cover, which are in order and may overlap.
fn covered(stretches: impl Iterator<Item = (u64, u64)>, until: u64) -> u64 {
    let mut sum = 0;
    let mut last = 0;
    for (from, to) in stretches {
        let (from, to) = (from.max(last), to.min(until));
        sum += to.saturating_sub(from);
        last = last.max(to);
    }
    sum
}
