//! Messages in the file: the newest of all rooms together in the order of their arrival, so that
//! the data of one write lies together, and all others by room.

use std::collections::BTreeMap;

use redb::{
    ReadTransaction, ReadableTable, ReadableTableMetadata, TableDefinition, WriteTransaction,
};
use signed_play::{Entry, SignedAction};

use crate::store::StoreError;

/// When it arrived, round and points, the ply from which its moves count if they take the place of
/// others, White's argument, Black's argument, new moves.
type StoredEntry<'a> = (u64, (u16, u16), Option<u32>, &'a [u8], &'a [u8], &'a [u8]);

/// Each room's messages, by its number and their own, which starts at 0.
const ENTRIES: TableDefinition<(u64, u32), StoredEntry<'static>> = TableDefinition::new("entries");

/// The newest messages, each with its key there, in the order of their arrival.
type StoredNewest = ((u64, u32), StoredEntry<'static>);
const NEWEST: TableDefinition<u64, StoredNewest> = TableDefinition::new("newest");

/// The most entries that count as the newest. In a file of a million messages a commit of 50 takes
/// 3 ms with them and 5 ms without, one of 1,000 takes 10 ms and 35 ms; a room is read a millisecond later.
const MOST_NEWEST: u64 = 10_000;

/// An entry as the tables have it.
fn read(
    (number, seq): (u64, u32),
    (at, (round, points), first, white, black, new_moves): StoredEntry,
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

/// Makes the tables if they are missing. After a start many rooms are read: none waits for the
/// newest.
pub fn make_tables(transaction: &WriteTransaction) -> Result<(), StoreError> {
    transaction.open_table(ENTRIES)?;
    sort(transaction)?;
    transaction.open_table(NEWEST)?;
    Ok(())
}

/// Writes messages, each with its room's number and its place there.
pub fn write<'a>(
    transaction: &WriteTransaction,
    entries: impl Iterator<Item = (u64, u32, &'a Entry)>,
) -> Result<(), StoreError> {
    if transaction.open_table(NEWEST)?.len()? >= MOST_NEWEST {
        sort(transaction)?;
    }
    let mut newest = transaction.open_table(NEWEST)?;
    let last = newest.last()?.map(|(last, _)| last.value());
    let next = last.map_or(0, |last| last + 1);
    for (key, (number, seq, entry)) in (next..).zip(entries) {
        let [white, black] = [entry.white, entry.black].map(|s| s.map(|s| s.to_argument()));
        let [white, black] = [&white, &black].map(|s| s.as_ref().map_or(&[][..], |s| &s[..]));
        let stored = (
            entry.at,
            (entry.round, entry.points),
            entry.first.map(|first| first as u32),
            white,
            black,
            &entry.new_moves[..],
        );
        newest.insert(key, ((number, seq), stored))?;
    }
    Ok(())
}

/// The messages of a room, starting with one, counted from 0.
pub fn load(
    transaction: &ReadTransaction,
    number: u64,
    first: u32,
) -> Result<Vec<Entry>, StoreError> {
    let entries = transaction.open_table(ENTRIES)?;
    let wanted = (number, first)..=(number, u32::MAX);
    let mut found = BTreeMap::new();
    for entry in entries.range(wanted.clone())? {
        let (key, stored) = entry?;
        found.insert(key.value(), read(key.value(), stored.value())?);
    }
    for entry in transaction.open_table(NEWEST)?.iter()? {
        let (_, kept) = entry?;
        let (key, stored) = kept.value();
        if wanted.contains(&key) {
            // if a place was taken twice, the later message counts
            found.insert(key, read(key, stored)?);
        }
    }
    Ok(found.into_values().collect())
}

/// Takes out all messages of rooms. No other room gets their numbers.
pub fn take_out(transaction: &WriteTransaction, numbers: &[u64]) -> Result<(), StoreError> {
    let mut entries = transaction.open_table(ENTRIES)?;
    for number in numbers {
        entries.retain_in((*number, 0)..=(*number, u32::MAX), |_, _| false)?;
    }
    let mut newest = transaction.open_table(NEWEST)?;
    newest.retain(|_, ((number, _), _)| !numbers.contains(&number))?;
    Ok(())
}

/// Puts the newest messages to the others.
fn sort(transaction: &WriteTransaction) -> Result<(), StoreError> {
    {
        let newest = transaction.open_table(NEWEST)?;
        let mut entries = transaction.open_table(ENTRIES)?;
        let mut all = BTreeMap::new();
        for kept in newest.iter()? {
            let (_, kept) = kept?;
            // if a place was taken twice, the later message counts
            all.insert(kept.value().0, kept);
        }
        for (key, kept) in all {
            entries.insert(key, kept.value().1)?;
        }
    }
    transaction.delete_table(NEWEST)?;
    Ok(())
}
