//! Signals between threads: to stop, or that something can be read.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

/// How often a thread that waits for another signal checks whether it must stop.
const STOP_LOOKED_AT_EVERY: Duration = Duration::from_millis(200);

/// Set for all threads at the same time.
#[derive(Clone, Default)]
pub struct Signal(Arc<(Mutex<bool>, Condvar)>);

impl Signal {
    /// Sets it.
    pub fn set(&self) {
        let (is_set, told) = &*self.0;
        *is_set.lock() = true;
        told.notify_all();
    }

    /// Whether it is set.
    pub fn is_set(&self) -> bool {
        *self.0.0.lock()
    }

    /// Waits this long, or until it is set, which returns true.
    pub fn wait(&self, time: Duration) -> bool {
        let (is_set, told) = &*self.0;
        let mut is_set = is_set.lock();
        told.wait_while_for(&mut is_set, |is_set| !*is_set, time);
        *is_set
    }

    /// Waits this long, or until it or `stop` is set, and takes it back.
    pub fn take(&self, at_most: Duration, stop: &Signal) {
        let end = Instant::now() + at_most;
        let left = || end.saturating_duration_since(Instant::now());
        while !stop.is_set() && !left().is_zero() && !self.wait(left().min(STOP_LOOKED_AT_EVERY)) {}
        *self.0.0.lock() = false;
    }
}
