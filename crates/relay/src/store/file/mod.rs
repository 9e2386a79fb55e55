//! Games in a file: each message is on the disk before it counts as kept.

mod entries;
mod outbox;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, mpsc};

use redb::{
    Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition,
    WriteTransaction,
};
use signed_play::Entry;
use tokio::sync::oneshot;

use crate::room_id::RoomId;
use crate::store::{Alone, Batch, Games, Lease, OutboxStore, Pending, Place, StoreError};
use outbox::FileOutbox;

/// Each room's number, by [`RoomId::to_bytes`]. A number is used once, even if a room is taken out.
const ROOMS: TableDefinition<&[u8; RoomId::LEN], u64> = TableDefinition::new("rooms");

/// When a room's game was seen to be over on the chain, in milliseconds since 1970.
const OVER: TableDefinition<&[u8; RoomId::LEN], u64> = TableDefinition::new("over");

/// The last block that was read for a contract.
const BLOCKS: TableDefinition<&[u8; 32], u64> = TableDefinition::new("blocks");

/// The layout's version, under the key `layout`; the next room's number, under `next-room`.
const META: TableDefinition<&str, u64> = TableDefinition::new("meta");

const LAYOUT: u64 = 4;

/// The most messages that go to the disk together.
const BATCH: usize = 1_000;

struct Job {
    room: RoomId,
    seq: u32,
    entries: Vec<Entry>,
    done: oneshot::Sender<Result<(), StoreError>>,
}

/// A file of games. One program at a time has it open.
pub struct FileStore {
    jobs: Option<mpsc::Sender<Job>>,
    writer: Option<std::thread::JoinHandle<()>>,
    state: Arc<State>,
}

struct State {
    database: Arc<Database>,
    rooms: AtomicU64,
    most_rooms: u64,
    works: AtomicBool,
}

impl FileStore {
    /// The games in a database. `most_rooms`: the highest number of them.
    ///
    /// # Errors
    /// It is of another version, or can't be written.
    pub fn new(database: Database, most_rooms: u64) -> Result<Self, StoreError> {
        let transaction = database.begin_write()?;
        let rooms = {
            let mut meta = transaction.open_table(META)?;
            let layout = meta.get("layout")?.map(|layout| layout.value());
            match layout {
                Some(LAYOUT) => {}
                None => {
                    meta.insert("layout", LAYOUT)?;
                }
                Some(other) => {
                    let text = format!("its layout is {other}, this program knows {LAYOUT}");
                    return Err(StoreError::Damaged(text));
                }
            }
            transaction.open_table(OVER)?;
            transaction.open_table(BLOCKS)?;
            entries::make_tables(&transaction)?;
            transaction.open_table(ROOMS)?.len()?
        };
        transaction.commit()?;

        let state = Arc::new(State {
            database: Arc::new(database),
            rooms: rooms.into(),
            most_rooms,
            works: true.into(),
        });
        let (jobs, todo) = mpsc::channel();
        let written = state.clone();
        let thread = std::thread::Builder::new().name("store".into());
        let writer = thread.spawn(move || written.write_all(&todo));
        let writer = writer.map_err(|error| StoreError::File(error.to_string()))?;
        Ok(FileStore {
            jobs: Some(jobs),
            writer: Some(writer),
            state,
        })
    }

    /// The file, for the tables of others.
    pub fn database(&self) -> &Arc<Database> {
        &self.state.database
    }
}

impl Games for FileStore {
    fn keep<'a>(&'a self, room: &'a RoomId, place: Place, batch: Batch) -> Pending<'a, Place> {
        Box::pin(async move {
            let (count, last) = (batch.count(), place.last);
            let (done, answer) = oneshot::channel();
            let job = Job {
                room: *room,
                seq: place.count,
                entries: batch.entries,
                done,
            };
            let stopped = || StoreError::File("it is closed".into());
            let jobs = self.jobs.as_ref().ok_or_else(stopped)?;
            jobs.send(job).map_err(|_| stopped())?;
            answer.await.map_err(|_| stopped())??;
            Ok(Place { count, last })
        })
    }

    fn load<'a>(&'a self, room: &'a RoomId, after: Place) -> Pending<'a, (Vec<Entry>, Place)> {
        let (database, key) = (self.database().clone(), room.to_bytes());
        Box::pin(async move {
            let read = move || {
                let transaction = database.begin_read()?;
                let number = transaction.open_table(ROOMS)?.get(&key)?;
                match number.map(|number| number.value()) {
                    Some(number) => entries::load(&transaction, number, after.count),
                    None => Ok(vec![]),
                }
            };
            let read = tokio::task::spawn_blocking(read).await;
            let entries = read.map_err(|error| StoreError::Damaged(error.to_string()))??;
            let count = after.count + entries.len() as u32;
            Ok((entries, Place { count, ..after }))
        })
    }

    fn has(&self, room: &RoomId) -> Result<bool, StoreError> {
        let rooms = self.database().begin_read()?.open_table(ROOMS)?;
        Ok(rooms.get(&room.to_bytes())?.is_some())
    }

    fn unsettled(&self) -> Result<Vec<RoomId>, StoreError> {
        let transaction = self.database().begin_read()?;
        let over = transaction.open_table(OVER)?;
        let mut found = vec![];
        for room in transaction.open_table(ROOMS)?.iter()? {
            let (key, _) = room?;
            if over.get(key.value())?.is_none() {
                found.push(RoomId::from_bytes(key.value()));
            }
        }
        Ok(found)
    }

    fn set_over(&self, room: &RoomId, at: u64) -> Result<(), StoreError> {
        let key = room.to_bytes();
        let reader = self.database().begin_read()?;
        let is_kept = reader.open_table(ROOMS)?.get(&key)?.is_some();
        if !is_kept || reader.open_table(OVER)?.get(&key)?.is_some() {
            return Ok(());
        }
        let transaction = self.database().begin_write()?;
        transaction.open_table(OVER)?.insert(&key, at)?;
        Ok(transaction.commit()?)
    }

    fn take_out(&self, before: u64) -> Result<usize, StoreError> {
        let mut old = vec![];
        for over in self.database().begin_read()?.open_table(OVER)?.iter()? {
            let (key, at) = over?;
            if at.value() < before && old.len() < BATCH {
                old.push(*key.value());
            }
        }
        if old.is_empty() {
            return Ok(0);
        }
        let transaction = self.database().begin_write()?;
        let mut numbers = vec![];
        let left = {
            let mut rooms = transaction.open_table(ROOMS)?;
            let mut over = transaction.open_table(OVER)?;
            for key in &old {
                over.remove(key)?;
                numbers.extend(rooms.remove(key)?.map(|number| number.value()));
            }
            entries::take_out(&transaction, &numbers)?;
            rooms.len()?
        };
        transaction.commit()?;
        self.state.rooms.store(left, Relaxed);
        Ok(old.len())
    }

    fn rooms(&self) -> u64 {
        self.state.rooms.load(Relaxed)
    }

    fn works(&self) -> bool {
        self.state.works.load(Relaxed)
    }

    fn last_block(&self, contract: &[u8; 32]) -> Result<Option<u64>, StoreError> {
        let blocks = self.database().begin_read()?.open_table(BLOCKS)?;
        Ok(blocks.get(contract)?.map(|nonce| nonce.value()))
    }

    fn set_last_block(&self, contract: &[u8; 32], nonce: u64) -> Result<(), StoreError> {
        let transaction = self.database().begin_write()?;
        transaction.open_table(BLOCKS)?.insert(contract, nonce)?;
        Ok(transaction.commit()?)
    }

    fn outbox(&self, before: u64) -> Result<Box<dyn OutboxStore>, StoreError> {
        let outbox = FileOutbox(self.database().clone());
        outbox.prepare(before)?;
        Ok(Box::new(outbox))
    }

    fn lease(&self) -> Result<Box<dyn Lease>, StoreError> {
        Ok(Box::new(Alone))
    }
}

impl Drop for FileStore {
    fn drop(&mut self) {
        self.jobs.take();
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

impl State {
    /// Writes the messages, all that wait in one transaction, until nobody can send any more.
    fn write_all(&self, todo: &mpsc::Receiver<Job>) {
        while let Ok(first) = todo.recv() {
            let mut jobs = vec![first];
            jobs.extend(todo.try_iter().take(BATCH - 1));
            let written = self.write(&jobs).map_err(|error| error.to_string());
            self.works.store(written.is_ok(), Relaxed);
            for (number, job) in jobs.into_iter().enumerate() {
                let kept = match &written {
                    Ok(numbers) => numbers[number].map(drop).ok_or(StoreError::Full),
                    Err(error) => Err(StoreError::File(error.clone())),
                };
                // the sender may be gone: the message is stored all the same
                let _ = job.done.send(kept);
            }
        }
    }

    /// Writes messages in one transaction. Returns the number of each job's room; `None` if there
    /// are too many.
    fn write(&self, jobs: &[Job]) -> Result<Vec<Option<u64>>, StoreError> {
        let transaction = self.database.begin_write()?;
        let (numbers, count) = number(&transaction, self.most_rooms, jobs)?;
        let entries = jobs.iter().zip(&numbers).filter_map(|(job, number)| {
            let of_room = (job.seq..).zip(&job.entries);
            number.map(|number| of_room.map(move |(seq, entry)| (number, seq, entry)))
        });
        entries::write(&transaction, entries.flatten())?;
        transaction.commit()?;
        self.rooms.store(count, Relaxed);
        Ok(numbers)
    }
}

/// The number of each job's room, which new ones get, and how many there are then.
fn number(
    transaction: &WriteTransaction,
    most_rooms: u64,
    jobs: &[Job],
) -> Result<(Vec<Option<u64>>, u64), StoreError> {
    let mut rooms = transaction.open_table(ROOMS)?;
    let mut count = rooms.len()?;
    let mut numbers = Vec::with_capacity(jobs.len());
    for job in jobs {
        let key = job.room.to_bytes();
        let known = rooms.get(&key)?.map(|number| number.value());
        if known.is_none() && count < most_rooms {
            let mut meta = transaction.open_table(META)?;
            let next = meta.get("next-room")?.map(|next| next.value());
            // in files that no room was ever taken out of
            let next = next.unwrap_or(count);
            rooms.insert(&key, next)?;
            meta.insert("next-room", next + 1)?;
            count += 1;
            numbers.push(Some(next));
        } else {
            numbers.push(known);
        }
    }
    Ok((numbers, count))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn room(id: u32) -> RoomId {
        RoomId::of_keys(&[5; 32], id, &[[1; 32], [2; 32]])
    }

    fn entries(from: u64, count: u64) -> Vec<Entry> {
        let entry = |at| Entry {
            at,
            round: (at % 7) as u16,
            points: (at % 11) as u16,
            first: (at % 100 == 0).then_some(at as usize),
            new_moves: at.to_be_bytes().to_vec(),
            white: None,
            black: None,
        };
        (from..from + count).map(entry).collect()
    }

    async fn keep(
        store: &FileStore,
        id: u32,
        first: u32,
        entries: Vec<Entry>,
    ) -> Result<Place, StoreError> {
        let place = Place {
            count: first,
            last: 0,
        };
        let batch = Batch {
            first,
            entries,
            is_due: false,
            board: None,
        };
        store.keep(&room(id), place, batch).await
    }

    async fn load(store: &FileStore, id: u32, count: u32) -> Vec<Entry> {
        store
            .load(&room(id), Place { count, last: 0 })
            .await
            .unwrap()
            .0
    }

    fn open(file: &Path) -> FileStore {
        FileStore::new(Database::create(file).unwrap(), 3).unwrap()
    }

    /// A file whose messages are partly among the newest, partly with the others.
    async fn filled(file: &Path) -> FileStore {
        let store = open(file);
        for (seq, count) in [(0, 3_000), (3_000, 1_000), (4_000, 10)] {
            for id in 1..=3 {
                keep(&store, id, seq as u32, entries(seq, count))
                    .await
                    .unwrap();
            }
        }
        store
    }

    async fn assert_whole(store: &FileStore, ids: &[u32]) {
        for id in ids {
            assert_eq!(load(store, *id, 0).await, entries(0, 4_010));
            assert_eq!(load(store, *id, 3_990).await, entries(3_990, 20));
            assert_eq!(load(store, *id, 4_005).await, entries(4_005, 5));
        }
    }

    #[tokio::test]
    async fn messages_are_there_wherever_they_are_in_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games");
        let store = filled(&file).await;
        assert_whole(&store, &[1, 2, 3]).await;
        let full = keep(&store, 4, 0, entries(0, 1)).await;
        assert!(matches!(full, Err(StoreError::Full)));
        drop(store);
        let store = open(&file);
        assert_whole(&store, &[1, 2, 3]).await;
        // messages in the place of some that nobody has received
        for seq in [3_999, 4_009] {
            keep(&store, 1, seq, entries(7, 1)).await.unwrap();
            let all = load(&store, 1, seq).await;
            assert_eq!(all[0], entries(7, 1)[0]);
            assert_eq!(all.len(), 4_010 - seq as usize);
        }
        store.set_over(&room(1), 5).unwrap();
        assert_eq!(store.take_out(6).unwrap(), 1);
        assert_eq!(load(&store, 1, 0).await, []);
        let is_there = store.has(&room(1)).unwrap();
        assert_eq!((store.rooms(), is_there), (2, false));
        assert_whole(&store, &[2, 3]).await;
        drop(store);
        assert_whole(&open(&file), &[2, 3]).await;
    }
}
