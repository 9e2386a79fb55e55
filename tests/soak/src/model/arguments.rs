//! Arguments as the contract reads them.

use num_bigint::BigUint;

use crate::refusal::{Refusal, fail, refuse};

/// What an argument is refused with that can't be read.
pub const NO_ARGUMENT: &str = "not such an argument";

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

/// A number of one byte, as the contract takes it: 255 for anything larger.
pub(super) fn byte(bytes: &[u8]) -> Result<u8, Refusal> {
    let value = BigUint::from_bytes_be(bytes);
    match u64::try_from(value) {
        Ok(value) => Ok(value.min(255) as u8),
        Err(_) => fail("argument out of range"),
    }
}

/// Whether this names EGLD (no name at all does, to the framework) or an ESDT: a ticker of 3 to 10
/// capitals and digits, a hyphen and six characters from 0 to 9 and a to f.
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
pub(super) fn optional(bytes: &[u8], len: usize) -> Result<Option<&[u8]>, Refusal> {
    match bytes {
        [] => Ok(None),
        [1, value @ ..] if value.len() == len => Ok(Some(value)),
        _ => refuse(NO_ARGUMENT),
    }
}
