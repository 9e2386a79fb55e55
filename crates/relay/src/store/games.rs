//! The interface of a store of games.

use std::pin::Pin;

use signed_play::Entry;

use super::batch::{Batch, Place};
use super::error::StoreError;
use super::lease::Lease;
use super::outbox::OutboxStore;
use crate::room_id::RoomId;

/// The future result of a store's operation.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A store of games. Functions that don't return [`Pending`] may block.
pub trait Games: Send + Sync {
    /// Stores a room's messages, which come after those of `place`. When this is `Ok`, they are
    /// stored. Returns the place after them.
    ///
    /// # Errors
    /// None of them is stored. If a NATS server doesn't answer, they may be stored all the same.
    fn keep<'a>(&'a self, room: &'a RoomId, place: Place, batch: Batch) -> Pending<'a, Place>;

    /// A room's messages after a place, and the place with them.
    ///
    /// # Errors
    /// They can't be read, or are none.
    fn load<'a>(&'a self, room: &'a RoomId, after: Place) -> Pending<'a, (Vec<Entry>, Place)>;

    /// Whether a room has messages.
    ///
    /// # Errors
    /// It can't be read.
    fn has(&self, room: &RoomId) -> Result<bool, StoreError>;

    /// The rooms whose games weren't seen to be over on the chain.
    ///
    /// # Errors
    /// They can't be read.
    fn unsettled(&self) -> Result<Vec<RoomId>, StoreError>;

    /// Notes that a room's game is over on the chain. Nothing happens for a room that isn't kept.
    /// `at`: when, in milliseconds since 1970.
    ///
    /// # Errors
    /// It can't be written.
    fn set_over(&self, room: &RoomId, at: u64) -> Result<(), StoreError>;

    /// Takes out the games that were over on the chain before a time, in milliseconds since 1970,
    /// 1,000 at most. Returns their number.
    ///
    /// # Errors
    /// They can't be taken out.
    fn take_out(&self, before: u64) -> Result<usize, StoreError>;

    /// The number of games; in a shared store, the number of some seconds ago.
    fn rooms(&self) -> u64;

    /// Whether the last message could be written.
    fn works(&self) -> bool;

    /// Whether the NATS server is connected; `None` for a file.
    fn is_connected(&self) -> Option<bool> {
        None
    }

    /// The last block of a contract's shard that was read before. A shared store returns none: the
    /// other relays have continued in the meantime, and a relay reads every game at its start.
    ///
    /// # Errors
    /// It can't be read.
    fn last_block(&self, contract: &[u8; 32]) -> Result<Option<u64>, StoreError>;

    /// Notes the last block that was read.
    ///
    /// # Errors
    /// It can't be written.
    fn set_last_block(&self, contract: &[u8; 32], nonce: u64) -> Result<(), StoreError>;

    /// The pending transactions. Amounts spent before a time, in milliseconds since 1970, are
    /// forgotten.
    ///
    /// # Errors
    /// They can't be opened.
    fn outbox(&self, before: u64) -> Result<Box<dyn OutboxStore>, StoreError>;

    /// The right to settle.
    ///
    /// # Errors
    /// It can't be asked for.
    fn lease(&self) -> Result<Box<dyn Lease>, StoreError>;
}
