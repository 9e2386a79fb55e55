//! A key's file: only its owner can read it, and only one process at a time has it.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use zeroize::Zeroizing;

/// A key's file. It stays locked while this value lives, because two processes with one key would sign
/// two games of the same length.
pub struct KeyFile {
    path: PathBuf,
    /// The file with the lock; each new file in its place gets the lock before that.
    locked: File,
}

impl KeyFile {
    /// Creates the file.
    ///
    /// # Errors
    /// Names the file, if it can't be written.
    pub fn make(path: PathBuf, text: &[u8]) -> Result<Self, String> {
        match write_locked(&path, text) {
            Ok(locked) => Ok(KeyFile { path, locked }),
            Err(error) => Err(format!("{}: {error}", path.display())),
        }
    }

    /// Locks the file and then reads it; `None` if there is none.
    ///
    /// # Errors
    /// Names the file: another process has it, or it can't be read.
    pub fn open(path: PathBuf) -> Result<Option<(Self, Zeroizing<String>)>, String> {
        let said = |error: io::Error| format!("{}: {error}", path.display());
        let Some(mut locked) = lock(&path).map_err(said)? else {
            return Ok(None);
        };
        let mut text = Zeroizing::new(String::new());
        locked.read_to_string(&mut text).map_err(said)?;
        Ok(Some((KeyFile { path, locked }, text)))
    }

    /// Its place.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the whole file in one step.
    ///
    /// # Errors
    /// Names the file, if it can't be written.
    pub fn write(&mut self, text: &[u8]) -> Result<(), String> {
        let written = write_locked(&self.path, text);
        self.locked = written.map_err(|error| format!("{}: {error}", self.path.display()))?;
        Ok(())
    }
}

fn lock_now(file: &File) -> io::Result<()> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => io::Error::new(
            io::ErrorKind::WouldBlock,
            "another chess program is playing with this key. Two at once could sign different moves: \
             end that one first, or let it play on",
        ),
        TryLockError::Error(error) => {
            io::Error::new(error.kind(), format!("it can't be locked: {error}"))
        }
    })
}

fn lock(path: &Path) -> io::Result<Option<File>> {
    loop {
        let file = match OpenOptions::new().read(true).write(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        lock_now(&file)?;
        // its last owner may have put another file in its place in the meantime
        let (own, there) = (file.metadata()?, fs::metadata(path));
        if there.is_ok_and(|there| (there.dev(), there.ino()) == (own.dev(), own.ino())) {
            return Ok(Some(file));
        }
    }
}

/// Writes and locks a file that only its owner can read. Returns once it is on the disk.
fn write_locked(file: &Path, text: &[u8]) -> io::Result<File> {
    write_in_steps(file, text, File::sync_all)
}

/// `sync`: writes a file or a folder to the disk.
fn write_in_steps(
    file: &Path,
    text: &[u8],
    mut sync: impl FnMut(&File) -> io::Result<()>,
) -> io::Result<File> {
    let folder = file.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new("."));
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)?;
    let new = file.with_extension("new");
    let mut opened = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(&new)?;
    lock_now(&opened)?;
    let written = opened.write_all(text);
    let placed = written
        .and_then(|()| sync(&opened))
        .and_then(|()| fs::rename(&new, file));
    if placed.is_err() {
        // otherwise each new key would leave a file with its secret
        let _ = fs::remove_file(&new);
    }
    placed?;
    // otherwise a power cut could bring back the old file, which lacks the newest messages
    sync(&File::open(folder)?)?;
    Ok(opened)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_cut_does_not_bring_the_old_file_back() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key.toml");
        let mut synced = vec![];
        let written = write_in_steps(&file, b"new", |opened| {
            // the synced file or folder, and whether the new file is in its place by then
            synced.push((opened.metadata()?.ino(), file.exists()));
            Ok(())
        });
        let own = written.unwrap().metadata().unwrap().ino();
        let of_folder = fs::metadata(folder.path()).unwrap().ino();
        assert_eq!(synced, [(own, false), (of_folder, true)]);
        assert_eq!(fs::read(&file).unwrap(), b"new");
    }

    #[test]
    fn a_full_disk_leaves_no_half_written_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key.toml");
        let full = |_: &File| Err(io::Error::from(io::ErrorKind::StorageFull));
        write_in_steps(&file, b"new", full).unwrap_err();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
