//! Bytes and addresses in the state file: hex.

use serde::{Deserialize, Deserializer, Serializer, de::Error};

pub(crate) mod address {
    use multiversx_chain_core::types::Address;

    use super::*;

    pub fn serialize<S: Serializer>(address: &Address, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&address.to_hex())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Address, D::Error> {
        crate::state::stored_account::address(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}

pub(crate) mod bytes {
    use super::*;

    pub fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&hex::encode(bytes))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        crate::state::stored_account::bytes(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}

pub(crate) mod list {
    use super::*;

    pub fn serialize<S: Serializer>(list: &[Vec<u8>], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(list.iter().map(hex::encode))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Vec<u8>>, D::Error> {
        let texts = Vec::<String>::deserialize(from)?;
        crate::state::stored_account::list(&texts).map_err(D::Error::custom)
    }
}
