//! A user's files: the settings and the deployments.

pub mod config;
pub mod deployments;
pub mod launch_limit;
pub mod toml_file;

use std::fs;
use std::path::Path;

/// Reads a file.
///
/// # Errors
/// Names it.
pub fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

/// Writes a file in one step, so that nobody can read a half-written one.
///
/// # Errors
/// Names it.
pub fn write(file: &Path, text: &str) -> Result<(), String> {
    let new = file.with_extension("new");
    fs::write(&new, text)
        .and_then(|()| fs::rename(&new, file))
        .map_err(|error| format!("{}: {error}", file.display()))
}
