//! Scenario files: their steps, and how they are laid out (one line a step).

use std::io::{self, Write};

use num_bigint::BigUint;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
pub use serde_json::{Map, Value, json};

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

/// The effects of a step: the results, `"*"` for any, and the events.
pub fn success(out: Value, logs: Value) -> Value {
    json!({"out": out, "status": "0", "logs": logs, "refund": "*"})
}

/// The effects of a refused step; `*` means any words.
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
