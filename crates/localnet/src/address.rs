//! Addresses as people and JSON write them.

use multiversx_chain_core::types::{Address, ShardConfig};
use thiserror::Error;

/// What bech32 addresses of MultiversX begin with.
pub const HRP: &str = "erd";

/// The metachain's number where a shard's is asked for.
pub const METACHAIN: u32 = u32::MAX;

/// The number of shards that the chain reports. Calls between shards are carried out at once.
pub const SHARDS: u32 = 3;

/// The bech32 form, `erd1…`.
pub fn encode(address: &Address) -> String {
    address.to_bech32(HRP).bech32
}

/// What is wrong with an address; displayed in the gateway's words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AddressError {
    #[error("{0}")]
    Bech32(String),
    #[error("invalid bech32 prefix: expected {HRP}, got {0}")]
    Prefix(String),
    #[error("wrong size when decoding address, expected length 32, received length {0}")]
    Length(usize),
}

/// Reads `erd1…`.
///
/// # Errors
/// What is wrong with the text.
pub fn decode(text: &str) -> Result<Address, AddressError> {
    let (hrp, bytes) =
        bech32::decode(text).map_err(|error| AddressError::Bech32(error.to_string()))?;
    if hrp.as_str() != HRP {
        return Err(AddressError::Prefix(hrp.as_str().to_string()));
    }
    let bytes: [u8; 32] = bytes
        .try_into()
        .map_err(|bytes: Vec<u8>| AddressError::Length(bytes.len()))?;
    Ok(Address::from(bytes))
}

/// The shard that an address belongs to.
pub fn shard(address: &Address) -> u32 {
    if address.is_smart_contract_on_metachain() {
        return METACHAIN;
    }
    ShardConfig::new(SHARDS)
        .expect("there are shards")
        .compute_id(address)
        .as_u32()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALICE: &str = "erd1qyu5wthldzr8wx5c9ucg8kjagg0jfs53s8nr3zpz3hypefsdd8ssycr6th";

    #[test]
    fn text_and_bytes() {
        let address = decode(ALICE).unwrap();
        assert_eq!(encode(&address), ALICE);
        assert_eq!(shard(&address), 1);
    }

    #[test]
    fn wrong_text_is_named() {
        assert!(decode("erd1qyu5w").is_err());
        assert!(decode("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4").is_err());
    }
}
