//! Two habits of translated English in documents and comments: sentences that open with a fused
//! "Who …" or "What …" in place of a subject, and "so many" or "so long" for a number or a time.
//! Their numbers may only fall: lower the limits here after you remove some.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Sentences that may open with a fused relative clause.
const MOST_FUSED_OPENERS: usize = 4;
/// Places that may say "so many" or "so long".
const MOST_SO_MANY: usize = 6;

const OPENERS: [&str; 4] = ["Who ", "What ", "Whoever ", "Whatever "];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The files that git tracks.
fn files() -> Vec<PathBuf> {
    let listed = Command::new("git")
        .args(["ls-files"])
        .current_dir(root())
        .output()
        .expect("git lists the files");
    assert!(listed.status.success(), "this test needs a git checkout");
    let listed = String::from_utf8(listed.stdout).expect("names in UTF-8");
    listed.lines().map(PathBuf::from).collect()
}

/// The lines of a file that people read: a document's, or a source's comments.
fn prose(file: &Path) -> Vec<String> {
    let extension = file.extension().and_then(|extension| extension.to_str());
    let is_prose: fn(&str) -> bool = match extension {
        Some("md") => |_| true,
        Some("rs" | "ts" | "tsx") => |line| {
            let line = line.trim_start();
            line.starts_with("//") || line.starts_with('*') || line.starts_with("/*")
        },
        _ => return vec![],
    };
    // a tracked file that is deleted and not committed yet
    let Ok(text) = std::fs::read_to_string(root().join(file)) else {
        return vec![];
    };
    let lines = text.lines().filter(|line| is_prose(line));
    lines.map(str::to_owned).collect()
}

/// The sentences of a line that open with a fused relative clause.
fn fused_openers(line: &str) -> usize {
    let openers = OPENERS.iter().flat_map(|opener| line.match_indices(opener));
    let begins = |before: &str| {
        let ends = [". ", "! ", "? ", ": ", "// ", "/// ", "//! ", "* ", "/** "];
        before.is_empty() || ends.iter().any(|end| before.ends_with(end))
    };
    openers.filter(|(at, _)| begins(&line[..*at])).count()
}

/// The places of a line that say "so many" or "so long".
fn so_many(line: &str) -> usize {
    let line = line.to_lowercase();
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let places = ["so many", "so long"].into_iter();
    let places = places.flat_map(|words| line.match_indices(words));
    let alone = places.filter(|(at, words)| {
        let after = &line[at + words.len()..];
        !is_letter(line[..*at].chars().next_back()) && !is_letter(after.chars().next())
    });
    alone.count()
}

/// Fails if a count is above its limit; names the files with the most.
fn hold(name: &str, most: usize, count: fn(&str) -> usize) {
    let counted = files().into_iter().map(|file| {
        let found: usize = prose(&file).iter().map(|line| count(line)).sum();
        (found, file)
    });
    let mut counted: Vec<_> = counted.filter(|(found, _)| *found > 0).collect();
    let all: usize = counted.iter().map(|(found, _)| found).sum();
    counted.sort_by_key(|(found, _)| std::cmp::Reverse(*found));
    counted.truncate(10);
    assert!(
        all <= most,
        "{all} {name}, {most} are allowed; put the subject first. The most: {counted:#?}"
    );
}

#[test]
fn sentences_begin_with_their_subject() {
    hold("fused openers", MOST_FUSED_OPENERS, fused_openers);
}

#[test]
fn numbers_and_times_are_named() {
    hold("\"so many\" or \"so long\"", MOST_SO_MANY, so_many);
}

#[test]
fn openers_and_words_are_found() {
    assert_eq!(
        fused_openers("/// Who waits has lost. What is left: Whatever "),
        3
    );
    assert_eq!(fused_openers("the man Who waits, and // code Whose"), 0);
    assert_eq!(
        so_many("So many of them, not so long: also manyfold, so longer"),
        2
    );
}
