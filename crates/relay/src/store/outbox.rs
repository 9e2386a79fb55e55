//! Stores the pending transactions and the amounts spent, with the games.

use super::error::StoreError;
use crate::room_id::RoomId;

/// The name of a budget.
pub type Account = Vec<u8>;

/// The amount spent from an account, in EGLD's smallest unit, and its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// The amount, less the part that had refilled.
    pub amount: u128,
    /// In milliseconds since 1970.
    pub at: u64,
}

/// The amounts spent from some accounts.
pub type Spending = [(Account, Spent)];

/// The outbox, in the games' store. Every call may block.
pub trait OutboxStore: Send + Sync {
    /// All transactions that are kept.
    fn sent(&self) -> Result<Vec<(RoomId, Vec<u8>)>, StoreError>;

    /// The amount spent from an account.
    fn spent(&self, account: &[u8]) -> Result<Spent, StoreError>;

    /// Stores a room's transaction, and the amounts spent with it.
    ///
    /// # Errors
    /// [`StoreError::Behind`] if another relay has a pending one of this room.
    fn keep(&self, room: &RoomId, sent: &[u8], spent: &Spending) -> Result<(), StoreError>;

    /// Takes a room's transaction out, and stores the amounts spent after it. It may be called
    /// again after a failure.
    fn finish(&self, room: &RoomId, spent: &Spending) -> Result<(), StoreError>;
}
