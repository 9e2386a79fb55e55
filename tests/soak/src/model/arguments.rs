//! Arguments as the contract reads them.

use num_bigint::BigUint;

use crate::refusal::{Refusal, refuse};

/// What an argument is refused with that can't be read.
pub const NO_ARGUMENT: &str = "not such an argument";

/// A number of so many bits, big-endian, with any number of zeros before it.
pub(super) fn number(bytes: &[u8], bits: u64) -> Result<u64, Refusal> {
    let value = BigUint::from_bytes_be(bytes);
    match u64::try_from(&value) {
        Ok(number) if value.bits() <= bits => Ok(number),
        _ => refuse(NO_ARGUMENT),
    }
}

/// A number up to another one.
pub(super) fn number_to(bytes: &[u8], most: u64) -> Result<u64, Refusal> {
    match number(bytes, 8)? {
        number if number <= most => Ok(number),
        _ => refuse(NO_ARGUMENT),
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
