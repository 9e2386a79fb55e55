//! Values and amounts for people, used if no ABI describes them.

pub use network_transaction::egld::show as egld;
use num_bigint::BigUint;

use crate::abi::hex_text;

/// A value as a number if it is short, as hex if it is long.
pub fn plain_value(bytes: &[u8]) -> String {
    match bytes.len() {
        0..=8 => BigUint::from_bytes_be(bytes).to_string(),
        _ => hex_text(bytes),
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
