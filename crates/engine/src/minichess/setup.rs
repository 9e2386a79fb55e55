//! The tables that every position needs.

use core::sync::atomic::{AtomicBool, Ordering};

use super::weights::Learnt;
use super::{attacks, values};
use crate::{key, weights};

static READY: AtomicBool = AtomicBool::new(false);

/// Fills the tables. They are too large to be part of a contract's code, and the same whoever fills them.
pub(crate) fn make_ready() {
    if !READY.load(Ordering::Acquire) {
        key::fill();
        values::fill();
        weights::fill::<Learnt, _>();
        attacks::fill();
        READY.store(true, Ordering::Release);
    }
}
