//! Encrypts messages for browsers (RFC 8291).

use p256::PublicKey;
use web_push_native::Auth;

/// Whether a browser can have this public key: a point of P-256.
pub fn is_public_key(point: &[u8]) -> bool {
    PublicKey::from_sec1_bytes(point).is_ok()
}

/// A message for the browser with this public key and this authentication secret.
///
/// # Errors
/// In words.
pub fn encrypt(message: Vec<u8>, p256dh: &[u8], auth: &[u8; 16]) -> Result<Vec<u8>, String> {
    let key = PublicKey::from_sec1_bytes(p256dh).map_err(|error| error.to_string())?;
    let auth = Auth::clone_from_slice(auth);
    web_push_native::encrypt(message, &key, &auth).map_err(|error| error.to_string())
}
