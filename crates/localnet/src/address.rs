//! Addresses as people and JSON write them.

use bech32::{Bech32, primitives::decode::CheckedHrpstring};
use multiversx_chain_core::types::Address;

/// The prefix of MultiversX's bech32 addresses.
pub const HRP: &str = "erd";

/// The greatest length of bech32 text.
const SHORTEST: usize = 8;
const LONGEST: usize = 90;

/// The metachain's number as a shard.
pub const METACHAIN: u32 = u32::MAX;

/// The number of a chain's shards without the metachain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shards(u32);

impl Shards {
    /// One shard: every call is carried out immediately.
    pub const ONE: Self = Self(1);
    /// Three, as on the network.
    pub const THREE: Self = Self(3);

    /// One or three; `None` for another number.
    pub fn new(count: u32) -> Option<Self> {
        [1, 3].contains(&count).then_some(Self(count))
    }

    /// The number of shards, without the metachain.
    pub fn count(self) -> u32 {
        self.0
    }

    /// The shard that an address belongs to, or [`METACHAIN`].
    pub fn of(self, address: &Address) -> u32 {
        if address.is_smart_contract_on_metachain() {
            METACHAIN
        } else if self == Self::ONE {
            0
        } else {
            address.shard_of_3().as_u32()
        }
    }

    /// Whether two addresses are in one shard. With a single shard that is so with the
    /// metachain too.
    pub fn same(self, one: &Address, other: &Address) -> bool {
        self == Self::ONE || self.of(one) == self.of(other)
    }
}

impl Default for Shards {
    fn default() -> Self {
        Self::THREE
    }
}

/// The bech32 form, `erd1…`.
pub fn encode(address: &Address) -> String {
    address.to_bech32(HRP).bech32
}

/// Reads `erd1…`.
///
/// # Errors
/// The fault of the text, in the gateway's words.
pub fn decode(text: &str) -> Result<Address, String> {
    if !(SHORTEST..=LONGEST).contains(&text.len()) {
        return Err(format!("invalid bech32 string length {}", text.len()));
    }
    let (hrp, bytes) = bech32::decode(text).map_err(|error| error.to_string())?;
    if hrp.as_str() != HRP {
        let prefix = hrp.as_str();
        return Err(format!(
            "invalid bech32 prefix: expected {HRP}, got {prefix}"
        ));
    }
    if CheckedHrpstring::new::<Bech32>(text).is_err() {
        return Err("the checksum is bech32m's".to_string());
    }
    let bytes: [u8; 32] = bytes.try_into().map_err(|bytes: Vec<u8>| {
        let length = bytes.len();
        format!("wrong size when decoding address, expected length 32, received length {length}")
    })?;
    Ok(Address::from(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALICE: &str = "erd1qyu5wthldzr8wx5c9ucg8kjagg0jfs53s8nr3zpz3hypefsdd8ssycr6th";

    #[test]
    fn text_and_bytes() {
        let address = decode(ALICE).unwrap();
        assert_eq!(encode(&address), ALICE);
        assert_eq!(Shards::THREE.of(&address), 1);
    }

    #[test]
    fn the_last_byte_says_the_shard() {
        for (last, shard) in [(0, 0), (1, 1), (2, 2), (3, 1), (7, 1), (8, 0), (0xff, 1)] {
            let mut bytes = [7; 32];
            bytes[31] = last;
            assert_eq!(Shards::THREE.of(&bytes.into()), shard, "{last}");
            assert_eq!(Shards::ONE.of(&bytes.into()), 0);
        }
        let mut system = [0; 32];
        system[9] = 1;
        system[30..].fill(0xff);
        assert_eq!(Shards::THREE.of(&system.into()), METACHAIN);
    }

    #[test]
    fn wrong_text_is_named() {
        assert!(decode("erd1qyu5w").is_err());
        assert!(decode("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4").is_err());
        let alice = decode(ALICE).unwrap();
        let hrp = bech32::Hrp::parse(HRP).unwrap();
        let other = bech32::encode::<bech32::Bech32m>(hrp, alice.as_bytes()).unwrap();
        assert!(decode(&other).is_err());
    }
}
