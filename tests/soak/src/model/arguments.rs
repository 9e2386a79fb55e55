//! Arguments as the framework decodes them.

use num_bigint::BigUint;

use crate::refusal::{Refusal, fail, refuse};

/// A number of so many bits, as the framework takes it: big-endian, at most eight bytes.
pub(super) fn number(bytes: &[u8], bits: u32, name: &str) -> Result<u64, Refusal> {
    let value = BigUint::from_bytes_be(bytes);
    let Ok(value) = u64::try_from(value) else {
        return fail("argument out of range");
    };
    if value >> bits > 0 {
        return refuse(&format!("argument decode error ({name}): input too long"));
    }
    Ok(value)
}

/// Whether this names EGLD (no name at all does, to the framework) or an ESDT: a ticker of 3 to 10 capitals and digits, a hyphen and six
/// characters from 0 to 9 and a to f.
pub(super) fn is_token(name: &[u8]) -> bool {
    if matches!(name, b"" | b"EGLD") {
        return true;
    }
    let Some(hyphen) = name.len().checked_sub(7) else {
        return false;
    };
    let (ticker, random) = (&name[..hyphen], &name[hyphen..]);
    let capital = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    let hexadecimal = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte);
    (3..=10).contains(&ticker.len())
        && ticker.iter().all(capital)
        && random[0] == b'-'
        && random[1..].iter().all(hexadecimal)
}

/// An `Option` as an argument on its own: nothing, or a one and so many bytes.
pub(super) fn optional<'a>(
    bytes: &'a [u8],
    len: usize,
    name: &str,
) -> Result<Option<&'a [u8]>, Refusal> {
    let error = |what: &str| refuse(&format!("argument decode error ({name}): {what}"));
    match bytes {
        [] => Ok(None),
        [0] => Ok(None),
        [0, ..] => error("input too long"),
        [1, value @ ..] if value.len() < len => error("input too short"),
        [1, value @ ..] if value.len() > len => error("input too long"),
        [1, value @ ..] => Ok(Some(value)),
        _ => error("invalid value"),
    }
}
