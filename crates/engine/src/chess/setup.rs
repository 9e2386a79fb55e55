//! The tables that every position needs.

use core::sync::atomic::{AtomicBool, Ordering};

use super::{attacks, values, weights};
use crate::key;

static READY: AtomicBool = AtomicBool::new(false);

/// Fills the tables. They are too large to be part of a contract's code, and the same whoever fills them.
pub(crate) fn make_ready() {
    if !READY.load(Ordering::Acquire) {
        key::fill();
        values::fill();
        weights::fill();
        attacks::fill();
        READY.store(true, Ordering::Release);
    }
}
