//! A subscription: where a player wants to be sent notices, and the signature on that.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use signed_play::KEY_LEN;

use super::encryption::is_public_key;
use crate::address;
use crate::protocol::Hex;

/// The first bytes that a subscription's signature covers. No message of a game begins with them.
pub const PUSH_DOMAIN: &[u8; 20] = b"onchain-chess:push:1";

/// The length of a browser's public key: a point of P-256, not compressed.
pub const P256DH_LEN: usize = 65;

/// The length of a browser's authentication secret.
pub const AUTH_LEN: usize = 16;

/// The game and the player, by the key that the contract has for the player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Player {
    pub contract: [u8; 32],
    pub game: u32,
    pub key: [u8; KEY_LEN],
}

/// A browser's address at its push service, and the secrets that encrypt messages to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subscription {
    pub endpoint: String,
    pub p256dh: [u8; P256DH_LEN],
    pub auth: [u8; AUTH_LEN],
}

/// A page's request. Without both secrets it ends the notices there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubscribeRequest {
    contract: String,
    game: u32,
    key: Hex,
    endpoint: String,
    p256dh: Option<String>,
    auth: Option<String>,
    signature: Hex,
}

/// A request whose signature is valid.
pub struct Signed {
    pub player: Player,
    pub endpoint: String,
    /// `None` if no more notices are wanted.
    pub subscription: Option<Subscription>,
}

/// Why a request isn't one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RequestError {
    #[error("the contract's address is erd1 and 58 more characters")]
    Contract,
    #[error("a key has 32 bytes")]
    Key,
    #[error("p256dh is a point of P-256 in base64url, 65 bytes, and auth has 16 bytes")]
    Secrets,
    #[error("the signature isn't of this game's key")]
    Signature,
}

fn bytes<const LEN: usize>(text: &str) -> Option<[u8; LEN]> {
    // some browsers' libraries pad
    let bytes = URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()?;
    bytes.try_into().ok()
}

/// The bytes that a player signs: [`PUSH_DOMAIN`], contract, game id big-endian, the player's key; then 1, both
/// secrets and the endpoint, or 0 and the endpoint.
pub fn message(player: &Player, endpoint: &str, subscription: Option<&Subscription>) -> Vec<u8> {
    let mut message = PUSH_DOMAIN.to_vec();
    message.extend(player.contract);
    message.extend(player.game.to_be_bytes());
    message.extend(player.key);
    message.push(subscription.is_some().into());
    if let Some(Subscription { p256dh, auth, .. }) = subscription {
        message.extend(p256dh);
        message.extend(auth);
    }
    message.extend(endpoint.as_bytes());
    message
}

impl SubscribeRequest {
    /// Checks everything that can be checked without the chain.
    ///
    /// # Errors
    /// In words.
    pub fn read(self) -> Result<Signed, RequestError> {
        let player = Player {
            contract: address::read(&self.contract).ok_or(RequestError::Contract)?,
            game: self.game,
            key: self.key.0.try_into().map_err(|_| RequestError::Key)?,
        };
        let subscription = match (self.p256dh, self.auth) {
            (None, None) => None,
            (p256dh, auth) => {
                let p256dh = p256dh.as_deref().and_then(bytes);
                let p256dh = p256dh.filter(|point| is_public_key(point));
                let auth = auth.as_deref().and_then(bytes);
                let (p256dh, auth) = p256dh.zip(auth).ok_or(RequestError::Secrets)?;
                let endpoint = self.endpoint.clone();
                Some(Subscription {
                    endpoint,
                    p256dh,
                    auth,
                })
            }
        };
        let message = message(&player, &self.endpoint, subscription.as_ref());
        if !signed_play::verify(&player.key, &message, &self.signature.0) {
            return Err(RequestError::Signature);
        }
        Ok(Signed {
            player,
            endpoint: self.endpoint,
            subscription,
        })
    }
}

/// A subscription's name: contract, game, key, and the beginning of its endpoint's SHA-256.
pub type SubscriberId = [u8; 32 + 4 + KEY_LEN + 8];

/// The name of a player's subscription at an endpoint.
pub fn id_of(player: &Player, endpoint: &str) -> SubscriberId {
    let mut id = [0; 76];
    id[..32].copy_from_slice(&player.contract);
    id[32..36].copy_from_slice(&player.game.to_be_bytes());
    id[36..68].copy_from_slice(&player.key);
    id[68..].copy_from_slice(&Sha256::digest(endpoint.as_bytes())[..8]);
    id
}

/// The player whose subscription has this id.
pub fn player_of(id: &SubscriberId) -> Player {
    Player {
        contract: std::array::from_fn(|at| id[at]),
        game: u32::from_be_bytes(std::array::from_fn(|at| id[32 + at])),
        key: std::array::from_fn(|at| id[36 + at]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ed25519_dalek::{Signer, SigningKey};
    use serde_json::json;

    const P256DH: &str =
        "BLn9b-VR0ca83knDNZ32dCHGyjJp-1riX9ZTN40MqV8K_LpQmLqxC_DoHvqvFXO_nGdAB4W9dogZb_sM-uV4JbY";
    const AUTH: &str = "_ordMnz7uTCmrpBTeUV4Bw";

    fn request(change: impl FnOnce(&mut serde_json::Value)) -> Result<Signed, RequestError> {
        let key = SigningKey::from_bytes(&[7; 32]);
        let player = Player {
            contract: [5; 32],
            game: 17,
            key: key.verifying_key().to_bytes(),
        };
        let endpoint = "https://push.example/1";
        let subscription = Subscription {
            endpoint: endpoint.into(),
            p256dh: bytes(P256DH).unwrap(),
            auth: bytes(AUTH).unwrap(),
        };
        let message = message(&player, endpoint, Some(&subscription));
        let mut json = json!({
            "contract": address::show(&player.contract),
            "game": 17,
            "key": hex::encode(player.key),
            "endpoint": endpoint,
            "p256dh": P256DH,
            "auth": AUTH,
            "signature": hex::encode(key.sign(&message).to_bytes()),
        });
        change(&mut json);
        serde_json::from_value::<SubscribeRequest>(json)
            .unwrap()
            .read()
    }

    #[test]
    fn a_signature_is_valid_for_this_subscription_alone() {
        let signed = request(|_| {}).unwrap();
        assert_eq!(signed.player.game, 17);
        assert_eq!(signed.subscription.unwrap().endpoint, signed.endpoint);
        let id = id_of(&signed.player, &signed.endpoint);
        assert_eq!(player_of(&id), signed.player);
        let changes: [(&str, serde_json::Value, RequestError); 6] = [
            ("game", 18.into(), RequestError::Signature),
            (
                "endpoint",
                "https://push.example/2".into(),
                RequestError::Signature,
            ),
            ("key", "00".into(), RequestError::Key),
            ("contract", "erd1".into(), RequestError::Contract),
            ("auth", "AAAA".into(), RequestError::Secrets),
            // 65 bytes that are no point
            ("p256dh", "B".repeat(86).into(), RequestError::Secrets),
        ];
        for (field, value, expected) in changes {
            let error = request(|json| json[field] = value).err();
            assert_eq!(error, Some(expected), "{field}");
        }
        // a signature that asks for notices doesn't ask for their end
        let error = request(|json| {
            json["p256dh"].take();
            json["auth"].take();
        });
        assert_eq!(error.err(), Some(RequestError::Signature));
    }
}
