//! Writes `vectors/messages.json` and `vectors/transcripts.json`.

#![allow(clippy::too_many_lines, reason = "the vectors are a table")]

#[path = "../tests/all/lax.rs"]
mod lax;
#[path = "../tests/all/vector_files.rs"]
mod vector_files;

use std::{fs, io, path::Path};

fn main() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors");
    vector_files::all()
        .into_iter()
        .try_for_each(|(name, content)| fs::write(folder.join(name), content))
}
