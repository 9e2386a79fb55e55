//! No two files of a crate need each other, directly or by others: whoever reads one can begin at the
//! bottom.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The Rust files of a folder and of all below it.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// A file's path of modules, as `commands::session`; `mod.rs` is its folder.
fn module(source: &Path, file: &Path) -> String {
    let path = file.strip_prefix(source).unwrap().with_extension("");
    let parts = path.iter().map(|part| part.to_str().unwrap());
    let parts: Vec<_> = parts.filter(|part| *part != "mod").collect();
    parts.join("::")
}

/// The paths that a file's `use` declarations and paths begin with, from the crate's root on.
fn named(module: &str, text: &str) -> Vec<String> {
    let parent = module.rsplit_once("::").map_or("", |(parent, _)| parent);
    let code = text.split("#[cfg(test)]").next().unwrap();
    let code: String = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join(" ");
    let mut paths = vec![];
    for (prefix, base) in [("crate::", ""), ("super::", parent)] {
        for (at, _) in code.match_indices(prefix) {
            let rest = &code[at + prefix.len()..];
            let of = |path: &str| [base, path].join("::").trim_matches(':').to_string();
            if let Some(list) = rest.strip_prefix('{') {
                let list = &list[..list.find('}').unwrap()];
                paths.extend(list.split(',').map(|path| of(path.trim())));
            } else {
                let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
                paths.push(of(&rest[..end.unwrap_or(rest.len())]));
            }
        }
    }
    paths
}

/// What each file of a folder of sources needs of the others.
fn needs(source: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut found = vec![];
    files(source, &mut found);
    let modules: BTreeSet<_> = found.iter().map(|file| module(source, file)).collect();
    let mut needs: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in &found {
        let module = module(source, file);
        let text = std::fs::read_to_string(file).unwrap();
        let mut needed = BTreeSet::new();
        for path in named(&module, &text) {
            // the longest part of the path that is a file
            let mut path = path.as_str();
            while !modules.contains(path) {
                path = path.rsplit_once("::").map_or("", |(parent, _)| parent);
                if path.is_empty() {
                    break;
                }
            }
            if !path.is_empty() && path != module {
                needed.insert(path.to_string());
            }
        }
        needs.insert(module, needed);
    }
    needs
}

/// The files that need each other.
fn circle(mut needs: BTreeMap<String, BTreeSet<String>>) -> BTreeMap<String, BTreeSet<String>> {
    // whoever needs nothing that is left is taken away, until a circle is left or nothing
    while let Some(free) = needs
        .iter()
        .find(|(_, needed)| !needed.iter().any(|other| needs.contains_key(other)))
        .map(|(module, _)| module.clone())
    {
        needs.remove(&free);
    }
    needs
}

/// Every crate.
const SOURCES: [&str; 16] = [
    "src",
    "interaction/src",
    "contracts/enginechess/src",
    "contracts/minichess/src",
    "crates/engine/src",
    "crates/engine-contract/src",
    "crates/game-moves/src",
    "crates/localnet/src",
    "crates/relay/src",
    "crates/rules/src",
    "crates/signed-play/src",
    "tests/model/src",
    "tests/soak/src",
    "tools/minichess-cli/src",
    "tools/relay-bench/src",
    "tools/scenario-writer/src",
];

#[test]
fn no_files_import_each_other_in_a_circle() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    for source in SOURCES {
        let needs = needs(&root.join(source));
        assert!(needs.len() > 2, "{source}");
        let circle = circle(needs);
        assert!(
            circle.is_empty(),
            "{source}: these need each other: {circle:#?}"
        );
    }
}

/// The relay's folders from the bottom up; those of one row don't need each other.
const RELAYS_FOLDERS: [&[&str]; 6] = [
    &["store"],
    &["chain"],
    &["notices"],
    &["room"],
    &["watch", "settle"],
    &["server"],
];

#[test]
fn the_relays_folders_need_only_those_below_them() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let row = |module: &str| {
        let folder = module.split("::").next().unwrap();
        let found = RELAYS_FOLDERS.iter().position(|row| row.contains(&folder));
        (found, folder.to_string())
    };
    let mut arrows = 0;
    for (module, needed) in needs(&root.join("crates/relay/src")) {
        let (own, folder) = row(&module);
        for other in needed {
            let (below, other_folder) = row(&other);
            arrows += usize::from(below.is_some() && other_folder != folder);
            let is_below = below.is_none() || other_folder == folder || below < own;
            assert!(is_below, "{module} needs {other}");
        }
    }
    assert!(arrows > 20, "{arrows}");
}

#[test]
fn what_a_file_needs_is_found() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let needs = needs(&root.join("src"));
    assert!(needs["commands::transactions"].contains("commands::session"));
    assert!(needs["play"].contains("replay"));
}
