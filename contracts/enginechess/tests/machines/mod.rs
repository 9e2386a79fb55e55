//! What both engines' tests do with the files in `scenarios` (`contracts/minichess/tests` takes this file, too).

use std::fs;
use std::path::Path;

use multiversx_sc_scenario::imports::*;

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios"))
}

/// Runs every file in a world of its own.
pub fn run_all(world: impl Fn() -> ScenarioWorld, number: usize) {
    let mut files: Vec<_> = fs::read_dir(folder())
        .expect("the folder of the scenarios")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.to_string_lossy().ends_with(".scen.json"))
        .collect();
    files.sort();
    assert_eq!(files.len(), number);
    for file in files {
        println!("{}", file.display());
        world().run(&file);
    }
}

/// Holds the files against what they should be, by name and text, or writes them anew where `UPDATE` is set.
pub fn compare(files: Vec<(&'static str, String)>) {
    for (name, text) in files {
        let path = folder().join(format!("{name}.scen.json"));
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, &text).expect("a file that can be written");
        }
        let found = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            found == text,
            "{} is not what tests/files writes",
            path.display()
        );
    }
}
