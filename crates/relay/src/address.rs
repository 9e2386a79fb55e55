//! Addresses as people write them.

use bech32::{Bech32, Hrp};

/// The prefix of every address.
const HRP: Hrp = Hrp::parse_unchecked("erd");

/// The bytes of an address, `erd1…`; `None` if it isn't one.
pub fn read(text: &str) -> Option<[u8; 32]> {
    let (hrp, bytes) = bech32::decode(text).ok()?;
    let bytes = (hrp == HRP).then_some(bytes)?.try_into().ok()?;
    // the library takes the checksum of bech32m too, and any last bits: only one text is this address
    (show(&bytes) == text.to_lowercase()).then_some(bytes)
}

/// An address, `erd1…`.
pub fn show(address: &[u8; 32]) -> String {
    // 32 bytes are never too long
    bech32::encode::<Bech32>(HRP, address).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bech32::Bech32m;

    #[test]
    fn one_text_is_an_address() {
        let text = show(&[5; 32]);
        assert_eq!(read(&text), Some([5; 32]));
        assert_eq!(read(&text.to_uppercase()), Some([5; 32]));
        let other = bech32::encode::<Bech32m>(HRP, &[5; 32]).unwrap();
        assert_eq!(read(&other), None);
    }
}
