//! Arguments as the contract reads them.

use num_bigint::BigUint;

use crate::refusal::{Refusal, fail, refuse};

/// The framework's refusal of an argument that it can't read.
fn unreadable<T>(name: &str, why: &str) -> Result<T, Refusal> {
    refuse(&format!("argument decode error ({name}): {why}"))
}

/// A number up to `most`. The network takes at most eight bytes, big-endian.
fn number(name: &str, bytes: &[u8], most: u64) -> Result<u64, Refusal> {
    match u64::try_from(BigUint::from_bytes_be(bytes)) {
        Ok(number) if number <= most => Ok(number),
        Ok(_) => unreadable(name, "input too long"),
        Err(_) => fail("argument out of range"),
    }
}

/// A game's id.
pub fn game_id(bytes: &[u8]) -> Result<u32, Refusal> {
    Ok(number("game_id", bytes, u32::MAX.into())? as u32)
}

/// A number of one byte.
pub(super) fn byte(name: &str, bytes: &[u8]) -> Result<u8, Refusal> {
    Ok(number(name, bytes, u8::MAX.into())? as u8)
}

/// A number of two bytes.
pub(super) fn word(name: &str, bytes: &[u8]) -> Result<u16, Refusal> {
    Ok(number(name, bytes, u16::MAX.into())? as u16)
}

/// An enum of this number of variants.
pub(super) fn variant(name: &str, bytes: &[u8], variants: u8) -> Result<u8, Refusal> {
    match byte(name, bytes)? {
        number if number < variants => Ok(number),
        _ => unreadable(name, "invalid value"),
    }
}

pub(super) fn flag(name: &str, bytes: &[u8]) -> Result<bool, Refusal> {
    match bytes {
        [] | [0] => Ok(false),
        [1] => Ok(true),
        [_] => unreadable(name, "invalid value"),
        _ => unreadable(name, "input too long"),
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

/// An `Option` as an argument on its own: nothing, or a one and `len` bytes.
pub(super) fn optional<'a>(
    name: &str,
    bytes: &'a [u8],
    len: usize,
) -> Result<Option<&'a [u8]>, Refusal> {
    match bytes {
        [] | [0] => Ok(None),
        [1, value @ ..] if value.len() == len => Ok(Some(value)),
        [1, value @ ..] if value.len() < len => unreadable(name, "input too short"),
        [0 | 1, ..] => unreadable(name, "input too long"),
        _ => unreadable(name, "invalid value"),
    }
}
