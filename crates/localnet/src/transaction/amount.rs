//! Amounts as clients write them: decimal digits and nothing else.

use network_transaction::egld;
use num_bigint::BigUint;

/// More digits than the whole supply has, with room for tokens of 18 decimals. Reading a
/// decimal number takes time that grows with the square of its length.
const MAX_DIGITS: usize = 78;

/// Reads an amount in the smallest unit; `None` if it is none or too long.
pub fn parse(text: &str) -> Option<BigUint> {
    let is_number =
        (1..=MAX_DIGITS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// Reads an amount of EGLD with up to 18 decimals, in 10⁻¹⁸; `None` if it is none.
pub fn parse_egld(text: &str) -> Option<BigUint> {
    parse(&egld::read(text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_of_egld() {
        let small = |text: &str| parse_egld(text).map(|amount| amount.to_string());
        assert_eq!(small("1").as_deref(), Some("1000000000000000000"));
        assert_eq!(small("0.5").as_deref(), Some("500000000000000000"));
        assert_eq!(small("1."), None);
    }

    #[test]
    fn only_short_plain_numbers() {
        assert_eq!(parse("0"), Some(BigUint::ZERO));
        assert_eq!(parse("007"), Some(BigUint::from(7u32)));
        for text in ["", "+5", "-5", "1_000", " 1", "1e3", &"9".repeat(79)] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert!(parse(&"9".repeat(78)).is_some());
    }
}
