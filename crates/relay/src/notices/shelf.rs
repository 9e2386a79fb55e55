//! The storage of subscriptions: the relay's file, or a bucket that several relays share.

use std::pin::Pin;

use futures_util::Stream;

use super::notice::{Claimed, Notice};
use super::subscriber::{Subscriber, Told};
use super::subscription::SubscriberId;
use crate::store::{Pending, StoreError};

/// The storage of subscriptions. Everything that isn't [`Pending`] blocks.
pub trait Shelf: Send + Sync {
    /// The subscriptions that no change reports.
    fn all(&self) -> Result<Vec<Subscriber>, StoreError> {
        Ok(vec![])
    }

    /// If other relays share it, all subscriptions from the first. With false there are none yet:
    /// then the first change is a new one.
    fn changes(&self) -> Option<Pending<'_, (Changes, bool)>> {
        None
    }

    /// Keeps a subscription, and takes others out.
    fn put(&self, one: &Subscriber, gone: &[SubscriberId]) -> Result<(), StoreError>;

    /// Takes subscriptions out.
    fn take_out(&self, ids: &[SubscriberId]) -> Result<(), StoreError>;

    /// Whether this relay must send a notice. If there are several relays, the first that asks;
    /// another one if the first doesn't report in time that the notice has arrived. `now`: in
    /// milliseconds since 1970.
    fn claim(&self, notice: &Notice, now: u64) -> Result<Claimed, StoreError>;

    /// Notes that a notice has arrived.
    fn set_told(&self, id: &SubscriberId, told: Told) -> Result<(), StoreError>;
}

/// The changes on a shelf that several relays share, and whether each is new rather than of before.
/// `None` for an entry that is no subscription.
pub type Changes = Pin<Box<dyn Stream<Item = Result<(Option<Change>, bool), StoreError>> + Send>>;

/// A change.
pub enum Change {
    Put(Subscriber),
    Gone(SubscriberId),
}
