//! The pages of the repository: their links lead somewhere, and their lines are short enough to read
//! and to compare.

use std::path::{Path, PathBuf};

use chess_record::EndReason;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Folders with other people's or generated pages.
const FOREIGN: [&str; 4] = ["target", "node_modules", ".git", "dist"];

/// A file of the repository.
fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(ROOT).join(path)).unwrap()
}

/// Every page.
fn pages() -> Vec<PathBuf> {
    let mut found = vec![];
    find_pages(Path::new(ROOT), &mut found);
    assert!(found.len() > 10);
    found
}

fn find_pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_symlink() || FOREIGN.contains(&name) {
            continue;
        }
        if path.is_dir() {
            find_pages(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

/// The links of a page: what is between the brackets, and where it leads.
fn links(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.match_indices("](").map(move |(at, _)| {
        let start = text[..at].rfind('[').expect("a link's text");
        let target = &text[at + 2..];
        (&text[start + 1..at], &target[..target.find(')').unwrap()])
    })
}

/// The anchor of a heading, by GitHub's rules.
fn anchor(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = heading
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().replace(' ', "-")
}

#[test]
fn links_lead_to_files_headings_and_functions() {
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        for (name, link) in links(&text) {
            if link.starts_with("http") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let file = if file.is_empty() {
                page.clone()
            } else {
                page.parent().unwrap().join(file)
            };
            assert!(file.exists(), "{}: {link} leads nowhere", page.display());
            if !heading.is_empty() {
                let target = std::fs::read_to_string(&file).unwrap();
                let mut headings = target.lines().filter(|line| line.starts_with('#'));
                let there = headings.any(|line| anchor(line) == heading);
                assert!(there, "{}: no heading for {link}", page.display());
            }
            // a name in code font is a function or a type of the file that the link leads to
            let name = name
                .strip_prefix('`')
                .and_then(|name| name.strip_suffix('`'));
            let is_source = file.extension().is_some_and(|e| e == "rs" || e == "ts");
            if let (Some(name), true) = (name, is_source) {
                let source = std::fs::read_to_string(&file).unwrap();
                let kinds = ["fn ", "struct ", "enum ", "trait ", "function ", "const "];
                let there = kinds
                    .iter()
                    .any(|kind| source.contains(&format!("{kind}{name}")));
                assert!(there, "{}: no {name} in {link}", page.display());
            }
        }
    }
}

#[test]
fn endpoints_md_has_each_error_of_the_contract_and_no_other() {
    let (source, page) = (read("src/errors.rs"), read("docs/endpoints.md"));
    let declared = |line: &str| {
        let (_, text) = line
            .trim()
            .strip_prefix("pub const ERROR_")?
            .split_once(" = \"")?;
        Some(text.trim_end_matches("\";").to_string())
    };
    let mut errors: Vec<_> = source.lines().filter_map(declared).collect();
    let (_, list) = page.split_once("## Errors").expect("the list");
    let list = list.replace("\n  ", " ");
    // before the colon: messages in code font
    let items = list.lines().filter_map(|line| line.strip_prefix("- `"));
    let messages = items.flat_map(|item| {
        let (messages, _) = item.split_once("`: ").expect("a message");
        messages.split("` · `").map(String::from)
    });
    let mut told: Vec<_> = messages.collect();
    assert!(told.len() > 50);
    errors.sort();
    told.sort();
    assert_eq!(told, errors);
}

#[test]
fn views_md_has_each_view_of_the_contract_and_no_other() {
    let source = read("src/views.rs") + &read("src/document_views.rs");
    let declared = source.split("#[view(").skip(1);
    let mut views: Vec<_> = declared.filter_map(|rest| rest.split(')').next()).collect();
    let page = read("docs/views.md");
    let (_, list) = page.split_once("## Views\n").expect("the list");
    let (list, _) = list.split_once("\\* also").expect("the list's end");
    // before the colon: names in code font, with their arguments in brackets
    let items = list.lines().filter_map(|line| line.strip_prefix("- "));
    let names = items.map(|item| item.split_once(": ").expect("an answer").0);
    let told = names.flat_map(|names| names.split('`').skip(1).step_by(2));
    let mut told: Vec<_> = told.filter_map(|view| view.split('(').next()).collect();
    assert!(told.len() > 20);
    views.sort_unstable();
    told.sort_unstable();
    assert_eq!(told, views);
}

#[test]
fn views_md_has_each_end_reason_by_its_number() {
    let page = read("docs/views.md");
    let list = page.split("**End reasons**").nth(1).expect("the list");
    let list = list.split("\n\n").next().unwrap().replace('\n', " ");
    let told: Vec<_> = list.split('`').skip(1).step_by(2).collect();
    for (number, reason) in EndReason::all().enumerate() {
        let words = format!(" {number} `{reason:?}`");
        assert!(list.contains(&words), "{words}");
    }
    assert_eq!(told.len(), EndReason::all().count());
}

/// Tables, code and pictures can't be wrapped; prose can.
#[test]
fn prose_is_wrapped() {
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        let mut is_code = false;
        for (number, line) in text.lines().enumerate() {
            if line.starts_with("```") {
                is_code = !is_code;
            }
            let is_prose = !is_code && !line.starts_with(['|', '<', ' ']);
            let length = line.chars().count();
            let is_short = !is_prose || length <= 100;
            let place = page.display();
            assert!(is_short, "{place}:{}: {length} columns", number + 1);
        }
    }
}

/// The cells of the row of a page's table that begins with `name`.
fn row(page: &str, name: &str) -> Vec<String> {
    let text = read(page);
    let start = format!("| {name} |");
    let row = text.lines().find(|line| line.starts_with(&start));
    let row = row.unwrap_or_else(|| panic!("{page} has no row of {name}"));
    row.split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// README and docs/scale.md round the numbers of docs/gas.md.
#[test]
fn the_documented_costs_are_the_measured_ones() {
    let ways = [
        ("80 calls of makeMove", "the same by calls of `makeMove`"),
        (
            "play by signature, mate acknowledged",
            "a game of 80 plies by signature",
        ),
        (
            "a match of ten games by signature, which both leave",
            "a match of ten games of any length",
        ),
    ];
    let rounded = |gas: &str| format!("{:.1}", gas.replace(',', "").parse::<f64>().unwrap() / 1e6);
    let fee = |fee: &str| format!("{:.4}", fee.parse::<f64>().unwrap());
    for (measured, told) in ways {
        let measured = row("docs/gas.md", measured);
        let wanted = [
            format!("{} million", rounded(&measured[2])),
            fee(&measured[3]),
        ];
        assert_eq!(row("README.md", told)[2..4], wanted, "README.md: {told}");
    }
    let game = row("docs/gas.md", ways[1].0);
    let scale = [
        (
            "games of 80 plies that a shard settles in a second",
            game[4].clone(),
        ),
        (
            "fee of such a game, both joins included",
            fee(&game[3]) + " EGLD",
        ),
        (
            "fee of a match of ten games",
            fee(&row("docs/gas.md", ways[2].0)[3]) + " EGLD",
        ),
    ];
    for (name, wanted) in scale {
        assert_eq!(row("docs/scale.md", name)[2], wanted, "{name}");
    }
    let init = row("docs/gas.md", "**init**");
    let deployed = format!("{:.3} EGLD", init[5].parse::<f64>().unwrap());
    let readme = read("README.md");
    let told = format!("The contract costs {deployed} in fees");
    assert!(readme.contains(&told), "README.md lacks: {told}");
}

/// The page computes fees from the gas in docs/gas.md.
#[test]
fn the_pages_fees_are_the_measured_ones() {
    let gas = |name, cell: usize| -> u64 {
        let cell = &row("docs/gas.md", name)[cell];
        cell.replace(',', "").parse().expect("a number")
    };
    let joins = [gas("joinGame, first", 3), gas("joinGame, second", 3)];
    let fees = read("dapp/src/chain/network/fees.ts").replace('_', "");
    for (name, measured) in [
        ("JOIN", joins.iter().sum::<u64>() / 2),
        ("MOVE", gas("median move", 2)),
        ("LEAST", gas("claim, 8 players", 2)),
        ("PLAY", gas("**play**", 2)),
    ] {
        let told = format!("const {name} = {{ gas: {measured}n,");
        assert!(fees.contains(&told), "fees.ts lacks: {told}");
    }
}
