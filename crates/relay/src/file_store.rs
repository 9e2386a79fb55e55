//! Games in a file: each message is on the disk before [`FileStore::keep`] returns.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, mpsc};

use redb::backends::InMemoryBackend;
use redb::{Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition};
use signed_play::SignedAction;
use tokio::sync::oneshot;

use crate::room_id::RoomId;
use crate::store_error::StoreError;
use crate::transcript::Entry;

/// Each room's number, by [`RoomId::to_bytes`]. A number is used once, also where a room is taken out.
const ROOMS: TableDefinition<&[u8; RoomId::LEN], u64> = TableDefinition::new("rooms");

/// When it arrived, White's argument, Black's argument, new moves.
type StoredEntry = (u64, &'static [u8], &'static [u8], &'static [u8]);

/// Each room's messages, by its number and from 0 on.
const ENTRIES: TableDefinition<(u64, u32), StoredEntry> = TableDefinition::new("entries");

/// Messages that say what the chain shows, by the same key: the ply from which their moves count.
const FROM_CHAIN: TableDefinition<(u64, u32), u32> = TableDefinition::new("from-chain");

/// When a room's game was seen to be over on the chain, in milliseconds since 1970.
const OVER: TableDefinition<&[u8; RoomId::LEN], u64> = TableDefinition::new("over");

/// The layout's version, under the key `layout`; the next room's number, under `next-room`.
const META: TableDefinition<&str, u64> = TableDefinition::new("meta");

const LAYOUT: u64 = 1;

/// So many messages go to the disk together at most.
const BATCH: usize = 1_000;

struct Job {
    room: RoomId,
    seq: u32,
    entries: Vec<Entry>,
    done: oneshot::Sender<Result<(), StoreError>>,
}

/// A file of games. One program at a time has it open.
pub struct FileStore {
    database: Arc<Database>,
    jobs: Option<mpsc::Sender<Job>>,
    writer: Option<std::thread::JoinHandle<()>>,
    state: Arc<State>,
}

struct State {
    rooms: AtomicU64,
    most_rooms: u64,
    works: AtomicBool,
}

impl FileStore {
    /// Opens the file, or makes it. `most_rooms`: how many games it may come to hold.
    ///
    /// # Errors
    /// The file can't be opened, another program has it open, or it is of another version.
    pub fn open(path: &Path, most_rooms: u64) -> Result<Self, StoreError> {
        FileStore::with(Database::create(path)?, most_rooms)
    }

    /// A store that ends with the program, for a chain that does.
    ///
    /// # Errors
    /// As the database has them.
    pub fn in_memory(most_rooms: u64) -> Result<Self, StoreError> {
        let database = Database::builder().create_with_backend(InMemoryBackend::new())?;
        FileStore::with(database, most_rooms)
    }

    fn with(database: Database, most_rooms: u64) -> Result<Self, StoreError> {
        let database = Arc::new(database);
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
            transaction.open_table(ENTRIES)?;
            transaction.open_table(FROM_CHAIN)?;
            transaction.open_table(OVER)?;
            transaction.open_table(ROOMS)?.len()?
        };
        transaction.commit()?;

        let state = Arc::new(State {
            rooms: rooms.into(),
            most_rooms,
            works: true.into(),
        });
        let (jobs, todo) = mpsc::channel();
        let writer = {
            let (database, state) = (database.clone(), state.clone());
            std::thread::Builder::new()
                .name("store".into())
                .spawn(move || write_all(&database, &state, &todo))
                .map_err(|error| StoreError::File(error.to_string()))?
        };
        Ok(FileStore {
            database,
            jobs: Some(jobs),
            writer: Some(writer),
            state,
        })
    }

    /// Keeps a room's messages; `seq`: how many it had before. When this returns `Ok`, they are on
    /// the disk.
    ///
    /// # Errors
    /// None of them is kept.
    pub async fn keep(
        &self,
        room: RoomId,
        seq: u32,
        entries: Vec<Entry>,
    ) -> Result<(), StoreError> {
        let (done, answer) = oneshot::channel();
        let job = Job {
            room,
            seq,
            entries,
            done,
        };
        let stopped = || StoreError::File("it is closed".into());
        let jobs = self.jobs.as_ref().ok_or_else(stopped)?;
        jobs.send(job).map_err(|_| stopped())?;
        answer.await.map_err(|_| stopped())?
    }

    /// A room's messages from one on, counted from 0.
    ///
    /// # Errors
    /// The file can't be read, or what it holds is no message.
    pub fn load(&self, room: &RoomId, first: u32) -> Result<Vec<Entry>, StoreError> {
        let transaction = self.database.begin_read()?;
        let number = transaction.open_table(ROOMS)?.get(&room.to_bytes())?;
        let Some(number) = number.map(|number| number.value()) else {
            return Ok(vec![]);
        };
        let entries = transaction.open_table(ENTRIES)?;
        let from_chain = transaction.open_table(FROM_CHAIN)?;
        let mut found = vec![];
        for entry in entries.range((number, first)..=(number, u32::MAX))? {
            let (key, value) = entry?;
            let (_, seq) = key.value();
            let (at, white, black, new_moves) = value.value();
            let damaged = |why: String| StoreError::Damaged(format!("message {seq}: {why}"));
            let read = |argument| {
                SignedAction::from_argument(argument).map_err(|error| damaged(error.to_string()))
            };
            let first = from_chain.get((number, seq))?;
            found.push(Entry {
                at,
                from_chain: first.map(|first| first.value() as usize),
                new_moves: new_moves.to_vec(),
                white: read(white)?,
                black: read(black)?,
            });
        }
        Ok(found)
    }

    /// Whether a room has messages.
    ///
    /// # Errors
    /// The file can't be read.
    pub fn has(&self, room: &RoomId) -> Result<bool, StoreError> {
        let rooms = self.database.begin_read()?.open_table(ROOMS)?;
        Ok(rooms.get(&room.to_bytes())?.is_some())
    }

    /// The rooms whose games weren't seen to be over on the chain.
    ///
    /// # Errors
    /// The file can't be read.
    pub fn unsettled(&self) -> Result<Vec<RoomId>, StoreError> {
        let transaction = self.database.begin_read()?;
        let over = transaction.open_table(OVER)?;
        let mut found = vec![];
        for room in transaction.open_table(ROOMS)?.iter()? {
            let (key, _) = room?;
            if over.get(key.value())?.is_none() {
                found.extend(RoomId::from_bytes(key.value()));
            }
        }
        Ok(found)
    }

    /// Notes that a room's game is over on the chain. Nothing happens for a room that isn't kept.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn set_over(&self, room: &RoomId, at: u64) -> Result<(), StoreError> {
        let key = room.to_bytes();
        let reader = self.database.begin_read()?;
        let is_kept = reader.open_table(ROOMS)?.get(&key)?.is_some();
        if !is_kept || reader.open_table(OVER)?.get(&key)?.is_some() {
            return Ok(());
        }
        let transaction = self.database.begin_write()?;
        transaction.open_table(OVER)?.insert(&key, at)?;
        Ok(transaction.commit()?)
    }

    /// Takes out the games that were over on the chain before a time, in milliseconds since 1970,
    /// 1,000 at most. Gives how many.
    ///
    /// # Errors
    /// The file can't be written; then nothing is taken out.
    pub fn take_out(&self, before: u64) -> Result<usize, StoreError> {
        let mut old = vec![];
        for over in self.database.begin_read()?.open_table(OVER)?.iter()? {
            let (key, at) = over?;
            if at.value() < before && old.len() < BATCH {
                old.push(*key.value());
            }
        }
        if old.is_empty() {
            return Ok(0);
        }
        let transaction = self.database.begin_write()?;
        let left = {
            let mut rooms = transaction.open_table(ROOMS)?;
            let mut over = transaction.open_table(OVER)?;
            let mut entries = transaction.open_table(ENTRIES)?;
            let mut from_chain = transaction.open_table(FROM_CHAIN)?;
            for key in &old {
                over.remove(key)?;
                let number = rooms.remove(key)?.map(|number| number.value());
                if let Some(number) = number {
                    let all = (number, 0)..=(number, u32::MAX);
                    entries.retain_in(all.clone(), |_, _| false)?;
                    from_chain.retain_in(all, |_, _| false)?;
                }
            }
            rooms.len()?
        };
        transaction.commit()?;
        self.state.rooms.store(left, Relaxed);
        Ok(old.len())
    }

    /// The file, for the tables of others.
    pub fn database(&self) -> &Arc<Database> {
        &self.database
    }

    /// How many games it holds.
    pub fn rooms(&self) -> u64 {
        self.state.rooms.load(Relaxed)
    }

    /// Whether the last message could be written.
    pub fn works(&self) -> bool {
        self.state.works.load(Relaxed)
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

/// Writes what comes, all that waits in one transaction, until nobody can send any more.
fn write_all(database: &Database, state: &State, todo: &mpsc::Receiver<Job>) {
    while let Ok(first) = todo.recv() {
        let mut jobs = vec![first];
        jobs.extend(todo.try_iter().take(BATCH - 1));
        let written = write(database, state, &jobs);
        state.works.store(written.is_ok(), Relaxed);
        match written {
            Ok(results) => {
                for (job, result) in jobs.into_iter().zip(results) {
                    // who asked may be gone: the message is kept all the same
                    let _ = job.done.send(result);
                }
            }
            Err(error) => {
                let text = error.to_string();
                for job in jobs {
                    let _ = job.done.send(Err(StoreError::File(text.clone())));
                }
            }
        }
    }
}

/// Each job's own result, where the transaction as a whole holds.
fn write(
    database: &Database,
    state: &State,
    jobs: &[Job],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let transaction = database.begin_write()?;
    let mut results = Vec::with_capacity(jobs.len());
    let count = {
        let mut rooms = transaction.open_table(ROOMS)?;
        let mut entries = transaction.open_table(ENTRIES)?;
        let mut from_chain = transaction.open_table(FROM_CHAIN)?;
        let mut meta = transaction.open_table(META)?;
        let mut count = rooms.len()?;
        let next = meta.get("next-room")?.map(|next| next.value());
        // in files that no room was ever taken out of
        let mut next = next.unwrap_or(count);
        for job in jobs {
            let key = job.room.to_bytes();
            let number = rooms.get(&key)?.map(|number| number.value());
            let number = match number {
                Some(number) => number,
                None if count >= state.most_rooms => {
                    results.push(Err(StoreError::Full));
                    continue;
                }
                None => {
                    rooms.insert(&key, next)?;
                    count += 1;
                    next += 1;
                    next - 1
                }
            };
            let argument = |signed: Option<SignedAction>| {
                signed.map_or(vec![], |signed| signed.to_argument().to_vec())
            };
            for (seq, entry) in (job.seq..).zip(&job.entries) {
                let (white, black) = (argument(entry.white), argument(entry.black));
                let value = (entry.at, &white[..], &black[..], &entry.new_moves[..]);
                entries.insert((number, seq), value)?;
                if let Some(first) = entry.from_chain {
                    from_chain.insert((number, seq), first as u32)?;
                }
            }
            results.push(Ok(()));
        }
        meta.insert("next-room", next)?;
        count
    };
    transaction.commit()?;
    state.rooms.store(count, Relaxed);
    Ok(results)
}
