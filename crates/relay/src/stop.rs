//! When the threads beside the server are to stop.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::lock::lock;

/// Told to all threads at once.
#[derive(Clone, Default)]
pub struct Stop(Arc<(Mutex<bool>, Condvar)>);

impl Stop {
    /// Tells them.
    pub fn set(&self) {
        let (is_set, told) = &*self.0;
        *lock(is_set) = true;
        told.notify_all();
    }

    /// Whether they are to stop.
    pub fn is_set(&self) -> bool {
        *lock(&self.0.0)
    }

    /// Waits this long, or until they must stop, which returns true.
    pub fn sleep(&self, time: Duration) -> bool {
        let (is_set, told) = &*self.0;
        let waited = told.wait_timeout_while(lock(is_set), time, |is_set| !*is_set);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}
