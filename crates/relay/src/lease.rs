//! Which of several relays settles: the one that holds a lease, which it renews. Where it doesn't,
//! because it is gone or can't reach the server, another takes the lease.

use crate::nats_lease::SharedLease;
use crate::store::Store;
use crate::store_error::StoreError;

/// The right to settle.
pub enum Lease {
    /// A relay with a store of its own always has it.
    Alone,
    /// One of several relays has it.
    Shared(Box<SharedLease>),
}

impl Lease {
    /// The lease of a store's relays.
    pub async fn of(store: &Store) -> Result<Self, StoreError> {
        match store {
            Store::File(_) => Ok(Lease::Alone),
            Store::Nats(nats) => Ok(Lease::Shared(Box::new(SharedLease::open(nats).await?))),
        }
    }

    /// Whether this relay holds it, which may first have to renew it or try to get it.
    pub async fn hold(&mut self) -> Result<bool, StoreError> {
        match self {
            Lease::Alone => Ok(true),
            Lease::Shared(shared) => shared.hold().await,
        }
    }

    /// Whether this relay holds it still, as far as it knows.
    pub fn is_held(&self) -> bool {
        match self {
            Lease::Alone => true,
            Lease::Shared(shared) => shared.is_held(),
        }
    }

    /// Gives it back, so that another relay gets it at once.
    pub async fn give_back(&mut self) {
        if let Lease::Shared(shared) = self {
            shared.give_back().await;
        }
    }
}
