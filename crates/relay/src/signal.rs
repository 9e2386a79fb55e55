//! Signals between threads: to stop, or that there is something to read.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::lock::lock;

/// How often who waits for something else looks whether it is to stop.
const STOP_LOOKED_AT_EVERY: Duration = Duration::from_millis(200);

/// Set for all threads at once.
#[derive(Clone, Default)]
pub struct Signal(Arc<(Mutex<bool>, Condvar)>);

impl Signal {
    /// Sets it.
    pub fn set(&self) {
        let (is_set, told) = &*self.0;
        *lock(is_set) = true;
        told.notify_all();
    }

    /// Whether it is set.
    pub fn is_set(&self) -> bool {
        *lock(&self.0.0)
    }

    /// Waits this long, or until it is set, which returns true.
    pub fn wait(&self, time: Duration) -> bool {
        let (is_set, told) = &*self.0;
        let waited = told.wait_timeout_while(lock(is_set), time, |is_set| !*is_set);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Waits this long, or until it or `stop` is set, and takes it back.
    pub fn take(&self, at_most: Duration, stop: &Signal) {
        let end = Instant::now() + at_most;
        let left = || end.saturating_duration_since(Instant::now());
        while !stop.is_set() && !left().is_zero() && !self.wait(left().min(STOP_LOOKED_AT_EVERY)) {}
        *lock(&self.0.0) = false;
    }
}
