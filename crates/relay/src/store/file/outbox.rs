//! The outbox in the store's file.

use std::sync::Arc;

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};

use crate::room_id::RoomId;
use crate::store::{Account, OutboxStore, Pending, Spent, StoreError, without_room};

/// A transaction in JSON, by room.
const SENT: TableDefinition<&[u8; RoomId::LEN], &[u8]> = TableDefinition::new("sent");

/// The amount spent from a budget and its time, by account.
const SPENT: TableDefinition<&[u8], (u128, u64)> = TableDefinition::new("spent-at");

/// The outbox in the store's file.
pub struct FileOutbox(pub Arc<Database>);

impl FileOutbox {
    /// Makes the tables, and forgets what was spent before a time, in milliseconds since 1970.
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
        spent: &[(Account, Spent)],
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
    fn sent(&self) -> Pending<'_, Vec<(RoomId, Vec<u8>)>> {
        Box::pin(async move {
            let mut all = vec![];
            for row in self.0.begin_read()?.open_table(SENT)?.iter()? {
                let (key, value) = row?;
                let room = RoomId::from_bytes(key.value()).ok_or_else(without_room)?;
                all.push((room, value.value().to_vec()));
            }
            Ok(all)
        })
    }

    fn spent<'a>(&'a self, account: &'a [u8]) -> Pending<'a, Spent> {
        Box::pin(async move {
            let spent = self.0.begin_read()?.open_table(SPENT)?;
            let spent = spent.get(account)?.map(|spent| spent.value());
            Ok(spent.map_or(Spent::default(), |(amount, at)| Spent { amount, at }))
        })
    }

    fn keep<'a>(
        &'a self,
        room: &'a RoomId,
        sent: &'a [u8],
        spent: &'a [(Account, Spent)],
    ) -> Pending<'a, ()> {
        let kept = self.write(spent, |transaction| {
            transaction
                .open_table(SENT)?
                .insert(&room.to_bytes(), sent)?;
            Ok(())
        });
        Box::pin(async { kept })
    }

    fn finish<'a>(&'a self, room: &'a RoomId, spent: &'a [(Account, Spent)]) -> Pending<'a, ()> {
        let finished = self.write(spent, |transaction| {
            transaction.open_table(SENT)?.remove(&room.to_bytes())?;
            Ok(())
        });
        Box::pin(async { finished })
    }
}
