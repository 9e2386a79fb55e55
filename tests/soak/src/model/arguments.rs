//! Arguments as the contract reads them.

use num_bigint::BigUint;

use crate::refusal::{Refusal, fail, refuse};

/// The refusal of an unreadable argument.
pub const NO_ARGUMENT: &str = "not such an argument";

/// A number as the network takes it: big-endian, at most eight bytes.
fn number(bytes: &[u8]) -> Result<u64, Refusal> {
    u64::try_from(BigUint::from_bytes_be(bytes)).or_else(|_| fail("argument out of range"))
}

/// A game's id, as the contract takes it: the largest, which no game has, for anything larger.
pub(super) fn game_id(bytes: &[u8]) -> Result<u32, Refusal> {
    Ok(number(bytes)?.min(u32::MAX.into()) as u32)
}

/// A number of one byte, as the contract takes it: 255 for anything larger.
pub(super) fn byte(bytes: &[u8]) -> Result<u8, Refusal> {
    Ok(number(bytes)?.min(255) as u8)
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
pub(super) fn optional(bytes: &[u8], len: usize) -> Result<Option<&[u8]>, Refusal> {
    match bytes {
        [] => Ok(None),
        [1, value @ ..] if value.len() == len => Ok(Some(value)),
        _ => refuse(NO_ARGUMENT),
    }
}
