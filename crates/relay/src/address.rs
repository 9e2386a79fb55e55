//! Addresses as people write them.

use bech32::{Bech32, Hrp};

/// What every address begins with.
const HRP: Hrp = Hrp::parse_unchecked("erd");

/// The bytes of an address, `erd1…`. `None` for what isn't one.
pub fn read(text: &str) -> Option<[u8; 32]> {
    let (hrp, bytes) = bech32::decode(text).ok()?;
    (hrp == HRP).then_some(bytes)?.try_into().ok()
}

/// An address, `erd1…`.
pub fn show(address: &[u8; 32]) -> String {
    // 32 bytes are never too long
    bech32::encode::<Bech32>(HRP, address).unwrap_or_default()
}
