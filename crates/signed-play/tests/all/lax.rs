//! Signatures that a lax library takes and the chain refuses.

use curve25519_dalek::constants::{ED25519_BASEPOINT_POINT, EIGHT_TORSION};
use curve25519_dalek::scalar::Scalar;
use ed25519_dalek::{Digest, Sha512, SigningKey};

/// The order of the group, little-endian.
const ORDER: [u8; 32] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
];

/// A signature whose R has a part of small order, made by the key's owner: a library that
/// multiplies by the cofactor takes it.
pub fn with_torsion(secret: &[u8; 32], message: &[u8]) -> [u8; 64] {
    let key = SigningKey::from_bytes(secret);
    // any number will do that is used once
    let nonce = Scalar::from_hash(Sha512::new_with_prefix(message));
    let r = (ED25519_BASEPOINT_POINT * nonce + EIGHT_TORSION[1]).compress();
    let hash = Sha512::new_with_prefix(r.as_bytes())
        .chain_update(key.verifying_key())
        .chain_update(message);
    let s = nonce + Scalar::from_hash(hash) * key.to_scalar();
    let mut signature = [0; 64];
    signature[..32].copy_from_slice(r.as_bytes());
    signature[32..].copy_from_slice(s.as_bytes());
    signature
}

/// A signature with the group's order added to S: a library that doesn't compare S takes it, and
/// anyone can make it from an honest one.
pub fn with_larger_s(mut signature: [u8; 64]) -> [u8; 64] {
    let mut carry = 0;
    for (byte, order) in signature[32..].iter_mut().zip(ORDER) {
        carry += u16::from(*byte) + u16::from(order);
        *byte = carry as u8;
        carry >>= 8;
    }
    signature
}
