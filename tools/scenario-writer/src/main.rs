//! Writes the scenario files into the repository's folder `scenarios/`.

use std::{fs, io, path::Path};

fn main() -> io::Result<()> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios"));
    for (path, contents) in chess_scenarios::all() {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, contents)?;
    }
    Ok(())
}
