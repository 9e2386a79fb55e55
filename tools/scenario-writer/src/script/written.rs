//! The contract's values in the notation of scenario files, by the types in its ABI.

use std::sync::LazyLock;

use chess_model::scenario::{Value, number};
use chess_model::step::hexadecimal;
use num_bigint::BigUint;

static ABI: LazyLock<Value> = LazyLock::new(|| {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../output/onchain-chess-views.abi.json"
    );
    let text = std::fs::read_to_string(path).expect("run `make build` first");
    serde_json::from_str(&text).expect("an ABI")
});

/// The notation of a value that is a whole topic, an event's whole data or a whole result.
#[derive(Clone, Copy)]
pub(super) struct Style {
    /// Bytes are a text.
    pub is_text: bool,
    /// A zero, which has no bytes.
    pub zero: &'static str,
}

/// The objects of a list of the ABI.
fn list(value: &'static Value) -> impl Iterator<Item = &'static Value> {
    value.as_array().into_iter().flatten()
}

fn type_of(value: &Value) -> &str {
    value["type"].as_str().expect("a type")
}

/// The types of an event's topics after its name, and of its data.
pub(super) fn of_event(name: &str) -> (Vec<&'static str>, &'static str) {
    let event = list(&ABI["events"]).find(|event| event["identifier"] == name);
    let inputs = list(&event.expect("an event")["inputs"]);
    let (topics, data): (Vec<_>, Vec<_>) = inputs.partition(|input| input["indexed"] == true);
    let topics = topics.into_iter().map(type_of).collect();
    (topics, data.first().map_or("bytes", |data| type_of(data)))
}

/// The type and style of each result of a view; the types of a list alternate.
pub(super) fn of_view(function: &str) -> impl Iterator<Item = (&'static str, Style)> {
    let endpoint = list(&ABI["endpoints"]).find(|endpoint| endpoint["name"] == function);
    let outputs = list(&endpoint.expect("a view")["outputs"]).map(type_of);
    outputs.flat_map(|of| -> Box<dyn Iterator<Item = _>> {
        let styled = |is_text| move |of| (of, Style { is_text, zero: "" });
        match (inner(of, "variadic<multi<"), inner(of, "variadic<")) {
            (Some(of), _) => Box::new(of.split(',').map(styled(true)).cycle()),
            (_, Some(of)) => Box::new(std::iter::repeat(of).map(styled(false))),
            _ => Box::new(std::iter::once(of).map(styled(false))),
        }
    })
}

/// The text between a type's opening and its closing brackets, if it begins with them.
fn inner<'a>(of: &'a str, opening: &str) -> Option<&'a str> {
    Some(of.strip_prefix(opening)?.trim_end_matches('>'))
}

/// A value of a type.
pub(super) fn written(
    of: &str,
    Style { is_text, zero }: Style,
    bytes: &[u8],
    address: &dyn Fn(&[u8]) -> String,
) -> String {
    match of {
        "bool" | "u8" | "u16" | "u32" | "u64" if bytes.is_empty() => zero.into(),
        _ if bytes.is_empty() => String::new(),
        "Address" => address(bytes),
        "BigUint" => number(BigUint::from_bytes_be(bytes)),
        "bytes" if !is_text => hexadecimal(bytes),
        "bytes" | "TokenId" | "utf-8 string" => format!("str:{}", String::from_utf8_lossy(bytes)),
        "Option<Address>" => format!("1|{}", address(&bytes[1..])),
        _ if ABI["types"][of]["type"] == "struct" => {
            let mut parts = vec![];
            nested(of, &mut &*bytes, &mut parts, address);
            parts.join("|")
        }
        _ => BigUint::from_bytes_be(bytes).to_string(),
    }
}

/// The parts of a value within a larger one.
fn nested(of: &str, rest: &mut &[u8], parts: &mut Vec<String>, address: &dyn Fn(&[u8]) -> String) {
    let mut take = |count: usize| rest.split_off(..count.min(rest.len())).unwrap_or_default();
    let mut sized = |size: usize| {
        let value = BigUint::from_bytes_be(take(size));
        parts.push(format!("u{}:{value}", 8 * size));
        usize::try_from(value).unwrap_or(usize::MAX)
    };
    match of {
        "u16" => drop(sized(2)),
        "u32" => drop(sized(4)),
        "u64" => drop(sized(8)),
        "Address" => parts.push(address(take(32))),
        "bytes" | "BigUint" => match (sized(4), of) {
            (0, _) => {}
            (length, "BigUint") => drop(sized(length)),
            (length, _) => {
                let text = String::from_utf8_lossy(take(length));
                parts.push(format!("str:{text}"));
            }
        },
        _ => match (inner(of, "Option<"), &ABI["types"][of]["fields"]) {
            (Some(of), _) if sized(1) > 0 => nested(of, rest, parts, address),
            (None, Value::Array(fields)) => {
                for field in fields {
                    nested(type_of(field), rest, parts, address);
                }
            }
            (Some(_), _) => {}
            // a number of one byte, a flag, or an enum's value
            _ => drop(sized(1)),
        },
    }
}
