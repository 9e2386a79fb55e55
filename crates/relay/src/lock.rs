//! Locks that stay open to others after a panic.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks it. Nothing panics half way through a change, so that what a panic leaves behind is whole.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
