//! The gateway's answers as an API gives them.

use serde_json::{Value, json};

use crate::{address, state::stored_account};

/// The token's part of an identifier: `GOLD-abcdef` of `GOLD-abcdef-01`.
pub fn collection(identifier: &str) -> &str {
    let mut dashes = identifier.match_indices('-');
    dashes
        .nth(1)
        .map_or(identifier, |(at, _)| &identifier[..at])
}

/// A token, by what its manager tells: name, type, owner, supply, and properties such as
/// `NumDecimals-6`.
pub fn token(identifier: &str, told: &[String]) -> Value {
    let at = |index: usize| told.get(index).map_or("", String::as_str);
    let property = |name: &str| {
        let found = told.iter().find_map(|text| text.strip_prefix(name));
        found.unwrap_or_default()
    };
    let owner = stored_account::address(at(2)).map(|owner| address::encode(&owner));
    json!({
        "type": at(1),
        "identifier": identifier,
        "name": at(0),
        "ticker": identifier.split('-').next().unwrap_or_default(),
        "decimals": property("NumDecimals-").parse().unwrap_or(0u32),
        "supply": at(3),
        "owner": owner.unwrap_or_default(),
        "isPaused": property("IsPaused-") == "true",
        "canFreeze": property("CanFreeze-") == "true",
    })
}
