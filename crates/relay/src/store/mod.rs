//! The storage of games: a file of this relay alone, or a stream that several relays share.
//!
//! [`Games`] has the operations of both. A relay that is compiled as a library has only the file.

mod batch;
mod error;
mod file;
mod games;
mod lease;
#[cfg(feature = "program")]
pub mod nats;
mod others;
mod outbox;
// only the others use it
#[cfg_attr(not(feature = "program"), allow(dead_code))]
mod people_changes;

use std::path::Path;
use std::sync::Arc;

use redb::Database;
use redb::backends::InMemoryBackend;
use tokio::task::JoinHandle;

pub use batch::{Batch, Board, Place, moves_in};
pub use error::StoreError;
pub use games::{Games, Pending};
pub use lease::{Alone, Lease};
pub use others::Others;
pub use outbox::{Account, OutboxStore, Spending, Spent};
pub use people_changes::PeopleChanges;

use file::FileStore;
#[cfg(feature = "program")]
use nats::NatsStore;

/// The storage of games.
pub enum Store {
    /// In a file. One program at a time has it open.
    File(FileStore),
    /// In NATS JetStream.
    #[cfg(feature = "program")]
    Nats(Arc<NatsStore>),
}

impl Store {
    /// Opens the file, or makes it. `most_rooms`: the highest number of games.
    ///
    /// # Errors
    /// The file can't be opened, another program has it open, or it is of another version.
    pub fn open(path: &Path, most_rooms: u64) -> Result<Self, StoreError> {
        Store::in_file(Database::create(path)?, most_rooms)
    }

    /// A store that ends with the program, for a chain that does.
    ///
    /// # Errors
    /// As the database has them.
    pub fn in_memory(most_rooms: u64) -> Result<Self, StoreError> {
        let memory = InMemoryBackend::new();
        Store::in_file(Database::builder().create_with_backend(memory)?, most_rooms)
    }

    fn in_file(database: Database, most_rooms: u64) -> Result<Self, StoreError> {
        Ok(Store::File(FileStore::new(database, most_rooms)?))
    }

    /// The streams of this name on NATS servers, `nats://host:4222,…`; they are made if they are
    /// missing.
    ///
    /// # Errors
    /// No server can be reached, or it has no JetStream.
    #[cfg(feature = "program")]
    pub async fn nats(urls: &str, name: &str, most_rooms: u64) -> Result<Self, StoreError> {
        let store = NatsStore::connect(urls, name, most_rooms).await?;
        Ok(Store::Nats(Arc::new(store)))
    }

    /// Whether other relays may keep messages of the same rooms.
    pub fn is_shared(&self) -> bool {
        !matches!(self, Store::File(_))
    }

    /// The number of games; in a shared store, the number of some seconds ago.
    pub fn rooms(&self) -> u64 {
        self.games().rooms()
    }

    /// The games.
    pub(crate) fn games(&self) -> &dyn Games {
        match self {
            Store::File(file) => file,
            #[cfg(feature = "program")]
            Store::Nats(nats) => &**nats,
        }
    }

    /// Starts the exchange with other relays, which get `changes`, if there may be any.
    #[cfg_attr(not(feature = "program"), allow(unused_variables))]
    pub(crate) fn follow_others(
        &self,
        others: &Arc<impl Others + 'static>,
        changes: Option<Arc<PeopleChanges>>,
    ) -> Vec<JoinHandle<()>> {
        match (self, changes) {
            #[cfg(feature = "program")]
            (Store::Nats(nats), Some(changes)) => vec![
                tokio::spawn(nats::feed(others.clone(), nats.clone())),
                tokio::spawn(nats::share(others.clone(), nats.clone(), changes)),
            ],
            _ => vec![],
        }
    }
}
