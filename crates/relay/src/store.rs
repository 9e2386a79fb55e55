//! Where games are kept: in a file of this relay's own, or in a stream that several relays share.

use std::path::Path;
use std::sync::Arc;

use redb::Database;

use crate::batch::{Batch, Place};
use crate::file_store::FileStore;
use crate::nats_store::NatsStore;
use crate::room_id::RoomId;
use crate::store_error::StoreError;
use crate::transcript::Entry;

/// Where games are kept.
pub enum Store {
    /// In a file. One program at a time has it open.
    File(Arc<FileStore>),
    /// In NATS JetStream.
    Nats(Arc<NatsStore>),
}

impl Store {
    /// Opens the file, or makes it. `most_rooms`: how many games it may come to hold.
    ///
    /// # Errors
    /// The file can't be opened, another program has it open, or it is of another version.
    pub fn open(path: &Path, most_rooms: u64) -> Result<Self, StoreError> {
        Ok(Store::File(Arc::new(FileStore::open(path, most_rooms)?)))
    }

    /// A store that ends with the program, for a chain that does.
    ///
    /// # Errors
    /// As the database has them.
    pub fn in_memory(most_rooms: u64) -> Result<Self, StoreError> {
        Ok(Store::File(Arc::new(FileStore::in_memory(most_rooms)?)))
    }

    /// The streams of this name on NATS servers, `nats://host:4222,…`; they are made where they
    /// aren't there.
    ///
    /// # Errors
    /// No server can be reached, or it has no JetStream.
    pub async fn nats(urls: &str, name: &str, most_rooms: u64) -> Result<Self, StoreError> {
        let store = NatsStore::connect(urls, name, most_rooms).await?;
        Ok(Store::Nats(Arc::new(store)))
    }

    /// Whether other relays may keep messages of the same rooms.
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self, Store::Nats(_))
    }

    /// Keeps a room's messages, which come after those of `place`. When this returns `Ok`, they are
    /// kept. Gives the place with them.
    ///
    /// # Errors
    /// None of them is kept; where a NATS server doesn't answer it may be all the same.
    pub(crate) async fn keep(
        &self,
        room: &RoomId,
        place: Place,
        batch: Batch,
    ) -> Result<Place, StoreError> {
        match self {
            Store::File(file) => {
                let (count, last) = (batch.count(), place.last);
                file.keep(*room, place.count, batch.entries).await?;
                Ok(Place { count, last })
            }
            Store::Nats(nats) => nats.keep(room, place, &batch).await,
        }
    }

    /// A room's messages after a place, and the place with them.
    ///
    /// # Errors
    /// They can't be read, or are none.
    pub(crate) async fn load(
        &self,
        room: &RoomId,
        after: Place,
    ) -> Result<(Vec<Entry>, Place), StoreError> {
        match self {
            Store::File(file) => {
                let (file, room) = (file.clone(), *room);
                let read = tokio::task::spawn_blocking(move || file.load(&room, after.count));
                let read = read.await;
                let entries = read.map_err(|error| StoreError::Damaged(error.to_string()))??;
                let count = after.count + entries.len() as u32;
                Ok((entries, Place { count, ..after }))
            }
            Store::Nats(nats) => nats.load(room, after).await,
        }
    }

    /// Whether a room has messages. Blocks.
    ///
    /// # Errors
    /// It can't be read.
    pub(crate) async fn has(&self, room: &RoomId) -> Result<bool, StoreError> {
        match self {
            Store::File(file) => file.has(room),
            Store::Nats(nats) => nats.has(room).await,
        }
    }

    /// The rooms whose games weren't seen to be over on the chain. Blocks.
    ///
    /// # Errors
    /// They can't be read.
    pub(crate) async fn unsettled(&self) -> Result<Vec<RoomId>, StoreError> {
        match self {
            Store::File(file) => file.unsettled(),
            Store::Nats(nats) => nats.unsettled().await,
        }
    }

    /// Notes that a room's game is over on the chain. Nothing happens for a room that isn't kept.
    /// `at`: when, in milliseconds since 1970. Blocks.
    ///
    /// # Errors
    /// It can't be written.
    pub(crate) async fn set_over(&self, room: &RoomId, at: u64) -> Result<(), StoreError> {
        match self {
            Store::File(file) => file.set_over(room, at),
            Store::Nats(nats) => nats.set_over(room, at).await,
        }
    }

    /// Takes out the games that were over on the chain before a time, in milliseconds since 1970,
    /// 1,000 at most. Gives how many. Blocks.
    ///
    /// # Errors
    /// They can't be taken out.
    pub(crate) async fn take_out(&self, before: u64) -> Result<usize, StoreError> {
        match self {
            Store::File(file) => file.take_out(before),
            Store::Nats(nats) => nats.take_out(before).await,
        }
    }

    /// The file, for the tables of others; a shared store has none.
    pub(crate) fn database(&self) -> Option<&Arc<Database>> {
        match self {
            Store::File(file) => Some(file.database()),
            Store::Nats(_) => None,
        }
    }

    /// How many games it holds; of a shared one, as of some seconds ago.
    pub fn rooms(&self) -> u64 {
        match self {
            Store::File(file) => file.rooms(),
            Store::Nats(nats) => nats.rooms(),
        }
    }

    /// Whether the last message could be written.
    pub fn works(&self) -> bool {
        match self {
            Store::File(file) => file.works(),
            Store::Nats(nats) => nats.works(),
        }
    }
}
