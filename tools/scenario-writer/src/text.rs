//! How numbers, bytes and accounts are written in scenario files.

use crate::cast::Address;

pub(crate) fn short(account: Address) -> &'static str {
    account.split_once(':').map_or(account, |(_, name)| name)
}

/// A number as scenario files have it, with commas.
pub fn number(n: u128) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

pub(crate) fn or_empty(n: u128) -> String {
    if n == 0 { String::new() } else { number(n) }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("0x{digits}")
}
