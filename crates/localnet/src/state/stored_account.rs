//! An account's form in the state file.

use std::collections::HashMap;

use multiversx_chain_core::{std::code_hash, types::Address};
use multiversx_chain_vm::{
    blockchain::state::{
        AccountData, AccountEsdt, EsdtData, EsdtInstance, EsdtInstanceMetadata, EsdtInstances,
        EsdtRoles,
    },
    types::VMCodeMetadata,
};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

/// An account in the state file. Code is kept apart, under its hash.
#[derive(PartialEq, Serialize, Deserialize)]
pub(crate) struct AccountEntry {
    address: String,
    nonce: u64,
    balance: BigUint,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tokens: Vec<TokenEntry>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    username: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    metadata: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    owner: Option<String>,
    rewards: BigUint,
}

#[derive(PartialEq, Serialize, Deserialize)]
struct TokenEntry {
    id: String,
    last_nonce: u64,
    frozen: bool,
    roles: Vec<String>,
    instances: Vec<InstanceEntry>,
}

#[derive(PartialEq, Serialize, Deserialize)]
struct InstanceEntry {
    nonce: u64,
    balance: BigUint,
    name: String,
    creator: Option<String>,
    royalties: u64,
    hash: Option<String>,
    uris: Vec<String>,
    attributes: String,
}

impl AccountEntry {
    pub fn of(account: &AccountData) -> Self {
        let mut tokens: Vec<TokenEntry> = account
            .esdt
            .iter()
            .map(|(id, data)| TokenEntry::of(id, data))
            .collect();
        tokens.sort_by(|a, b| a.id.cmp(&b.id));
        let code = account.contract_path.as_deref();
        Self {
            address: account.address.to_hex(),
            nonce: account.nonce,
            balance: account.egld_balance.clone(),
            tokens,
            username: hex::encode(&account.username),
            code: code.map(|code| hex::encode(code_hash(code))),
            metadata: if code.is_some() || !account.code_metadata.is_empty() {
                hex::encode(account.code_metadata.to_vec())
            } else {
                String::new()
            },
            owner: account.contract_owner.as_ref().map(Address::to_hex),
            rewards: account.developer_rewards.clone(),
        }
    }

    /// Hex.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The account, with its code looked up under its hash.
    ///
    /// # Errors
    /// The missing part of the entry.
    pub fn account(self, codes: &HashMap<String, Vec<u8>>) -> Result<AccountData, String> {
        let mut account = AccountData::new_empty(address(&self.address)?);
        account.nonce = self.nonce;
        account.egld_balance = self.balance;
        account.username = bytes(&self.username)?;
        account.developer_rewards = self.rewards;
        account.contract_owner = self.owner.as_deref().map(address).transpose()?;
        if let Some(hash) = self.code {
            let code = codes.get(&hash).ok_or(format!("no code {hash}"))?;
            account.contract_path = Some(code.clone());
        }
        if !self.metadata.is_empty() {
            let metadata: [u8; 2] = bytes(&self.metadata)?
                .try_into()
                .map_err(|_| "code metadata is two bytes")?;
            account.code_metadata = VMCodeMetadata::from(metadata);
        }
        let mut esdt = HashMap::new();
        for token in self.tokens {
            esdt.insert(bytes(&token.id)?, token.data()?);
        }
        account.esdt = AccountEsdt::new_from_raw_map(esdt);
        Ok(account)
    }
}

impl TokenEntry {
    fn of(id: &[u8], data: &EsdtData) -> Self {
        let instances = data.instances.get_instances().values();
        Self {
            id: hex::encode(id),
            last_nonce: data.last_nonce,
            frozen: data.frozen,
            roles: data.get_roles().iter().map(hex::encode).collect(),
            instances: instances.map(InstanceEntry::of).collect(),
        }
    }

    fn data(self) -> Result<EsdtData, String> {
        let mut instances = EsdtInstances::new();
        for entry in self.instances {
            instances.push_instance(entry.instance()?);
        }
        Ok(EsdtData {
            instances,
            last_nonce: self.last_nonce,
            roles: EsdtRoles::new(list(&self.roles)?),
            frozen: self.frozen,
        })
    }
}

impl InstanceEntry {
    fn of(instance: &EsdtInstance) -> Self {
        let metadata = &instance.metadata;
        Self {
            nonce: instance.nonce,
            balance: instance.balance.clone(),
            name: hex::encode(&metadata.name),
            creator: metadata.creator.as_ref().map(Address::to_hex),
            royalties: metadata.royalties,
            hash: metadata.hash.as_ref().map(hex::encode),
            uris: metadata.uri.iter().map(hex::encode).collect(),
            attributes: hex::encode(&metadata.attributes),
        }
    }

    fn instance(self) -> Result<EsdtInstance, String> {
        Ok(EsdtInstance {
            nonce: self.nonce,
            balance: self.balance,
            metadata: EsdtInstanceMetadata {
                name: bytes(&self.name)?,
                creator: self.creator.as_deref().map(address).transpose()?,
                royalties: self.royalties,
                hash: self.hash.as_deref().map(bytes).transpose()?,
                uri: list(&self.uris)?,
                attributes: bytes(&self.attributes)?,
            },
        })
    }
}

/// A token's instance, written as in the state file.
pub(crate) mod instance {
    use serde::{Deserializer, Serializer, de::Error};

    use super::*;

    pub fn serialize<S: Serializer>(instance: &EsdtInstance, to: S) -> Result<S::Ok, S::Error> {
        InstanceEntry::of(instance).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<EsdtInstance, D::Error> {
        InstanceEntry::deserialize(from)?
            .instance()
            .map_err(D::Error::custom)
    }
}

pub(crate) fn bytes(text: &str) -> Result<Vec<u8>, String> {
    hex::decode(text).map_err(|error| format!("bad hex: {error}"))
}

pub(crate) fn list(texts: &[String]) -> Result<Vec<Vec<u8>>, String> {
    texts.iter().map(|text| bytes(text)).collect()
}

pub(crate) fn address(text: &str) -> Result<Address, String> {
    <[u8; 32]>::try_from(bytes(text)?)
        .map(Address::from)
        .map_err(|_| "an address is 32 bytes".to_string())
}
