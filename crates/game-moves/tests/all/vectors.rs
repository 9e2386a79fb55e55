//! The files in `vectors/` are what the crate does, and the crate does what they say.

use std::{fs, path::Path};

use crate::vector_files;

#[test]
fn the_files_are_what_the_crate_makes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors");
    for (name, content) in vector_files::all() {
        let kept = fs::read_to_string(folder.join(&name)).unwrap_or_default();
        assert!(
            kept == content,
            "vectors/{name} differs; `cargo run -p game-moves --example vectors` writes it anew"
        );
    }
}
