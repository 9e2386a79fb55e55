//! Messages in the file: the newest of all rooms together in the order of their arrival, so that what
//! goes to the disk at once lies together, and all others by room.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use redb::{
    Database, ReadTransaction, ReadableDatabase, ReadableTable, ReadableTableMetadata,
    TableDefinition, WriteTransaction,
};
use signed_play::{Entry, SignedAction};

use crate::store::StoreError;

/// When it arrived, round and points, White's argument, Black's argument, new moves.
type StoredEntry<'a> = (u64, (u16, u16), &'a [u8], &'a [u8], &'a [u8]);

/// Each room's messages, by its number and from 0 on.
const ENTRIES: TableDefinition<(u64, u32), StoredEntry<'static>> = TableDefinition::new("entries");

/// Of messages whose moves take the place of others, by the same key: the ply from which they count.
const REPLACED: TableDefinition<(u64, u32), u32> = TableDefinition::new("replaced");

/// Both, by the same key, of the newest messages, in the order of their arrival.
type StoredNewest = ((u64, u32), Option<u32>, StoredEntry<'static>);
const NEWEST: TableDefinition<u64, StoredNewest> = TableDefinition::new("newest");

/// The most entries that count as the newest.
const MOST_NEWEST: u64 = 10_000;

/// The messages of a file. Rooms go by their numbers.
pub struct FileEntries {
    /// The newest ones, which are in the file too.
    newest: Mutex<HashMap<u64, BTreeMap<u32, Entry>>>,
}

/// An entry as the tables have it.
fn read(
    (number, seq): (u64, u32),
    first: Option<u32>,
    (at, (round, points), white, black, new_moves): StoredEntry,
) -> Result<Entry, StoreError> {
    let signed = |argument| {
        let read = SignedAction::from_argument(argument);
        read.map_err(|error| StoreError::Damaged(format!("message {number}/{seq}: {error}")))
    };
    Ok(Entry {
        at,
        round,
        points,
        first: first.map(|first| first as usize),
        new_moves: new_moves.to_vec(),
        white: signed(white)?,
        black: signed(black)?,
    })
}

impl FileEntries {
    /// Makes the tables where they aren't there, and reads the newest messages.
    pub fn open(transaction: &WriteTransaction) -> Result<Self, StoreError> {
        transaction.open_table(ENTRIES)?;
        transaction.open_table(REPLACED)?;
        let mut newest = HashMap::<_, BTreeMap<_, _>>::new();
        for kept in transaction.open_table(NEWEST)?.iter()? {
            let (_, kept) = kept?;
            let (key, first, stored) = kept.value();
            let of_room = newest.entry(key.0).or_default();
            of_room.insert(key.1, read(key, first, stored)?);
        }
        Ok(FileEntries {
            newest: Mutex::new(newest),
        })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, BTreeMap<u32, Entry>>> {
        // nothing in there panics half way
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes messages, each with its room and its place there. Whether the newest ones were put to the
    /// others before; [`FileEntries::written`] is to be called when the transaction holds.
    pub fn write<'a>(
        transaction: &WriteTransaction,
        entries: impl Iterator<Item = (u64, u32, &'a Entry)>,
    ) -> Result<bool, StoreError> {
        let is_full = transaction.open_table(NEWEST)?.len()? >= MOST_NEWEST;
        if is_full {
            Self::sort(transaction)?;
        }
        let mut newest = transaction.open_table(NEWEST)?;
        let last = newest.last()?.map(|(last, _)| last.value());
        let next = last.map_or(0, |last| last + 1);
        for (key, (number, seq, entry)) in (next..).zip(entries) {
            let [white, black] = [entry.white, entry.black].map(|s| s.map(|s| s.to_argument()));
            let [white, black] = [&white, &black].map(|s| s.as_ref().map_or(&[][..], |s| &s[..]));
            let first = entry.first.map(|first| first as u32);
            let stored = (
                entry.at,
                (entry.round, entry.points),
                white,
                black,
                &entry.new_moves[..],
            );
            newest.insert(key, ((number, seq), first, stored))?;
        }
        Ok(is_full)
    }

    /// The messages are in the file that [`FileEntries::write`] has written.
    pub fn written(&self, is_sorted: bool, entries: impl Iterator<Item = (u64, u32, Entry)>) {
        let mut newest = self.lock();
        if is_sorted {
            newest.clear();
        }
        for (number, seq, entry) in entries {
            newest.entry(number).or_default().insert(seq, entry);
        }
    }

    /// A room's messages from one on, counted from 0. `number` finds the room.
    pub fn load(
        &self,
        database: &Database,
        number: impl FnOnce(&ReadTransaction) -> Result<Option<u64>, StoreError>,
        first: u32,
    ) -> Result<Vec<Entry>, StoreError> {
        let newest = self.lock();
        // what isn't among the newest any more is in the tables
        let transaction = database.begin_read()?;
        let Some(number) = number(&transaction)? else {
            return Ok(vec![]);
        };
        let own = newest.get(&number).cloned().unwrap_or_default();
        drop(newest);
        let entries = transaction.open_table(ENTRIES)?;
        let replaced = transaction.open_table(REPLACED)?;
        let mut found = BTreeMap::new();
        for entry in entries.range((number, first)..=(number, u32::MAX))? {
            let (key, stored) = entry?;
            let (_, seq) = key.value();
            let first = replaced.get(key.value())?.map(|first| first.value());
            found.insert(seq, read(key.value(), first, stored.value())?);
        }
        // where a place was taken twice, the later one counts
        found.extend(own.into_iter().filter(|(seq, _)| *seq >= first));
        Ok(found.into_values().collect())
    }

    /// Takes out all messages of rooms.
    pub fn take_out(transaction: &WriteTransaction, numbers: &[u64]) -> Result<(), StoreError> {
        let mut entries = transaction.open_table(ENTRIES)?;
        let mut replaced = transaction.open_table(REPLACED)?;
        for number in numbers {
            let all = (*number, 0)..=(*number, u32::MAX);
            entries.retain_in(all.clone(), |_, _| false)?;
            replaced.retain_in(all, |_, _| false)?;
        }
        let mut newest = transaction.open_table(NEWEST)?;
        newest.retain(|_, ((number, _), _, _)| !numbers.contains(&number))?;
        Ok(())
    }

    /// Rooms are no longer there. No other one gets their numbers.
    pub fn forget(&self, numbers: &[u64]) {
        self.lock().retain(|number, _| !numbers.contains(number));
    }

    /// Puts the newest messages to the others.
    pub fn sort(transaction: &WriteTransaction) -> Result<(), StoreError> {
        {
            let newest = transaction.open_table(NEWEST)?;
            let mut entries = transaction.open_table(ENTRIES)?;
            let mut replaced = transaction.open_table(REPLACED)?;
            let mut all = BTreeMap::new();
            for kept in newest.iter()? {
                let (_, kept) = kept?;
                // where a place was taken twice, the later one counts
                all.insert(kept.value().0, kept);
            }
            for (key, kept) in all {
                let (_, first, stored) = kept.value();
                entries.insert(key, stored)?;
                if let Some(first) = first {
                    replaced.insert(key, first)?;
                }
            }
        }
        transaction.delete_table(NEWEST)?;
        Ok(())
    }
}
