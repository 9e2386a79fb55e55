//! The funded wallets that a new chain begins with.

use std::fmt::Write;

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use ed25519_dalek::SigningKey;
use hex::FromHex;
use multiversx_chain_core::{std::crypto::sha256, types::Address};

use crate::address;

/// The test wallets that the MultiversX SDKs publish.
const TEST_WALLETS: [(&str, &str); 6] = [
    (
        "alice",
        "413f42575f7f26fad3317a778771212fdb80245850981e48b58a4f25e344e8f9",
    ),
    (
        "bob",
        "b8ca6f8203fb4b545a8e83c5384da033c415db155b53fb5b8eba7ff5a039d639",
    ),
    (
        "carol",
        "e253a571ca153dc2aee845819f74bcc9773b0586edead15a94cb7235a5027436",
    ),
    (
        "frank",
        "7820a91189c727c075b499c523f0dc403fed37990ec8d37f4bdecb8b68fd2a97",
    ),
    (
        "grace",
        "869c98df0b11fda0804d78354eca431f87a6e910fae14081f738c316a25ea409",
    ),
    (
        "heidi",
        "b3387223321c587c351198adc2531c820a378d3748956b3dae2e0f5a1daa7ca1",
    ),
];

/// A key pair. The keys of a local chain are public knowledge: never fund them elsewhere.
#[derive(Clone)]
pub struct Wallet {
    pub name: String,
    pub key: SigningKey,
    pub address: Address,
}

impl Wallet {
    /// The wallets that every new chain funds: the ecosystem's public test wallets,
    /// so that the pem files which its tools bring along work here.
    pub fn funded() -> Vec<Self> {
        TEST_WALLETS
            .iter()
            .map(|(name, seed)| {
                let seed = <[u8; 32]>::from_hex(seed).expect("the seeds below are hex");
                Self::from_seed(name, &seed)
            })
            .collect()
    }

    /// A wallet made from a name, for tests that need many.
    pub fn named(name: &str) -> Self {
        let seed = sha256(format!("localnet wallet {name}").as_bytes());
        Self::from_seed(name, &seed)
    }

    /// The wallet of a secret key of 32 bytes.
    pub fn from_seed(name: &str, seed: &[u8; 32]) -> Self {
        let key = SigningKey::from_bytes(seed);
        let address = Address::from(key.verifying_key().to_bytes());
        Self {
            name: name.to_string(),
            key,
            address,
        }
    }

    /// The secret key, hex.
    pub fn secret_hex(&self) -> String {
        hex::encode(self.key.to_bytes())
    }

    /// The `.pem` file that mxpy and the SDKs read.
    pub fn pem(&self) -> String {
        let bech32 = address::encode(&self.address);
        let keys = format!("{}{}", self.secret_hex(), self.address.to_hex());
        let text = BASE64.encode(keys);
        let mut pem = format!("-----BEGIN PRIVATE KEY for {bech32}-----\n");
        for line in text.as_bytes().chunks(64) {
            let _ = writeln!(pem, "{}", String::from_utf8_lossy(line));
        }
        let _ = writeln!(pem, "-----END PRIVATE KEY for {bech32}-----");
        pem
    }
}
