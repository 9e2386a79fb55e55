//! Finds files. Tests of other packages also include this file.

use std::fs;
use std::path::{Path, PathBuf};

/// The files with this ending in a folder and below it, in order.
pub fn files_in(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder);
    let entries = entries.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|it| it.expect("an entry").path()).collect();
    paths.sort();
    let files = paths.into_iter().flat_map(|path| match path.is_dir() {
        true => files_in(&path, ending),
        false if path.to_string_lossy().ends_with(ending) => vec![path],
        false => vec![],
    });
    files.collect()
}
