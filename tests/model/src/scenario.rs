//! Scenario files: their steps, how they are laid out (one line a step), and how the contract's
//! values are written in them.

use std::io::{self, Write};

use num_bigint::BigUint;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
pub use serde_json::{Map, Value, json};

use crate::step::hexadecimal;

/// As much as mainnet takes in one transaction.
const GAS_LIMIT: &str = "600,000,000";

/// An object without its entries that are null.
pub fn present(mut object: Value) -> Value {
    if let Some(entries) = object.as_object_mut() {
        entries.retain(|_, value| !value.is_null());
    }
    object
}

/// A deployment or call by an account, or a query by nobody.
pub fn step(kind: &str, id: String, mut tx: Value, expect: Value) -> Value {
    if kind != "scQuery" {
        tx["gasLimit"] = GAS_LIMIT.into();
        tx["gasPrice"] = "0".into();
    }
    json!({"step": kind, "id": id, "tx": present(tx), "expect": expect})
}

/// What a step brings about: the results, `"*"` for any, and the events.
pub fn success(out: Value, logs: Value) -> Value {
    json!({"out": out, "status": "0", "logs": logs, "refund": "*"})
}

/// What a refused step brings about; `*` stands for any words.
pub fn failure(status: u64, message: &str) -> Value {
    let message = match message {
        "*" => message.into(),
        _ => format!("str:{message}"),
    };
    json!({"out": [], "status": status.to_string(), "message": message, "logs": "*", "refund": "*"})
}

/// A number as scenario files have it, with commas.
pub fn number(n: impl Into<BigUint>) -> String {
    let digits = n.into().to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<_> = groups.map(String::from_utf8_lossy).collect();
    groups.join(",")
}

/// A value of the contract's, field by field: `n` a number, `z` one that is empty for 0, `N` the
/// same with commas, `s` a text, `x` bytes, `a` an address, `1`, `2`, `4` and `8` a number of as
/// many bytes; with its length before it, `S` a text and `M` a number of one byte; and, where there
/// is one, `c` a clock, `p` an address, and `q` an address that is all there is.
pub fn written(fields: &str, bytes: &[u8], address: &dyn Fn(&[u8]) -> String) -> String {
    let mut rest = bytes;
    let mut take = |count: usize| {
        let (taken, left) = rest.split_at(count.min(rest.len()));
        rest = left;
        taken
    };
    let mut parts = vec![];
    for field in fields.chars() {
        let mut sized = |size: usize| {
            let value = BigUint::from_bytes_be(take(size));
            parts.push(format!("u{}:{value}", 8 * size));
            value.try_into().unwrap_or(usize::MAX)
        };
        match field {
            '1' | '2' | '4' | '8' => drop(sized(field as usize - '0' as usize)),
            'S' => match sized(4) {
                0 => {}
                length => parts.push(format!("str:{}", String::from_utf8_lossy(take(length)))),
            },
            'M' if sized(4) == 0 => {}
            'M' => drop(sized(1)),
            'c' if sized(1) == 0 => {}
            'c' => drop((sized(4), sized(4))),
            'p' if sized(1) == 0 => {}
            'p' | 'a' => parts.push(address(take(32))),
            'q' => match take(33) {
                [] => parts.push(String::new()),
                some => parts.push(format!("1|{}", address(&some[1..]))),
            },
            _ => parts.push(match (field, take(usize::MAX)) {
                ('n', []) => "0".into(),
                (_, []) => String::new(),
                ('s', text) => format!("str:{}", String::from_utf8_lossy(text)),
                ('x', bytes) => hexadecimal(bytes),
                ('N', bytes) => number(BigUint::from_bytes_be(bytes)),
                (_, bytes) => BigUint::from_bytes_be(bytes).to_string(),
            }),
        }
    }
    parts.join("|")
}

/// A game as the views show it.
const GAME: &str = "8aa181181111121822212";

/// The fields of an event's topics after its name, and of its data.
pub fn fields_of_event(name: &[u8]) -> (&'static str, &'static str) {
    match name {
        b"wagerSet" => ("s", "N"),
        b"paused" | b"unpaused" => ("", "s"),
        b"queueJoined" | b"queueLeft" => ("a", "s"),
        b"gameStarted" => ("naa", "2144"),
        b"challenged" => ("naa", "s"),
        b"challengeCancelled" | b"moveAsked" | b"drawOffered" => ("na", "s"),
        b"moveMade" => ("nan", "x"),
        b"movesPlayed" => ("nn", "x"),
        b"roundBegun" => ("nn", "n"),
        b"endOpened" => ("n", "n"),
        b"gameEnded" => ("naa", "1122"),
        b"credited" | b"withdrawn" => ("as", "N"),
        name => panic!("an event {name:?}"),
    }
}

/// The fields of a view's first result, and of the others by turns.
pub fn fields_of_view(function: &str) -> (&'static str, [&'static str; 2]) {
    match function {
        "isPaused" | "getIllegalMoveRule" | "getScore" | "getSurplus" => ("z", [""; 2]),
        "getWagerTokenId" | "getFen" => ("s", [""; 2]),
        "getWagerAmount" | "getGameCount" | "getCredit" => ("N", [""; 2]),
        "getIsPlayerWaitingOpt" | "getDrawOffer" => ("q", [""; 2]),
        "getBoard" | "getMoves" => ("x", [""; 2]),
        "getClaims" => ("111", [""; 2]),
        "getLegalMoves" => ("111", ["111"; 2]),
        "getGame" | "getGames" | "getGamesPage" => (GAME, [GAME; 2]),
        "getPlayerGames" | "getOngoingGames" => ("z", [GAME; 2]),
        "getOpenChallenges" => ("z", ["8ap1SMc421"; 2]),
        "getCredits" => ("s", ["N", "s"]),
        _ => panic!("a view {function}"),
    }
}

/// A whole file: the steps one below the other.
pub fn file(name: Option<&str>, steps: &[Value]) -> String {
    let mut text = String::from("{\n");
    if let Some(name) = name {
        text += &format!("    \"name\": {},\n", line(&name.into()));
    }
    let steps: Vec<String> = steps
        .iter()
        .map(|step| format!("        {}", line(step)))
        .collect();
    text + "    \"steps\": [\n" + &steps.join(",\n") + "\n    ]\n}\n"
}

fn line(value: &Value) -> String {
    let mut bytes = Vec::new();
    let serialized = value.serialize(&mut Serializer::with_formatter(&mut bytes, OneLine));
    serialized.expect("the steps have string keys only");
    String::from_utf8(bytes).expect("JSON is UTF-8")
}

/// One line, with a space after each comma and colon.
struct OneLine;

fn comma<W: ?Sized + Write>(writer: &mut W, first: bool) -> io::Result<()> {
    writer.write_all(if first { b"" } else { b", " })
}

impl Formatter for OneLine {
    fn begin_array_value<W: ?Sized + Write>(&mut self, w: &mut W, first: bool) -> io::Result<()> {
        comma(w, first)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, w: &mut W, first: bool) -> io::Result<()> {
        comma(w, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, w: &mut W) -> io::Result<()> {
        w.write_all(b": ")
    }
}
