//! The outbox in the store's file.

use std::sync::Arc;

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};

use crate::room_id::RoomId;
use crate::store::{OutboxStore, Spending, Spent, StoreError};

/// A transaction in JSON, by room.
const SENT: TableDefinition<&[u8; RoomId::LEN], &[u8]> = TableDefinition::new("sent");

/// The amount spent from a budget and its time, by account.
const SPENT: TableDefinition<&[u8], (u128, u64)> = TableDefinition::new("spent-at");

/// The outbox in the store's file.
pub struct FileOutbox(pub Arc<Database>);

impl FileOutbox {
    /// Makes the tables, and deletes the amounts spent before a time, in milliseconds since 1970.
    pub fn prepare(&self, before: u64) -> Result<(), StoreError> {
        let transaction = self.0.begin_write()?;
        transaction.open_table(SENT)?;
        transaction
            .open_table(SPENT)?
            .retain(|_, (_, at)| at >= before)?;
        Ok(transaction.commit()?)
    }

    fn write(
        &self,
        spent: &Spending,
        change: impl FnOnce(&redb::WriteTransaction) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let transaction = self.0.begin_write()?;
        change(&transaction)?;
        {
            let mut table = transaction.open_table(SPENT)?;
            for (account, Spent { amount, at }) in spent {
                table.insert(&account[..], (*amount, *at))?;
            }
        }
        Ok(transaction.commit()?)
    }
}

impl OutboxStore for FileOutbox {
    fn sent(&self) -> Result<Vec<(RoomId, Vec<u8>)>, StoreError> {
        let mut all = vec![];
        for row in self.0.begin_read()?.open_table(SENT)?.iter()? {
            let (key, value) = row?;
            all.push((RoomId::from_bytes(key.value()), value.value().to_vec()));
        }
        Ok(all)
    }

    fn spent(&self, account: &[u8]) -> Result<Spent, StoreError> {
        let spent = self.0.begin_read()?.open_table(SPENT)?;
        let spent = spent.get(account)?.map(|spent| spent.value());
        Ok(spent.map_or(Spent::default(), |(amount, at)| Spent { amount, at }))
    }

    fn keep(&self, room: &RoomId, sent: &[u8], spent: &Spending) -> Result<(), StoreError> {
        self.write(spent, |transaction| {
            let mut table = transaction.open_table(SENT)?;
            table.insert(&room.to_bytes(), sent)?;
            Ok(())
        })
    }

    fn finish(&self, room: &RoomId, spent: &Spending) -> Result<(), StoreError> {
        self.write(spent, |transaction| {
            transaction.open_table(SENT)?.remove(&room.to_bytes())?;
            Ok(())
        })
    }
}
