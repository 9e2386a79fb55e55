//! The committed scenario files equal this crate's: none differs, is missing or is left over.

#[path = "../../../tests/files/mod.rs"]
mod files;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use files::files_in;

#[test]
fn files_are_as_written() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios"));
    let mut wanted: BTreeMap<PathBuf, String> = chess_scenarios::all()
        .into_iter()
        .map(|(path, contents)| (folder.join(path), contents))
        .collect();
    assert!(!wanted.is_empty());
    for path in files_in(folder, ".json") {
        let text = fs::read_to_string(&path).expect("a scenario file");
        let written = wanted.remove(&path);
        assert!(
            written == Some(text),
            "{} isn't what the crate writes: run `make scenarios`",
            path.display()
        );
    }
    assert!(
        wanted.is_empty(),
        "run `make scenarios`: {:?} are missing",
        wanted.keys()
    );
}

#[test]
fn whole_games_have_every_kind_of_move() {
    let all = chess_scenarios::all().into_iter();
    let games = all.filter(|(path, _)| path.starts_with("gas/") && !path.contains("moves"));
    let all: String = games.map(|(_, contents)| contents).collect();
    for kind in [
        "opening",
        "middle game",
        "endgame",
        "castling",
        "en passant",
        "promotion",
        "check",
        "mate",
        "draw",
    ] {
        assert!(all.contains(&format!("\"makeMove/{kind}/")), "{kind}");
    }
}
