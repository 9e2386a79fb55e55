//! Where the pending transactions and what was spent are kept: with the games.

use super::error::StoreError;
use crate::room_id::RoomId;

/// The name of what money is spent from.
pub type Account = Vec<u8>;

/// The amount spent from an account, in EGLD's smallest unit, and its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// How much, as far as it hadn't come back.
    pub amount: u128,
    /// In milliseconds since 1970.
    pub at: u64,
}

/// The amounts spent from some accounts.
pub type Spending = [(Account, Spent)];

/// The outbox, where the games are. All of it may block.
pub trait OutboxStore: Send + Sync {
    /// All transactions that are kept.
    fn sent(&self) -> Result<Vec<(RoomId, Vec<u8>)>, StoreError>;

    /// The amount spent from an account.
    fn spent(&self, account: &[u8]) -> Result<Spent, StoreError>;

    /// Keeps a room's transaction, and what is spent with it.
    ///
    /// # Errors
    /// [`StoreError::Behind`] if another relay has one of this room on its way.
    fn keep(&self, room: &RoomId, sent: &[u8], spent: &Spending) -> Result<(), StoreError>;

    /// Takes a room's transaction out, and keeps what is spent after it. It may be called again
    /// where it has failed.
    fn finish(&self, room: &RoomId, spent: &Spending) -> Result<(), StoreError>;
}
