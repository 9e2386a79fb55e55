//! 316 signatures with the chain's answer, among them all that other libraries judge differently.

use serde_json::Value;
use signed_play::verify;

use crate::vectors::{bytes, read};

#[test]
fn every_signature_is_judged_as_the_chain_judges_it() {
    let vectors = read("ed25519.json");
    let vectors = vectors.as_array().expect("a list");
    let mut taken = 0;
    for vector in vectors {
        let expected = vector["chain"].as_bool().expect("true or false");
        let field = |name: &str| bytes(&vector[name]);
        let found = verify(&field("publicKey"), &field("message"), &field("signature"));
        assert_eq!(found, expected, "{}", vector["name"]);
        taken += usize::from(expected);
    }
    let names = |part: &str| {
        let has = |vector: &&Value| vector["name"].as_str().is_some_and(|n| n.contains(part));
        vectors.iter().filter(has).count()
    };
    assert_eq!(vectors.len(), 316);
    assert!(taken > 100 && taken < 216, "{taken} taken");
    assert!(
        names("R+T") > 0 && names("S+1L") > 0,
        "the tricks are among them"
    );
}
