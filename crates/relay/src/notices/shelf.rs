//! Where subscriptions are kept: in the relay's file, or in a bucket that several relays share.

use super::file_shelf::FileShelf;
use super::nats_shelf::NatsShelf;
use super::notice::{Claimed, Notice};
use super::subscriber::{Subscriber, Told};
use super::subscription::SubscriberId;
use crate::store::Store;
use crate::store_error::StoreError;

/// Where subscriptions are kept. All that it does blocks, but for the opening.
pub enum Shelf {
    File(FileShelf),
    Nats(Box<NatsShelf>),
}

impl Shelf {
    /// Where the games are.
    pub async fn open(store: &Store) -> Result<Self, StoreError> {
        match store {
            Store::File(file) => Ok(Shelf::File(FileShelf(file.database().clone()))),
            Store::Nats(nats) => Ok(Shelf::Nats(Box::new(NatsShelf::open(nats).await?))),
        }
    }

    /// Keeps a subscription, and takes others out.
    pub fn put(&self, one: &Subscriber, gone: &[SubscriberId]) -> Result<(), StoreError> {
        match self {
            Shelf::File(file) => file.put(one, gone),
            Shelf::Nats(nats) => nats.put(one, gone),
        }
    }

    /// Takes subscriptions out.
    pub fn take_out(&self, ids: &[SubscriberId]) -> Result<(), StoreError> {
        match self {
            Shelf::File(file) => file.take_out(ids),
            Shelf::Nats(nats) => nats.take_out(ids),
        }
    }

    /// Whether this relay is to send a notice: of several the first that asks, and another one
    /// where that one doesn't say in time that it has arrived. `now`: in milliseconds since 1970.
    pub fn claim(&self, notice: &Notice, now: u64) -> Result<Claimed, StoreError> {
        match self {
            Shelf::File(_) => Ok(Claimed::Own),
            Shelf::Nats(nats) => nats.claim(notice, now),
        }
    }

    /// Notes that a notice has arrived.
    pub fn set_told(&self, id: &SubscriberId, told: Told) -> Result<(), StoreError> {
        match self {
            Shelf::File(file) => file.set_told(id, told),
            Shelf::Nats(nats) => nats.set_told(id, told),
        }
    }
}
