//! Encoded values in words, by their types.

use num_bigint::{BigInt, BigUint};

use super::{
    names::Names,
    schema::{Abi, Field, TypeAbi, Variant},
};

/// Longer bytes and texts are cut.
const LONGEST: usize = 32;
/// The most elements of a list that are shown.
const MOST_SHOWN: usize = 16;
/// Types within types; a contract's own are far below.
const DEEPEST: usize = 16;

/// Reads the values of a contract. `None` if the bytes aren't of the type.
pub struct Values<'a> {
    pub abi: &'a Abi,
    pub names: &'a Names,
}

/// The part of a type's name between its angle brackets.
pub fn inner<'t>(of: &'t str, outer: &str) -> Option<&'t str> {
    of.strip_prefix(outer)?.strip_prefix('<')?.strip_suffix('>')
}

/// A list of types, at the commas outside of all brackets.
pub fn split(list: &str) -> Vec<&str> {
    let (mut depth, mut start) = (0, 0);
    let mut types = vec![];
    for (at, c) in list.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            ',' if depth == 0 => {
                types.push(list[start..at].trim());
                start = at + 1;
            }
            _ => (),
        }
    }
    types.push(list[start..].trim());
    types
}

/// The size of a whole number's type in bytes, and whether it has a sign.
fn number(of: &str) -> Option<(usize, bool)> {
    let signed = of.starts_with('i');
    let bits = match of.trim_start_matches(['u', 'i']) {
        "size" => 32,
        bits => bits
            .parse()
            .ok()
            .filter(|bits| [8, 16, 32, 64].contains(bits))?,
    };
    Some((bits / 8, signed))
}

fn is_bytes(of: &str) -> bool {
    matches!(of, "bytes" | "utf-8 string" | "TokenId") || of.ends_with("TokenIdentifier")
}

impl Values<'_> {
    /// A value that is a whole argument, topic or result.
    pub fn top(&self, of: &str, bytes: &[u8]) -> Option<String> {
        let rest = &mut &*bytes;
        let shown = if bytes.is_empty() && inner(of, "Option").is_some() {
            "none".to_string()
        } else if let Some(of) = inner(of, "List").or_else(|| inner(of, "Vec")) {
            let mut shown = vec![];
            while !rest.is_empty() {
                let before = rest.len();
                shown.push(self.value(of, rest, 1)?);
                if rest.len() == before {
                    return None;
                }
            }
            list(&shown)
        } else if bytes.is_empty() && !is_bytes(of) && self.is_enum(of) {
            self.value(of, &mut &[0][..], 0)?
        } else {
            self.value(of, rest, 0)?
        };
        rest.is_empty().then_some(shown)
    }

    fn is_enum(&self, of: &str) -> bool {
        self.abi
            .types
            .get(of)
            .is_some_and(|of| !of.variants.is_empty())
    }

    /// Takes a value's bytes off the front. At depth 0, where no other value contains it, a number
    /// or bytes take all the bytes.
    fn value(&self, of: &str, rest: &mut &[u8], depth: usize) -> Option<String> {
        if depth > DEEPEST {
            return None;
        }
        let is_top = depth == 0;
        let up_to = |rest: &mut _, size| match is_top {
            true => Some(std::mem::take(rest)).filter(|bytes: &&[u8]| bytes.len() <= size),
            false => <[u8]>::split_off(rest, ..size),
        };
        let counted = |rest: &mut _| match is_top {
            true => Some(std::mem::take(rest)),
            false => sized(rest),
        };
        if let Some((size, signed)) = number(of) {
            return Some(whole_number(up_to(rest, size)?, signed));
        }
        match of {
            "BigUint" => return Some(whole_number(counted(rest)?, false)),
            "BigInt" => return Some(whole_number(counted(rest)?, true)),
            "bool" => return Some((up_to(rest, 1)? == [1]).to_string()),
            "Address" => {
                let bytes: [u8; 32] = rest.split_off(..32)?.try_into().ok()?;
                return Some(self.names.name(&bytes.into()));
            }
            "EsdtTokenPayment" | "EgldOrEsdtTokenPayment" | "Payment" => {
                let parts = ["bytes", "u64", "BigUint"].map(|of| self.value(of, rest, depth + 1));
                let [token, nonce, amount] = parts;
                return Some(match (token?, nonce?, amount?) {
                    (token, nonce, amount) if nonce == "0" => format!("{amount} {token}"),
                    (token, nonce, amount) => format!("{amount} {token} nonce {nonce}"),
                });
            }
            _ if is_bytes(of) => return Some(text_or_hex(of, counted(rest)?)),
            _ => (),
        }
        if let Some(of) = inner(of, "Option") {
            return self.option(of, rest, depth);
        }
        if let Some(of) = inner(of, "List").or_else(|| inner(of, "Vec")) {
            let count = u32::from_be_bytes(rest.split_off(..4)?.try_into().ok()?) as usize;
            return self.values(count, of, rest, depth);
        }
        if let Some((count, of)) = array(of) {
            if of == "u8" {
                return Some(hex_text(rest.split_off(..count)?));
            }
            return self.values(count, of, rest, depth);
        }
        if let Some(types) = inner(of, "tuple") {
            let shown: Option<Vec<_>> = split(types)
                .into_iter()
                .map(|of| self.value(of, rest, depth + 1))
                .collect();
            return Some(format!("({})", shown?.join(", ")));
        }
        self.own(self.abi.types.get(of)?, rest, depth)
    }

    /// A struct or an enum of the contract's own.
    fn own(&self, known: &TypeAbi, rest: &mut &[u8], depth: usize) -> Option<String> {
        if known.variants.is_empty() {
            return self.fields(&known.fields, rest, depth);
        }
        let [discriminant] = rest.split_off(..1)? else {
            return None;
        };
        let is_it = |variant: &&Variant| variant.discriminant == *discriminant;
        let variant = known.variants.iter().find(is_it)?;
        if variant.fields.is_empty() {
            return Some(variant.name.clone());
        }
        let fields = self.fields(&variant.fields, rest, depth)?;
        Some(format!("{}({fields})", variant.name))
    }

    /// This number of values of one type.
    fn values(&self, count: usize, of: &str, rest: &mut &[u8], depth: usize) -> Option<String> {
        // A value has at least a byte.
        if count > rest.len() {
            return None;
        }
        let shown: Option<Vec<_>> = (0..count)
            .map(|_| self.value(of, rest, depth + 1))
            .collect();
        Some(list(&shown?))
    }

    fn option(&self, of: &str, rest: &mut &[u8], depth: usize) -> Option<String> {
        match rest.split_off(..1)? {
            [0] => Some("none".to_string()),
            [1] => self.value(of, rest, depth + 1),
            _ => None,
        }
    }

    fn fields(&self, fields: &[Field], rest: &mut &[u8], depth: usize) -> Option<String> {
        let shown: Option<Vec<_>> = fields
            .iter()
            .map(|field| {
                let value = self.value(&field.of, rest, depth + 1)?;
                Some(self.labelled(field, &value))
            })
            .collect();
        Some(shown?.join(", "))
    }

    /// A value with its name. Variants of an enum and structs have theirs in the value.
    pub fn labelled(&self, field: &Field, value: &str) -> String {
        let of = inner(&field.of, "optional").unwrap_or(&field.of);
        if field.name.is_empty() || self.abi.types.contains_key(of) {
            return value.to_string();
        }
        let label = field.name.strip_suffix("_id").unwrap_or(&field.name);
        format!("{} {value}", label.replace('_', " "))
    }
}

/// Bytes behind their length.
fn sized<'b>(rest: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = u32::from_be_bytes(rest.split_off(..4)?.try_into().ok()?);
    rest.split_off(..length as usize)
}

/// The length of a type such as `array64<u8>`, and its elements' type.
fn array(of: &str) -> Option<(usize, &str)> {
    let (count, of) = of.strip_prefix("array")?.split_once('<')?;
    Some((count.parse().ok()?, of.strip_suffix('>')?))
}

fn whole_number(bytes: &[u8], signed: bool) -> String {
    // Writing a number out takes time that grows with the square of its length.
    if bytes.len() > LONGEST {
        hex_text(bytes)
    } else if signed {
        BigInt::from_signed_bytes_be(bytes).to_string()
    } else {
        BigUint::from_bytes_be(bytes).to_string()
    }
}

fn list(shown: &[String]) -> String {
    if shown.len() > MOST_SHOWN {
        let left = shown.len() - MOST_SHOWN;
        format!("[{}, … {left} more]", shown[..MOST_SHOWN].join(", "))
    } else {
        format!("[{}]", shown.join(", "))
    }
}

fn text_or_hex(of: &str, bytes: &[u8]) -> String {
    let readable = bytes.iter().all(|byte| (0x20..0x7f).contains(byte));
    match std::str::from_utf8(bytes) {
        Ok(text) if bytes.len() <= LONGEST && !bytes.is_empty() && (readable || of != "bytes") => {
            text.to_string()
        }
        Ok("") if of == "bytes" => "-".to_string(),
        Ok("") => "\"\"".to_string(),
        _ => hex_text(bytes),
    }
}

pub fn hex_text(bytes: &[u8]) -> String {
    if bytes.len() > LONGEST {
        let head = hex::encode(&bytes[..LONGEST / 2]);
        format!("0x{head}… ({} bytes)", bytes.len())
    } else {
        format!("0x{}", hex::encode(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPES: &str = r#"{"types": {
        "Side": {"type": "enum", "variants": [
            {"name": "White", "discriminant": 0},
            {"name": "Named", "discriminant": 2, "fields": [{"name": "size", "type": "u16"}]}]},
        "Clock": {"type": "struct", "fields": [
            {"name": "base", "type": "u32"}, {"name": "side", "type": "Side"}]}}}"#;

    #[test]
    fn values_of_every_kind() {
        let abi: Abi = serde_json::from_str(TYPES).unwrap();
        let names = Names::default();
        let values = Values {
            abi: &abi,
            names: &names,
        };
        let shown = |of: &str, hex: &str| values.top(of, &hex::decode(hex).unwrap());
        for (of, bytes, text) in [
            ("u8", "", "0"),
            ("u64", "0100", "256"),
            ("i32", "ff", "-1"),
            ("BigUint", "0de0b6b3a7640000", "1000000000000000000"),
            ("bool", "", "false"),
            ("bool", "01", "true"),
            ("TokenId", "45474c442d303030303030", "EGLD-000000"),
            ("bytes", "00ff", "0x00ff"),
            ("Option<u16>", "", "none"),
            ("Option<u16>", "010007", "7"),
            ("List<u16>", "00010002", "[1, 2]"),
            ("array2<u16>", "00010002", "[1, 2]"),
            ("array3<u8>", "010203", "0x010203"),
            ("tuple<u8,Option<bool>>", "050101", "(5, true)"),
            ("Side", "", "White"),
            ("Side", "020003", "Named(size 3)"),
            ("Clock", "0000003c00", "base 60, White"),
        ] {
            assert_eq!(shown(of, bytes).as_deref(), Some(text), "{of} {bytes}");
        }
        for (of, bytes) in [
            ("u8", "0100"),
            ("Address", "00"),
            ("Option<u8>", "02"),
            ("List<u16>", "000100"),
            ("Side", "01"),
            ("Clock", "0000003c0000"),
            ("Vec<Nothing>", "01"),
            ("tuple<List<u8>>", "ffffffff00"),
        ] {
            assert_eq!(shown(of, bytes), None, "{of} {bytes}");
        }
    }
}
