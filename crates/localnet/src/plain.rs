//! Values and amounts for people, if no ABI tells more.

use num_bigint::BigUint;

use crate::abi::hex_text;

/// A value as a number if it is short, as hex if it is long.
pub fn plain_value(bytes: &[u8]) -> String {
    match bytes.len() {
        0..=8 => BigUint::from_bytes_be(bytes).to_string(),
        _ => hex_text(bytes),
    }
}

/// An amount of 10⁻¹⁸ EGLD in EGLD, without zeros at the end.
pub fn egld(amount: &str) -> String {
    let digits = format!("{amount:0>19}");
    let (whole, fraction) = digits.split_at(digits.len() - 18);
    let fraction = fraction.trim_end_matches('0');
    if fraction.is_empty() {
        whole.to_string()
    } else {
        format!("{whole}.{fraction}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_and_values() {
        assert_eq!(egld("0"), "0");
        assert_eq!(egld("1000000000000000000"), "1");
        assert_eq!(egld("50000000000000"), "0.00005");
        assert_eq!(plain_value(&[]), "0");
        assert_eq!(plain_value(&[1, 0]), "256");
        assert_eq!(plain_value(&[0xff; 8]), u64::MAX.to_string());
        assert_eq!(plain_value(&[1; 9]), "0x010101010101010101");
    }
}
