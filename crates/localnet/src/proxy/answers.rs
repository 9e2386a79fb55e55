//! The gateway's answers as an API gives them.

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use serde_json::{Map, Value, json};

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

/// A transaction.
pub fn transaction(tx: &Value) -> Value {
    let status = match (tx["status"].as_str(), tx["processStatus"].as_str()) {
        (Some("invalid"), _) => "invalid",
        (_, Some(status)) => status,
        (_, None) => "pending",
    };
    let results = tx["smartContractResults"].as_array();
    let results: Vec<Value> = results
        .into_iter()
        .flatten()
        .map(|result| {
            let mut result = result.clone();
            result["data"] = BASE64
                .encode(result["data"].as_str().unwrap_or_default())
                .into();
            let value = &result["value"];
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_string);
            result["value"] = value.into();
            result["timestamp"] = tx["timestamp"].clone();
            result
        })
        .collect();
    let mut fields = Map::new();
    for (name, of) in [
        ("txHash", "hash"),
        ("gasLimit", "gasLimit"),
        ("gasPrice", "gasPrice"),
        ("gasUsed", "gasUsed"),
        ("miniBlockHash", "miniblockHash"),
        ("nonce", "nonce"),
        ("receiver", "receiver"),
        ("receiverShard", "destinationShard"),
        ("round", "round"),
        ("epoch", "epoch"),
        ("sender", "sender"),
        ("senderShard", "sourceShard"),
        ("signature", "signature"),
        ("value", "value"),
        ("fee", "fee"),
        ("timestamp", "timestamp"),
        ("timestampMs", "timestampMs"),
        ("data", "data"),
        ("function", "function"),
        ("options", "options"),
        ("version", "version"),
        ("logs", "logs"),
    ] {
        fields.insert(name.into(), tx[of].clone());
    }
    fields.insert("status".into(), status.into());
    fields.insert("results".into(), results.into());
    fields.insert("operations".into(), json!([]));
    Value::Object(fields)
}
