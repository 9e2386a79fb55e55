//! The keys that players name.

use ed25519_dalek::SigningKey;

use super::Generator;

/// The number of keys whose secrets the histories know.
const SECRETS: u8 = 4;

fn secret(number: u8) -> SigningKey {
    SigningKey::from_bytes(&[number + 1; 32])
}

/// The secret of a key, if the histories know it.
pub(super) fn secret_of(key: Option<&Vec<u8>>) -> Option<SigningKey> {
    let names = |secret: &SigningKey| Some(&secret.verifying_key().to_bytes().to_vec()) == key;
    (0..SECRETS).map(secret).find(names)
}

impl Generator {
    /// A key as an argument, usually a good one; none if a player wants none.
    pub(super) fn key(&mut self) -> Option<Vec<u8>> {
        match self.rng.u32(..40) {
            0..10 => None,
            10 => Some(vec![]),
            11 => Some(vec![0; 32]),
            12 => Some(vec![7; self.any(&[1, 31, 33, 64])]),
            // not a point, and a point without a known secret
            13 => Some(vec![2; 32]),
            14 => Some(vec![0xff; 32]),
            _ => Some(self.good_key()),
        }
    }

    pub(super) fn good_key(&mut self) -> Vec<u8> {
        let number = self.rng.u8(..SECRETS);
        secret(number).verifying_key().to_bytes().to_vec()
    }

    /// A good key that isn't this one.
    pub(super) fn other_key(&mut self, than: &[u8]) -> Vec<u8> {
        let mut keys = std::iter::repeat_with(|| self.good_key());
        keys.find(|key| key != than).expect("there are others")
    }

    /// Some secret.
    pub(super) fn secret(&mut self) -> SigningKey {
        secret(self.rng.u8(..SECRETS))
    }
}
