//! The relay's own key, by which push services know it (RFC 8292).

use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::json;
use ureq::http::Uri;

use super::nats_shelf::NatsShelf;
use crate::clock::now_millis;
use crate::store::Store;

/// For how long a push service accepts the signed token, in seconds. It may be a day at most.
const VALID_SECONDS: u64 = 12 * 60 * 60;

/// The relay's key. Browsers tie a subscription to it: with another key all are lost.
pub struct Vapid {
    key: SigningKey,
    /// The relay's operator, `mailto:…` or `https://…`.
    contact: Option<String>,
}

impl Vapid {
    /// The key in a file: 32 bytes in base64url. If the file is missing, it is made, readable only
    /// by its owner. `contact`: the relay's operator, `mailto:…` or `https://…`; some push services
    /// require it.
    ///
    /// # Errors
    /// The file can't be read or made, or it holds no key.
    pub fn open(file: &Path, contact: Option<String>) -> io::Result<Self> {
        let text = match std::fs::read_to_string(file) {
            Err(error) if error.kind() == ErrorKind::NotFound => create(file)?,
            text => text?,
        };
        Vapid::read(&text, contact)
    }

    /// The key that the relays of a NATS server share; made if it doesn't exist.
    ///
    /// # Errors
    /// The store isn't shared, or the server doesn't answer or has no key there.
    pub async fn shared(store: &Store, contact: Option<String>) -> io::Result<Self> {
        let Store::Nats(shared) = store else {
            return Err(io::Error::other("no other relay shares the store"));
        };
        let text = NatsShelf::shared_key(shared, new_key()?).await;
        Vapid::read(&text.map_err(io::Error::other)?, contact)
    }

    fn read(text: &str, contact: Option<String>) -> io::Result<Self> {
        let no_key = || io::Error::new(ErrorKind::InvalidData, "this is no key for notices");
        let bytes = URL_SAFE_NO_PAD.decode(text.trim()).map_err(|_| no_key())?;
        let key = SigningKey::from_slice(&bytes).map_err(|_| no_key())?;
        Ok(Vapid { key, contact })
    }

    /// The public key as pages need it, in base64url.
    pub fn public(&self) -> String {
        let point = self.key.verifying_key().to_encoded_point(false);
        URL_SAFE_NO_PAD.encode(point.as_bytes())
    }

    /// The header `Authorization` for an endpoint.
    pub fn authorization(&self, endpoint: &Uri) -> String {
        let scheme = endpoint.scheme_str().unwrap_or_default();
        let authority = endpoint
            .authority()
            .map_or("", |authority| authority.as_str());
        let authority = authority.strip_suffix(":443").unwrap_or(authority);
        let mut claims = json!({
            "aud": format!("{scheme}://{authority}"),
            "exp": now_millis() / 1_000 + VALID_SECONDS,
        });
        if let Some(contact) = &self.contact {
            claims["sub"] = contact.as_str().into();
        }
        let header = URL_SAFE_NO_PAD.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
        let claims = URL_SAFE_NO_PAD.encode(claims.to_string());
        let signed = format!("{header}.{claims}");
        let signature: Signature = self.key.sign(signed.as_bytes());
        let signature = URL_SAFE_NO_PAD.encode(signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public())
    }
}

fn new_key() -> io::Result<String> {
    let mut bytes = [0; 32];
    // nearly every 32 bytes are a key
    while SigningKey::from_slice(&bytes).is_err() {
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    }
    Ok(format!("{}\n", URL_SAFE_NO_PAD.encode(bytes)))
}

fn create(file: &Path) -> io::Result<String> {
    let text = new_key()?;
    let mut options = OpenOptions::new();
    let mut made = options
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(file)?;
    made.write_all(text.as_bytes())?;
    made.sync_all()?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier;
    use serde_json::Value;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_key_is_made_once_and_signs() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("relay.vapid");
        let made = Vapid::open(&file, None).unwrap();
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let contact = Some("mailto:relay@chess.example".to_string());
        let vapid = Vapid::open(&file, contact).unwrap();
        assert_eq!(vapid.public(), made.public());

        let header = vapid.authorization(&"https://push.example:443/a".parse().unwrap());
        let (token, key) = header
            .strip_prefix("vapid t=")
            .unwrap()
            .split_once(", k=")
            .unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let key = VerifyingKey::from_sec1_bytes(&URL_SAFE_NO_PAD.decode(key).unwrap()).unwrap();
        let signature = URL_SAFE_NO_PAD.decode(signature).unwrap();
        let signature = Signature::from_slice(&signature).unwrap();
        key.verify(signed.as_bytes(), &signature).unwrap();
        let (_, claims) = signed.split_once('.').unwrap();
        let claims: Value =
            serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap();
        assert_eq!(claims["aud"], "https://push.example");
        assert_eq!(claims["sub"], "mailto:relay@chess.example");
        let left = claims["exp"].as_u64().unwrap() - now_millis() / 1_000;
        assert!((1..=24 * 60 * 60).contains(&left), "{left}");

        std::fs::write(&file, "no key").unwrap();
        let error = Vapid::open(&file, None).err().unwrap();
        assert_eq!(error.to_string(), "this is no key for notices");
    }
}
