//! The number of files of source code in a folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The endings of source code.
const CODE: [&str; 3] = ["rs", "ts", "tsx"];

/// Folders of built or fetched files.
const NOT_OURS: [&str; 4] = ["dist", "node_modules", "output", "target"];

/// The number of files of source code directly in each folder below `root`, by its path from there.
/// Folders without any, hidden ones and those of built or fetched files are skipped.
///
/// # Panics
/// If a folder can't be read.
pub fn sizes(root: &Path) -> BTreeMap<PathBuf, usize> {
    let mut sizes = BTreeMap::new();
    count(root, Path::new(""), &mut sizes);
    sizes
}

fn count(root: &Path, folder: &Path, sizes: &mut BTreeMap<PathBuf, usize>) {
    let at = root.join(folder);
    let entries =
        std::fs::read_dir(&at).unwrap_or_else(|error| panic!("{}: {error}", at.display()));
    for entry in entries {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') || NOT_OURS.contains(&&*name) {
            continue;
        }
        let ending = path.extension().and_then(|ending| ending.to_str());
        if path.is_dir() {
            count(root, &folder.join(&*name), sizes);
        } else if ending.is_some_and(|ending| CODE.contains(&ending)) {
            *sizes.entry(folder.to_path_buf()).or_default() += 1;
        }
    }
}
