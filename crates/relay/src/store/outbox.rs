//! Where the pending transactions and what was spent are kept: with the games.

use super::error::StoreError;
use super::pending::Pending;
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

/// The outbox, where the games are.
pub trait OutboxStore: Send + Sync {
    /// All transactions that are kept.
    fn sent(&self) -> Pending<'_, Vec<(RoomId, Vec<u8>)>>;

    /// The amount spent from an account.
    fn spent<'a>(&'a self, account: &'a [u8]) -> Pending<'a, Spent>;

    /// Keeps a room's transaction, and what is spent with it.
    ///
    /// # Errors
    /// [`StoreError::Behind`] if another relay has one of this room on its way.
    fn keep<'a>(
        &'a self,
        room: &'a RoomId,
        sent: &'a [u8],
        spent: &'a [(Account, Spent)],
    ) -> Pending<'a, ()>;

    /// Takes a room's transaction out, and keeps what is spent after it. It may be called again
    /// where it has failed.
    fn finish<'a>(&'a self, room: &'a RoomId, spent: &'a [(Account, Spent)]) -> Pending<'a, ()>;
}

/// Stored data that this program doesn't write.
pub fn without_room() -> StoreError {
    StoreError::Damaged("a transaction without a room".into())
}
