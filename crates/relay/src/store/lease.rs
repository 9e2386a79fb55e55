//! Which of several relays settles: the one that holds a lease, which it renews. If it doesn't,
//! because it is gone or can't reach the server, another takes the lease.

use super::error::StoreError;

/// The right to settle. All of it may block.
pub trait Lease: Send {
    /// Whether this relay holds it, which may first have to renew it or try to get it.
    fn hold(&mut self) -> Result<bool, StoreError>;

    /// Whether this relay still holds it, to its knowledge.
    fn is_held(&self) -> bool;

    /// Gives it back, so that another relay gets it immediately.
    fn give_back(&mut self);
}

/// That of a relay with a separate store: it always has it.
pub struct Alone;

impl Lease for Alone {
    fn hold(&mut self) -> Result<bool, StoreError> {
        Ok(true)
    }

    fn is_held(&self) -> bool {
        true
    }

    fn give_back(&mut self) {}
}
