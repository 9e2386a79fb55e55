//! The other files of a crate that each file needs, by the paths that it names.
//!
//! A file is named by its path of modules, such as `vm::gas`; `mod.rs` is its folder's door, `vm`. A
//! door's exports of its own folder, and imports from a file's own door, are no need: only imports
//! from one place into another count. Tests at the end of a file don't.

pub mod folders;
mod paths;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The needs of a crate's files.
#[derive(Debug, Default)]
pub struct Needs {
    /// For each file, the files that it names.
    pub files: BTreeMap<String, BTreeSet<String>>,
    /// The files that name items of the crate's root, and these items.
    pub root: BTreeMap<String, BTreeSet<String>>,
}

impl Needs {
    /// Reads the sources of a crate.
    ///
    /// # Panics
    /// If the folder, or a file in it, can't be read.
    pub fn of(source: &Path) -> Self {
        let mut found = vec![];
        rust_files(source, &mut found);
        let door = door(source);
        let texts: BTreeMap<String, String> = found
            .iter()
            .map(|file| {
                let text = std::fs::read_to_string(file)
                    .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
                let is_door = door.as_ref() == Some(file);
                let name = if is_door {
                    "lib".into()
                } else {
                    module(source, file)
                };
                (name, text)
            })
            .collect();
        let mut needs = Self::default();
        for (name, text) in &texts {
            let mut needed = BTreeSet::new();
            for path in paths::named(name, program_of(name, &texts), text) {
                let file = longest(&path, |path| texts.contains_key(path));
                match file {
                    Some(file) if !is_around(name, file) => {
                        needed.insert(file.to_string());
                    }
                    None if !is_root(name) && path.starts_with("crate::") => {
                        let named = path["crate::".len()..].to_string();
                        needs.root.entry(name.clone()).or_default().insert(named);
                    }
                    _ => {}
                }
            }
            needs.files.insert(name.clone(), needed);
        }
        needs
    }

    /// The files that need each other, with what they need of each other; nothing if there is no
    /// circle.
    pub fn circle(&self) -> BTreeMap<String, BTreeSet<String>> {
        circle(self.files.clone())
    }

    /// The same for the folders and files of the crate's root, each as a whole.
    pub fn circle_of_rooms(&self) -> BTreeMap<String, BTreeSet<String>> {
        let room = |name: &str| name.split("::").next().unwrap_or_default().to_string();
        let mut rooms: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (file, needed) in self.files.iter().filter(|(file, _)| !is_root(file)) {
            let here = room(file);
            let others = needed.iter().map(|other| room(other));
            let others = others.filter(|other| *other != here);
            rooms.entry(here.clone()).or_default().extend(others);
        }
        circle(rooms)
    }
}

/// The needs that remain after files without needs, and files that no other needs, are removed until
/// nothing changes.
fn circle(mut needs: BTreeMap<String, BTreeSet<String>>) -> BTreeMap<String, BTreeSet<String>> {
    loop {
        let before = needs.len();
        let names: BTreeSet<String> = needs.keys().cloned().collect();
        for needed in needs.values_mut() {
            needed.retain(|other| names.contains(other));
        }
        needs.retain(|_, needed| !needed.is_empty());
        let needed: BTreeSet<String> = needs.values().flatten().cloned().collect();
        needs.retain(|name, _| needed.contains(name));
        if needs.len() == before {
            return needs;
        }
    }
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries =
        std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// A file's path of modules.
fn module(source: &Path, file: &Path) -> String {
    let path = file.strip_prefix(source).expect("a file of the folder");
    let path = path.with_extension("");
    let parts = path.iter().map(|part| part.to_string_lossy().into_owned());
    let parts: Vec<String> = parts.filter(|part| *part != "mod").collect();
    parts.join("::")
}

/// The file of a crate's root if its manifest names another than lib.rs, as contracts do.
pub fn door(source: &Path) -> Option<PathBuf> {
    let folder = source.parent()?;
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).ok()?;
    let (_, library) = manifest.split_once("[lib]\n")?;
    let path = library
        .lines()
        .find_map(|line| line.strip_prefix("path = "))?;
    Some(folder.join(path.trim_matches('"')))
}

/// Whether a file is the crate's root, or a program's.
fn is_root(name: &str) -> bool {
    name == "lib" || name == "main" || name.ends_with("::main") || name.starts_with("bin::")
}

/// The folder of the program that a file belongs to, empty for the crate's own root.
fn program_of<'a>(name: &'a str, texts: &BTreeMap<String, String>) -> &'a str {
    let folder = name.rsplit_once("::").map_or("", |(folder, _)| folder);
    match texts.contains_key(&format!("{folder}::main")) {
        true => folder,
        false => "",
    }
}

/// Whether one of two files is the other, or the door of a folder in which the other is.
fn is_around(one: &str, other: &str) -> bool {
    let within = |inner: &str, outer: &str| {
        let rest = inner.strip_prefix(outer);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    };
    within(one, other) || within(other, one)
}

/// The longest part of a path, from the crate on, that is a file.
fn longest(path: &str, is_file: impl Fn(&str) -> bool) -> Option<&str> {
    let mut path = path.strip_prefix("crate::")?;
    loop {
        if is_file(path) {
            return Some(path);
        }
        path = path.rsplit_once("::")?.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needs(of: &[(&str, &[&str])]) -> Needs {
        let set = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        let files = of
            .iter()
            .map(|(name, needed)| (name.to_string(), set(needed)));
        Needs {
            files: files.collect(),
            ..Needs::default()
        }
    }

    #[test]
    fn only_who_is_in_a_circle_is_named() {
        let none = needs(&[("a", &["b"]), ("b", &["c"]), ("c", &[])]);
        assert!(none.circle().is_empty());
        let one = needs(&[("a", &["b"]), ("b", &["c"]), ("c", &["b", "d"]), ("d", &[])]);
        assert_eq!(one.circle().keys().collect::<Vec<_>>(), ["b", "c"]);
    }

    #[test]
    fn rooms_are_whole() {
        let rooms = needs(&[
            ("a::x", &["b::x"]),
            ("b::y", &["a::z"]),
            ("a::z", &[]),
            ("b::x", &[]),
        ]);
        assert!(rooms.circle().is_empty());
        assert_eq!(rooms.circle_of_rooms().len(), 2);
    }

    #[test]
    fn a_door_and_its_folder_are_around_each_other() {
        assert!(is_around("vm", "vm::gas") && is_around("vm::gas", "vm"));
        assert!(!is_around("vm::gas", "vm::trie") && !is_around("vm", "vm2"));
    }
}
