//! docs/storage.md lists each stored byte; it must agree with the structs.

mod files;

use std::collections::BTreeSet;
use std::fs;
use std::mem::offset_of;
use std::path::Path;

use chess_record::{
    GameClock, GameHead, GameRecord, PauseTimes, PlayerEntry, QueueEntry, StateRecord,
};
use files::files_in;

/// A field's name, and its first byte and the byte after its last.
type Field = (String, usize, usize);

/// All fields of a struct, in order; without one of them it doesn't compile.
macro_rules! fields {
    ($record:ident { $($field:ident),+ $(,)? }) => {{
        let _complete = |record: &$record| {
            let $record { $($field: _),+ } = record;
        };
        let starts = [$((stringify!($field), offset_of!($record, $field))),+];
        let ends = starts.iter().skip(1).map(|field| field.1).chain([size_of::<$record>()]);
        let fields: Vec<Field> = starts
            .iter()
            .zip(ends)
            .map(|(&(name, start), end)| (name.to_string(), start, end))
            .collect();
        fields
    }};
}

fn game_record() -> Vec<Field> {
    let at = |prefix: &str, start: usize, fields: Vec<Field>| -> Vec<Field> {
        let moved = |(name, from, to): Field| (format!("{prefix}{name}"), start + from, start + to);
        fields.into_iter().map(moved).collect()
    };
    let player = || {
        fields!(PlayerEntry {
            address,
            previous_game
        })
    };
    let head = fields!(GameHead {
        wait_epoch,
        wait_counted_epoch,
        version,
        awaits,
        flags,
        state,
        end_reason,
        open_winner,
        draw_offer,
        kings,
        castling,
        en_passant,
        half_move_clock,
        reversible_plies,
        ply,
        full_blocks,
        block_len,
        rounds,
        round,
        points,
        played,
    });
    [
        at("first.", offset_of!(GameRecord, first), player()),
        at("second.", offset_of!(GameRecord, second), player()),
        at("", offset_of!(GameRecord, head), head),
    ]
    .concat()
}

/// The lists of bytes below a heading of docs/storage.md.
fn documented(heading: &str) -> Vec<Vec<Field>> {
    let text = include_str!("../docs/storage.md");
    let (_, section) = text.split_once(heading).expect("the heading");
    let section = section.split("\n## ").next().expect("a section");
    let mut lists = vec![];
    let mut is_inside = false;
    for line in section.lines() {
        if let Some(item) = line.strip_prefix("- ") {
            if !is_inside {
                lists.push(vec![]);
            }
            lists.last_mut().expect("a list").push(field(item));
        }
        is_inside = line.starts_with("- ") || line.starts_with("  ");
    }
    lists
}

/// A line of such a list: the bytes, and the field's name.
fn field(item: &str) -> Field {
    let (bytes, rest) = item.split_once(' ').expect("bytes");
    let name = rest.split('`').nth(1).expect("a field");
    let number = |text: &str| text.parse::<usize>().expect("a number of a byte");
    let (first, last) = bytes.split_once('–').unwrap_or((bytes, bytes));
    (name.into(), number(first), number(last) + 1)
}

#[test]
fn the_documented_record_of_a_game_is_the_declared_one() {
    let clock = fields!(GameClock {
        base,
        increment,
        white_used,
        black_used,
        wait_millis,
        start_millis,
    });
    assert_eq!(documented("## A game's record"), [game_record(), clock]);
}

#[test]
fn the_documented_state_is_the_declared_one() {
    let state = fields!(StateRecord {
        version,
        illegal_move_rule,
        pause_state,
        pause_epoch,
        resume_epoch,
        stopped_epochs,
        token_len,
        amount_len,
    });
    let pauses = fields!(PauseTimes {
        pause_millis,
        resume_millis,
        stopped_millis,
    });
    let queue = fields!(QueueEntry { player, since });
    assert_eq!(
        documented("## The contract's state"),
        [state, pauses, queue]
    );
}

/// The names of the keys that the source declares or puts together; a list's are its length and its
/// items.
fn declared_keys() -> BTreeSet<String> {
    let (mut names, mut lists, mut made) = (BTreeSet::new(), vec![], BTreeSet::new());
    for file in files_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), ".rs") {
        let text = fs::read_to_string(file).expect("text");
        for line in text.split("#[storage_mapper").skip(1) {
            let (name, rest) = line
                .split_once("(\"")
                .and_then(|(_, rest)| rest.split_once('"'))
                .expect("a name");
            let (declaration, _) = rest.split_once(';').expect("a declaration");
            if declaration.contains("-> VecMapper<") {
                names.extend([".len", ".item"].map(|part| format!("{name}{part}")));
                lists.push(name.to_string());
            } else {
                names.insert(name.into());
            }
        }
        for key in text.split("StorageKey::new(b\"").skip(1) {
            made.insert(key.split_once('"').expect("a name").0.to_string());
        }
    }
    // the parts of a declared list, and the network's own keys
    made.retain(|name| !lists.contains(name) && !name.starts_with("ELROND"));
    names.extend(made);
    names
}

/// The names in the list of keys: `name`, or a list's name, `.len` and `.item`.
fn documented_keys() -> BTreeSet<String> {
    let text = include_str!("../docs/storage.md");
    let (start, _) = text.split_once("\n## ").expect("the first section");
    let items = start.lines().filter_map(|line| line.strip_prefix("- "));
    items
        .flat_map(|item| {
            let (key, _) = item.split_once(": ").expect("a key");
            let mut names = key.split('`').skip(1).step_by(2);
            let name = names.next().expect("a name").to_string();
            let parts: Vec<String> = names
                .filter(|part| part.starts_with('.'))
                .map(|part| format!("{name}{part}"))
                .collect();
            if parts.is_empty() { vec![name] } else { parts }
        })
        .collect()
}

#[test]
fn the_documented_keys_are_the_declared_ones() {
    assert_eq!(documented_keys(), declared_keys());
}
