//! Writes `vectors/*.json`.

#[path = "../tests/all/bad.rs"]
mod bad;
#[path = "../tests/all/random.rs"]
mod random;
#[path = "../tests/all/recorded.rs"]
mod recorded;
#[path = "../tests/all/vector_files.rs"]
mod vector_files;

use std::{fs, io, path::Path};

fn main() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors");
    fs::create_dir_all(&folder)?;
    vector_files::all()
        .into_iter()
        .try_for_each(|(name, content)| fs::write(folder.join(name), content))
}
