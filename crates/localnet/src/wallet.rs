//! The funded wallets that a new chain begins with.

use std::fmt::Write;

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use bip39::{Language, Mnemonic};
use ed25519_dalek::SigningKey;
use hex::FromHex;
use hmac::{Hmac, KeyInit, Mac};
use multiversx_chain_core::{std::crypto::sha256, types::Address};

use sha2::Sha512;

use crate::address;

/// The test wallets that the MultiversX SDKs publish.
const TEST_WALLETS: [&str; 6] = ["alice", "bob", "carol", "frank", "grace", "heidi"];

/// Their seeds.
const TEST_SEEDS: [&str; 6] = [
    "413f42575f7f26fad3317a778771212fdb80245850981e48b58a4f25e344e8f9",
    "b8ca6f8203fb4b545a8e83c5384da033c415db155b53fb5b8eba7ff5a039d639",
    "e253a571ca153dc2aee845819f74bcc9773b0586edead15a94cb7235a5027436",
    "7820a91189c727c075b499c523f0dc403fed37990ec8d37f4bdecb8b68fd2a97",
    "869c98df0b11fda0804d78354eca431f87a6e910fae14081f738c316a25ea409",
    "b3387223321c587c351198adc2531c820a378d3748956b3dae2e0f5a1daa7ca1",
];

/// A key pair. The keys of a local chain are public knowledge: never fund them elsewhere.
#[derive(Clone, Debug)]
pub struct Wallet {
    pub name: String,
    pub key: SigningKey,
    pub address: Address,
}

impl Wallet {
    /// The first wallets that a new chain funds: the ecosystem's six public test wallets, so that
    /// the pem files of its tools work here, and then wallets made from names.
    pub fn funded(count: usize) -> Vec<Self> {
        let known = TEST_WALLETS.iter().zip(TEST_SEEDS).map(|(name, seed)| {
            let seed = <[u8; 32]>::from_hex(seed).expect("the seeds above are hex");
            Self::from_seed(name, &seed)
        });
        let others = (TEST_WALLETS.len() + 1..).map(|number| Self::named(&format!("user{number}")));
        known.chain(others).take(count).collect()
    }

    /// The first wallets of a mnemonic (English words of BIP 39), as the ecosystem's wallets derive
    /// them: SLIP-0010 with the path m/44'/508'/0'/0'/index'.
    ///
    /// # Errors
    /// The fault of the words.
    pub fn of_mnemonic(words: &str, count: usize) -> Result<Vec<Self>, bip39::Error> {
        let words: Vec<&str> = words.split_whitespace().collect();
        let mnemonic = Mnemonic::parse_in_normalized(Language::English, &words.join(" "))?;
        let seed = mnemonic.to_seed_normalized("");
        let wallet =
            |index| Self::from_seed(&format!("user{index}"), &derived(&seed, index as u32));
        Ok((0..count).map(wallet).collect())
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

/// The secret key of an index, as SLIP-0010 derives it.
fn derived(seed: &[u8], index: u32) -> [u8; 32] {
    const HARDENED: u32 = 1 << 31;
    let mut whole = hashed(b"ed25519 seed", seed);
    for step in [44, 508, 0, 0, index] {
        let (key, chain) = whole.split_at(32);
        let data = [&[0][..], key, &(step | HARDENED).to_be_bytes()].concat();
        whole = hashed(chain, &data);
    }
    let (key, _) = whole.split_at(32);
    key.try_into().expect("a half is 32 bytes")
}

fn hashed(key: &[u8], data: &[u8]) -> [u8; 64] {
    let mut mac = Hmac::<Sha512>::new_from_slice(key).expect("any length is a key");
    mac.update(data);
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_wallets_are_those_of_their_mnemonic() {
        let words = "moral volcano peasant pass circle pen over picture flat shop clap goat \
            never lyrics gather prepare woman film husband gravity behind test tiger improve";
        let derived = Wallet::of_mnemonic(words, 8).unwrap();
        let known = Wallet::funded(7);
        for (index, name) in [
            (0, "alice"),
            (1, "bob"),
            (2, "carol"),
            (5, "frank"),
            (7, "heidi"),
        ] {
            let same = known.iter().find(|wallet| wallet.name == name).unwrap();
            assert_eq!(derived[index].secret_hex(), same.secret_hex(), "{name}");
        }
        assert_eq!(known[6].name, "user7");
        assert!(Wallet::of_mnemonic("moral volcano", 1).is_err());
    }
}
