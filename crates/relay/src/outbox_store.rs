//! Where the transactions on their way and what was spent are kept: with the games.

use crate::file_outbox::FileOutbox;
use crate::nats_outbox::NatsOutbox;
use crate::room_id::RoomId;
use crate::store::Store;
use crate::store_error::StoreError;

/// The name of what money is spent from.
pub type Account = Vec<u8>;

/// What was spent from an account, in EGLD's smallest unit, and when that was so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// How much, as far as it hadn't come back.
    pub amount: u128,
    /// In milliseconds since 1970.
    pub at: u64,
}

/// The outbox, where the games are.
pub enum OutboxStore {
    File(FileOutbox),
    Nats(Box<NatsOutbox>),
}

impl OutboxStore {
    /// Opens it. What was spent before a time, in milliseconds since 1970, is forgotten.
    pub async fn open(store: &Store, before: u64) -> Result<Self, StoreError> {
        match store {
            Store::File(file) => {
                let outbox = FileOutbox(file.clone());
                outbox.prepare(before)?;
                Ok(OutboxStore::File(outbox))
            }
            Store::Nats(nats) => Ok(OutboxStore::Nats(Box::new(NatsOutbox::open(nats).await?))),
        }
    }

    /// All transactions that are kept.
    pub async fn sent(&self) -> Result<Vec<(RoomId, Vec<u8>)>, StoreError> {
        match self {
            OutboxStore::File(file) => file.sent(),
            OutboxStore::Nats(nats) => nats.sent().await,
        }
    }

    /// What is spent from an account.
    pub async fn spent(&self, account: &[u8]) -> Result<Spent, StoreError> {
        match self {
            OutboxStore::File(file) => file.spent(account),
            OutboxStore::Nats(nats) => nats.spent(account).await,
        }
    }

    /// Keeps a room's transaction, and what is spent with it.
    ///
    /// # Errors
    /// [`StoreError::Behind`] where another relay has one of this room on its way.
    pub async fn keep(
        &self,
        room: &RoomId,
        sent: &[u8],
        spent: &[(Account, Spent)],
    ) -> Result<(), StoreError> {
        match self {
            OutboxStore::File(file) => file.keep(room, sent, spent),
            OutboxStore::Nats(nats) => nats.keep(room, sent, spent).await,
        }
    }

    /// Takes a room's transaction out, and keeps what is spent after it.
    pub async fn finish(
        &self,
        room: &RoomId,
        spent: &[(Account, Spent)],
    ) -> Result<(), StoreError> {
        match self {
            OutboxStore::File(file) => file.finish(room, spent),
            OutboxStore::Nats(nats) => nats.finish(room, spent).await,
        }
    }
}
