//! The state file: a journal of whole steps. Each line is a checksum and one
//! step's changes. A last line without its end was cut short by a kill: it is dropped at
//! the next start. Any other line that can't be read is an error, and the file is left as
//! it is. Nothing is ever rewritten in place; a long journal is folded into a new file,
//! which replaces the old one in one rename.

use std::{
    fs::{File, OpenOptions},
    io::{BufRead, BufReader, Seek, Write},
    path::{Path, PathBuf},
};

use multiversx_chain_core::types::Address;
use serde::{Deserialize, Serialize};

use crate::{
    blocks::clock::ClockEntry,
    blocks::event_log::LoggedEvent,
    error::StartError,
    esdt::Token,
    execute::message::Message,
    state::stored_account::AccountEntry,
    transaction::Transaction,
    transaction::receipt::{BlockId, Record},
    vm::ContractStorage,
};

/// A journal with more steps than this is folded when it is opened.
const STEPS_BEFORE_FOLD: usize = 1_000;

const FORMAT: u32 = 2;

/// The error for an unreadable line.
const DAMAGED: &str = "it is damaged, or of a later version; the file is left as it is";

/// One whole step of the chain.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Step {
    /// Only in a journal's first step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<u32>,
    /// The unit of the chain's time; in a journal's first step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calendar: Option<Calendar>,
    pub block: BlockId,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub epoch_start: Option<BlockId>,
    /// New contract code, hex.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub codes: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accounts: Vec<AccountEntry>,
    /// Contract, key and value, all hex; an empty value removes the key.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub storage: Vec<(String, String, String)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tokens: Vec<Token>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub transactions: Vec<Record>,
    /// Transactions accepted for a later block.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Transaction>,
    /// Messages to other shards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sent: Vec<Message>,
    /// The numbers of messages that have arrived.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub delivered: Vec<u64>,
    /// Every event so far, if the step is the whole state.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<LoggedEvent>,
    /// The clock's settings, if they have changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockEntry>,
    /// The waiting transaction or the message that is executed next. If no step with its outcome follows,
    /// the process died of it or in the middle of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub begun: Option<String>,
}

impl Step {
    /// Adds entries of a contract's storage; an empty value is none.
    pub fn add_storage(&mut self, contract: &Address, entries: &ContractStorage) {
        let contract = contract.to_hex();
        let in_hex = |(key, value)| (contract.clone(), hex::encode(key), hex::encode(value));
        self.storage.extend(entries.iter().map(in_hex));
    }
}

/// The properties that a chain keeps from its first block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Calendar {
    /// Blocks in an epoch.
    pub epoch_length: u64,
    /// The time of the chain's start, Unix time in milliseconds.
    pub start_ms: u64,
    /// The number of shards.
    pub shards: u32,
}

/// An open state file.
pub(crate) struct Journal {
    file: File,
    path: PathBuf,
    pub long: bool,
    /// The length of the file's whole part.
    length: u64,
    /// Lines that are not in the file yet.
    waiting: Vec<u8>,
    /// Whether an attempt to write may have left a part of a line behind.
    torn: bool,
}

impl Journal {
    /// Opens or creates a state file and hands every whole step to `apply`.
    ///
    /// # Errors
    /// If the file is no state file, is in use, or can't be read or written.
    pub fn open(
        path: &Path,
        mut apply: impl FnMut(Step) -> Result<(), String>,
    ) -> Result<Self, StartError> {
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(StartError::cannot("open", path))?;
        file.try_lock()
            .map_err(|_| StartError::InUse(path.to_path_buf()))?;
        let (steps, whole) = replay(BufReader::new(&file), path, &mut apply)?;
        file.set_len(whole)
            .and_then(|()| file.seek(std::io::SeekFrom::End(0)))
            .map_err(StartError::cannot("write", path))?;
        Ok(Self {
            file,
            path: path.to_path_buf(),
            long: steps > STEPS_BEFORE_FOLD,
            length: whole,
            waiting: vec![],
            torn: false,
        })
    }

    /// The file's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file has no step yet.
    pub fn is_empty(&self) -> bool {
        self.file.metadata().map_or(true, |data| data.len() == 0)
    }

    /// Adds a step, which [`flush`](Self::flush) writes.
    pub fn push(&mut self, step: &Step) {
        self.waiting.extend(line_of(step));
    }

    /// Writes the added steps. When this returns, a kill of the process can't lose them.
    ///
    /// # Errors
    /// If the file can't be written: it is unchanged then, and the added steps wait for the next
    /// attempt.
    pub fn flush(&mut self) -> std::io::Result<()> {
        if self.torn {
            self.file.set_len(self.length)?;
            self.torn = false;
        }
        if self.waiting.is_empty() {
            return Ok(());
        }
        if let Err(error) = self.file.write_all(&self.waiting) {
            self.torn = self.file.set_len(self.length).is_err();
            return Err(error);
        }
        self.length += self.waiting.len() as u64;
        self.waiting.clear();
        Ok(())
    }

    /// Forgets the added steps that aren't written.
    pub fn forget(&mut self) {
        self.waiting.clear();
    }

    /// Makes sure that the added steps are on the disk, so that not even a power cut can lose them.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn sync(&self) -> std::io::Result<()> {
        self.file.sync_data()
    }

    /// Replaces the journal by one whose first step is `whole`.
    ///
    /// # Errors
    /// If the new file can't be written; the old one is unchanged.
    pub fn fold(&mut self, whole: Step) -> std::io::Result<()> {
        let new_path = self.path.with_added_extension("new");
        let line = whole_line(whole);
        let written = write_new(&new_path, &line)
            .and_then(|new| std::fs::rename(&new_path, &self.path).map(|()| new));
        match written {
            Ok(new) => {
                self.file = new;
                self.long = false;
                self.length = line.len() as u64;
                self.torn = false;
                self.waiting.clear();
                Ok(())
            }
            Err(error) => {
                // A part of it may be there, and take the room that is missing.
                let _ = std::fs::remove_file(&new_path);
                Err(error)
            }
        }
    }
}

fn write_new(path: &Path, line: &[u8]) -> std::io::Result<File> {
    // Later writes go to the end, wherever that is after a failed attempt.
    let mut new = OpenOptions::new().append(true).create(true).open(path)?;
    new.try_lock()?;
    new.set_len(0)?;
    new.write_all(line)?;
    new.sync_all()?;
    Ok(new)
}

/// A state file of one step.
pub(crate) fn whole_line(mut whole: Step) -> Vec<u8> {
    whole.format = Some(FORMAT);
    line_of(&whole)
}

/// Passes every whole step of a state file to `apply`. Returns their number and their length in
/// bytes.
///
/// # Errors
/// If it is no state file, or can't be read.
pub(crate) fn replay(
    mut reader: impl BufRead,
    path: &Path,
    mut apply: impl FnMut(Step) -> Result<(), String>,
) -> Result<(usize, u64), StartError> {
    let owned = || path.to_path_buf();
    let (mut whole, mut steps) = (0, 0);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = reader
            .read_until(b'\n', &mut line)
            .map_err(StartError::cannot("read", path))?;
        if read == 0 || steps > 0 && line.last() != Some(&b'\n') {
            return Ok((steps, whole));
        }
        let wrong_line = |reason: String| StartError::Line {
            path: owned(),
            line: steps + 1,
            reason,
        };
        let step = whole_step(&line).ok_or_else(|| match steps {
            0 => StartError::NotAStateFile(owned()),
            _ => wrong_line(DAMAGED.to_string()),
        })?;
        if steps == 0 && step.format != Some(FORMAT) {
            return Err(StartError::OtherVersion(owned()));
        }
        apply(step).map_err(wrong_line)?;
        steps += 1;
        whole += read as u64;
    }
}

fn line_of(step: &Step) -> Vec<u8> {
    let json = serde_json::to_vec(step).expect("a step is plain JSON");
    let mut line = format!("{:08x} ", crc32fast::hash(&json)).into_bytes();
    line.extend(json);
    line.push(b'\n');
    line
}

fn whole_step(line: &[u8]) -> Option<Step> {
    let line = line.strip_suffix(b"\n")?;
    let (checksum, json) = line.split_at_checked(9)?;
    let checksum = std::str::from_utf8(&checksum[..8]).ok()?;
    if u32::from_str_radix(checksum, 16).ok()? != crc32fast::hash(json) {
        return None;
    }
    serde_json::from_slice(json).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    fn step(nonce: u64) -> Step {
        Step {
            format: Some(FORMAT),
            block: BlockId {
                nonce,
                ..BlockId::default()
            },
            ..Step::default()
        }
    }

    fn append(journal: &mut Journal, step: &Step) {
        journal.push(step);
        journal.flush().unwrap();
    }

    /// A file with these steps, its contents, and the length of a step in it.
    fn written(steps: std::ops::RangeInclusive<u64>) -> (TempDir, PathBuf, Vec<u8>, usize) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("state");
        let mut journal = Journal::open(&path, |_| Ok(())).unwrap();
        steps.for_each(|nonce| append(&mut journal, &step(nonce)));
        drop(journal);
        let whole = std::fs::read(&path).unwrap();
        (dir, path, whole, line_of(&step(1)).len())
    }

    fn nonces(path: &Path) -> Vec<u64> {
        let mut nonces = vec![];
        Journal::open(path, |step| {
            nonces.push(step.block.nonce);
            Ok(())
        })
        .unwrap();
        nonces
    }

    #[test]
    fn a_line_cut_anywhere_is_dropped_whole() {
        let (_dir, path, whole, first) = written(1..=2);
        for length in first..whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            assert_eq!(nonces(&path), [1], "cut at {length}");
            // The cut part is also gone from the file, so the next step follows a whole one.
            assert_eq!(std::fs::metadata(&path).unwrap().len(), first as u64);
        }
    }

    #[test]
    fn a_damaged_line_is_named_and_the_file_left_alone() {
        let (_dir, path, whole, first) = written(1..=5);
        for line in 1..5 {
            let mut damaged = whole.clone();
            damaged[line * first + 20] ^= 1;
            std::fs::write(&path, &damaged).unwrap();
            let error = Journal::open(&path, |_| Ok(())).err().unwrap();
            assert!(
                matches!(error, StartError::Line { line: named, .. } if named == line + 1),
                "{error}"
            );
            assert_eq!(std::fs::read(&path).unwrap(), damaged);
        }
    }

    #[test]
    fn folding_keeps_one_step() {
        let (_dir, path, ..) = written(1..=1);
        let mut journal = Journal::open(&path, |_| Ok(())).unwrap();
        journal.fold(step(7)).unwrap();
        append(&mut journal, &step(8));
        drop(journal);
        assert_eq!(nonces(&path), [7, 8]);
    }

    #[test]
    fn other_files_are_refused_and_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("notes.txt");
        std::fs::write(&path, "remember the milk\n").unwrap();
        let error = Journal::open(&path, |_| Ok(())).err().unwrap();
        assert!(matches!(error, StartError::NotAStateFile(_)), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), b"remember the milk\n");
    }

    #[test]
    fn a_file_in_use_is_refused() {
        let (_dir, path, ..) = written(1..=1);
        let _open = Journal::open(&path, |_| Ok(())).unwrap();
        let error = Journal::open(&path, |_| Ok(())).err().unwrap();
        assert!(matches!(error, StartError::InUse(_)), "{error}");
    }
}
