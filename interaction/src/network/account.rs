//! Queries about a contract's account and about tokens, before a step that can't be undone.

use multiversx_sc_scenario::imports::Address;
use multiversx_sc_snippets::sdk::utils::base64_decode;
use serde::{Deserialize, Serialize};

use crate::network::{Failure, Network};

/// The bit of a contract's first byte of metadata that lets its owner replace the code.
const UPGRADEABLE: u8 = 1;

/// A contract's code on the chain.
pub struct Code {
    /// Its hash, Blake2b of 256 bits, in hex.
    pub hash: String,
    /// Whether its owner can replace it.
    pub is_upgradeable: bool,
}

/// A deployed contract in a manifest.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DeployedCode {
    pub address: String,
    /// The source's version.
    pub version: String,
    /// As [`Code::hash`].
    pub code_hash: String,
}

impl DeployedCode {
    /// Code that was compiled from this version of the source.
    pub fn new(address: String, code_hash: &str) -> Self {
        DeployedCode {
            address,
            version: env!("CARGO_PKG_VERSION").into(),
            code_hash: code_hash.into(),
        }
    }
}

impl Network {
    /// A contract's code; `None` if no contract is at the address.
    ///
    /// # Errors
    /// The gateway doesn't answer.
    pub fn code(&self, contract: &Address) -> Result<Option<Code>, Failure> {
        let path = format!("address/{}", self.bech32(contract));
        let data = self.interactor.proxy.data(&path)?;
        let account = &data["account"];
        let bytes = |name: &str| account[name].as_str().map(base64_decode);
        let hash = bytes("codeHash").unwrap_or_default();
        let metadata = bytes("codeMetadata").unwrap_or_default();
        let code = Code {
            hash: hex::encode(&hash),
            is_upgradeable: matches!(metadata[..], [first, ..] if first & UPGRADEABLE != 0),
        };
        Ok((!hash.is_empty()).then_some(code))
    }

    /// Whether the network has a fungible token with this identifier, `WAGER-123456`.
    ///
    /// # Errors
    /// The gateway doesn't answer.
    pub fn has_fungible_token(&self, token: &str) -> Result<bool, Failure> {
        let data = self.interactor.proxy.data("network/esdt/fungible-tokens")?;
        let tokens = data["tokens"].as_array();
        Ok(tokens.is_some_and(|tokens| tokens.iter().any(|known| known == token)))
    }
}
