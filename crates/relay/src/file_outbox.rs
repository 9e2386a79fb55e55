//! The outbox in the store's file.

use std::sync::Arc;

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};

use crate::file_store::FileStore;
use crate::room_id::RoomId;
use crate::sent::{DAY_MILLIS, Sent, accounts};
use crate::store_error::StoreError;

/// A [`Sent`] in JSON, by room.
const SENT: TableDefinition<&[u8; RoomId::LEN], &[u8]> = TableDefinition::new("sent");

/// What was spent, in EGLD's smallest unit, by account.
const SPENT: TableDefinition<&[u8], u128> = TableDefinition::new("spent");

/// The outbox in the store's file.
pub struct FileOutbox(pub Arc<FileStore>);

impl FileOutbox {
    fn database(&self) -> &Database {
        self.0.database()
    }

    /// Makes the tables, and forgets what was spent on earlier days.
    pub fn prepare(&self, now: u64) -> Result<(), StoreError> {
        let today = (now / DAY_MILLIS).to_be_bytes();
        let transaction = self.database().begin_write()?;
        transaction.open_table(SENT)?;
        transaction.open_table(SPENT)?.retain(|key, _| {
            let is_daily = matches!(key.first(), Some(b'd' | b'p'));
            !is_daily || key.get(1..9) >= Some(&today[..])
        })?;
        Ok(transaction.commit()?)
    }

    /// All transactions that aren't known to be carried out, by nonce.
    pub fn sent(&self) -> Result<Vec<(RoomId, Sent)>, StoreError> {
        let mut all = vec![];
        for row in self.database().begin_read()?.open_table(SENT)?.iter()? {
            let (key, value) = row?;
            let sent: Sent = serde_json::from_slice(value.value())
                .map_err(|error| StoreError::Damaged(format!("a transaction: {error}")))?;
            let room = RoomId::from_bytes(key.value())
                .ok_or_else(|| StoreError::Damaged("a transaction without a room".into()))?;
            all.push((room, sent));
        }
        all.sort_by_key(|(_, sent)| sent.transaction.nonce);
        Ok(all)
    }

    /// What is spent from an account.
    pub fn spent(&self, account: &[u8]) -> Result<u128, StoreError> {
        let spent = self.database().begin_read()?.open_table(SPENT)?;
        Ok(spent.get(account)?.map_or(0, |spent| spent.value()))
    }

    /// Keeps a transaction that is about to be sent, and counts what it may cost.
    pub fn keep(&self, room: &RoomId, sent: &Sent) -> Result<(), StoreError> {
        let json = serde_json::to_vec(sent)
            .map_err(|error| StoreError::Damaged(format!("a transaction: {error}")))?;
        let transaction = self.database().begin_write()?;
        transaction
            .open_table(SENT)?
            .insert(&room.to_bytes(), &json[..])?;
        {
            let mut spent = transaction.open_table(SPENT)?;
            for (_, key) in accounts(room, sent) {
                let before = spent.get(&key[..])?.map_or(0, |spent| spent.value());
                spent.insert(&key[..], before + sent.highest_fee)?;
            }
        }
        Ok(transaction.commit()?)
    }

    /// A transaction was carried out, or never will be. `fee`: what it counts for from now on.
    pub fn finish(&self, room: &RoomId, sent: &Sent, fee: u128) -> Result<(), StoreError> {
        let transaction = self.database().begin_write()?;
        transaction.open_table(SENT)?.remove(&room.to_bytes())?;
        {
            let mut spent = transaction.open_table(SPENT)?;
            for (_, key) in accounts(room, sent) {
                let before = spent.get(&key[..])?.map_or(0, |spent| spent.value());
                let now = (before + fee).saturating_sub(sent.highest_fee);
                spent.insert(&key[..], now)?;
            }
        }
        Ok(transaction.commit()?)
    }
}
