//! `0x` and upper-case digits, two per byte.

use alloc::{string::String, vec::Vec};

use crate::error::{DecodeError, Problem};

const DIGITS: &[u8; 16] = b"0123456789ABCDEF";

/// The canonical hex of some bytes.
///
/// ```
/// assert_eq!(game_moves::hex::encode(&[12, 28, 0]), "0x0C1C00");
/// ```
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 + 2 * bytes.len());
    text.push_str("0x");
    for byte in bytes {
        text.push(DIGITS[usize::from(byte >> 4)] as char);
        text.push(DIGITS[usize::from(byte & 15)] as char);
    }
    text
}

/// The bytes of canonical hex.
///
/// # Errors
/// Field `hex`: no `0x`, an odd number of digits, or anything but the digits 0–9 and A–F.
///
/// ```
/// assert_eq!(game_moves::hex::decode("0x0C1C00"), Ok(vec![12, 28, 0]));
/// assert!(game_moves::hex::decode("0x0c1c00").is_err());
/// ```
pub fn decode(text: &str) -> Result<Vec<u8>, DecodeError> {
    let error = |problem| DecodeError::new("hex", problem);
    let digits = text
        .strip_prefix("0x")
        .ok_or(error(Problem::NoPrefix))?
        .as_bytes();
    let value = |digit: u8| match digit {
        b'0'..=b'9' => Ok(digit - b'0'),
        b'A'..=b'F' => Ok(digit - b'A' + 10),
        _ => Err(error(Problem::NotADigit)),
    };
    let (pairs, rest) = digits.as_chunks::<2>();
    let bytes = pairs
        .iter()
        .map(|[high, low]| Ok(value(*high)? << 4 | value(*low)?))
        .collect();
    if rest.is_empty() {
        bytes
    } else {
        Err(error(Problem::OddDigits))
    }
}
