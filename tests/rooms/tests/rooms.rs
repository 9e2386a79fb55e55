//! Every crate's files: none need each other in a circle, and none reach back through lib.rs. No
//! folder has too many files of code. Exceptions are listed in allowed.txt, which only ever gets
//! shorter.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rooms::{Needs, door, folders};

/// The most files of source code in a folder.
const MOST_FILES: usize = 20;

/// The fault of a folder with more.
const CROWDED: &str = ": more than 20 files";

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The source folders of all crates, relative to the repository's root.
fn sources() -> Vec<PathBuf> {
    let mut crates = vec![PathBuf::new(), PathBuf::from("interaction")];
    for folder in ["contracts", "crates", "tests", "tools"] {
        let entries = std::fs::read_dir(root().join(folder)).expect("a folder");
        crates.extend(entries.map(|entry| Path::new(folder).join(entry.unwrap().file_name())));
    }
    crates.sort();
    let sources = crates.into_iter().map(|folder| folder.join("src"));
    let has_code = |source: &PathBuf| {
        let has = |file: &str| root().join(source).join(file).is_file();
        has("lib.rs") || has("main.rs") || door(&root().join(source)).is_some()
    };
    sources.filter(has_code).collect()
}

/// The violations in a crate, one a line.
fn faults(source: &Path) -> Vec<String> {
    let needs = Needs::of(&root().join(source));
    let circle = needs.circle().into_iter();
    let circle = circle.flat_map(|(file, others)| {
        let line = move |other| format!("circle of files: {file} needs {other}");
        others.into_iter().map(line).collect::<Vec<_>>()
    });
    let rooms = needs.circle_of_rooms().into_iter();
    let rooms = rooms.flat_map(|(room, others)| {
        let line = move |other| format!("circle of folders: {room} needs {other}");
        others.into_iter().map(line).collect::<Vec<_>>()
    });
    let root = needs.root.into_iter();
    let root = root.flat_map(|(file, items)| {
        let line = move |item| format!("back through lib.rs: {file} needs {item}");
        items.into_iter().map(line).collect::<Vec<_>>()
    });
    let all = circle.chain(rooms).chain(root);
    all.map(|line| format!("{}: {line}", source.display()))
        .collect()
}

/// Compares the violations found with allowed.txt. `is_of`: whether a line is of this rule.
fn compare(found: &BTreeSet<String>, is_of: fn(&str) -> bool) {
    let text = std::fs::read_to_string(root().join("tests/rooms/allowed.txt")).unwrap_or_default();
    let allowed = text.lines().filter(|line| is_of(line));
    let allowed: BTreeSet<String> = allowed.map(str::to_owned).collect();
    let new: Vec<_> = found.difference(&allowed).collect();
    assert!(new.is_empty(), "new:\n{new:#?}");
    let gone: Vec<_> = allowed.difference(found).collect();
    assert!(
        gone.is_empty(),
        "take these out of tests/rooms/allowed.txt:\n{gone:#?}"
    );
}

#[test]
fn no_circles_and_no_way_back_through_lib_rs() {
    let sources = sources();
    for contract in ["src", "contracts/minichess/src", "tests/hostile/src"] {
        assert!(
            sources.contains(&contract.into()),
            "{contract}: {sources:?}"
        );
    }
    let found: BTreeSet<String> = sources.iter().flat_map(|source| faults(source)).collect();
    compare(&found, |line| !line.ends_with(CROWDED));
}

#[test]
fn no_folder_holds_more_than_twenty_files_of_code() {
    let sizes = folders::sizes(root());
    for folder in [
        "src",
        "crates/relay/tests/server",
        "dapp/src",
        "dapp/e2e/world",
    ] {
        assert!(sizes.contains_key(Path::new(folder)), "{folder}: {sizes:?}");
    }
    let crowded = sizes.into_iter().filter(|(_, files)| *files > MOST_FILES);
    let found = crowded.map(|(folder, _)| format!("{}{CROWDED}", folder.display()));
    compare(&found.collect(), |line| line.ends_with(CROWDED));
}
