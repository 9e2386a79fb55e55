//! The contract's events in a block.

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use serde_json::Value;

/// The events whose first topic after the name is a game's id.
const OF_GAMES: [&[u8]; 10] = [
    b"challenged",
    b"challengeCancelled",
    b"gameStarted",
    b"roundBegun",
    b"moveMade",
    b"movesPlayed",
    b"moveAsked",
    b"endOpened",
    b"drawOffered",
    b"gameEnded",
];

/// The events that change the lobby's entry of a contract, without its games.
const OF_CONTRACT: [&[u8]; 8] = [
    b"wagerSet",
    b"paused",
    b"unpaused",
    b"queueJoined",
    b"queueLeft",
    b"challenged",
    b"gameStarted",
    b"challengeCancelled",
];

/// The events after which the settlement must look at a tournament; the first topic after the name
/// is its id.
const OF_TOURNAMENTS: [&[u8]; 3] = [b"opened", b"paired", b"reported"];

/// Whether a contract's queue, its pause or its number of games has changed in a block.
pub fn changes_contract(block: &Value, contract: &str) -> bool {
    let events = events_of(block, contract);
    events.iter().any(|topics| is_one_of(topics, &OF_CONTRACT))
}

/// The games of a contract (`erd1…`) that have events in a block, each once, in order.
pub fn games_in(block: &Value, contract: &str) -> Vec<u32> {
    ids_in(block, contract, &OF_GAMES)
}

/// The same for the tournaments of a contract.
pub fn tournaments_in(block: &Value, contract: &str) -> Vec<u32> {
    ids_in(block, contract, &OF_TOURNAMENTS)
}

fn ids_in(block: &Value, contract: &str, names: &[&[u8]]) -> Vec<u32> {
    let mut found = vec![];
    for topics in events_of(block, contract) {
        let id = id_in(topics).filter(|id| is_one_of(topics, names) && !found.contains(id));
        found.extend(id);
    }
    found
}

/// The topics of a contract's events in a block. The search covers all of it: gateways put
/// transactions into the block or into its miniblocks.
fn events_of<'a>(value: &'a Value, contract: &str) -> Vec<&'a Value> {
    let within = |value| events_of(value, contract);
    match value {
        Value::Array(items) => items.iter().flat_map(within).collect(),
        Value::Object(fields) => {
            let is_its = fields.get("address").and_then(Value::as_str) == Some(contract);
            let own = fields.get("topics").filter(|_| is_its);
            own.into_iter()
                .chain(fields.values().flat_map(within))
                .collect()
        }
        _ => vec![],
    }
}

fn topic(topics: &Value, at: usize) -> Option<Vec<u8>> {
    BASE64.decode(topics.get(at)?.as_str()?).ok()
}

/// Whether an event with these topics has one of the names.
fn is_one_of(topics: &Value, names: &[&[u8]]) -> bool {
    topic(topics, 0).is_some_and(|name| names.contains(&&name[..]))
}

/// The game or tournament of an event with these topics: a number without leading zeros.
fn id_in(topics: &Value) -> Option<u32> {
    let id = topic(topics, 1)?;
    let is_short = !id.is_empty() && id.len() <= 4;
    let add = |number, byte: &u8| number << 8 | u32::from(*byte);
    is_short.then(|| id.iter().fold(0, add))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn events_of_the_contract_itself() {
        let block = |contract: &str, name: &str| {
            json!({"block": {"miniBlocks": [{"transactions": [{"logs": {"events": [
                {"address": contract, "topics": [BASE64.encode(name)]}]}}]}]}})
        };
        for (contract, name, changes) in [
            ("erd1chess", "queueJoined", true),
            ("erd1chess", "moveMade", false),
            ("erd1other", "paused", false),
        ] {
            let block = block(contract, name);
            assert_eq!(changes_contract(&block, "erd1chess"), changes, "{block}");
        }
    }

    #[test]
    fn events_are_found_wherever_a_gateway_puts_them() {
        let event = |contract: &str, name: &str, id: &[u8]| {
            json!({"address": contract, "identifier": "play",
                   "topics": [BASE64.encode(name), BASE64.encode(id), null]})
        };
        let of_transaction = json!({"logs": {"events": [
            event("erd1chess", "movesPlayed", &[1, 2]),
            event("erd1chess", "gameEnded", &[1, 2]),
            event("erd1chess", "credited", &[3]),
            event("erd1other", "gameEnded", &[4]),
        ]}});
        let of_result = json!({"logs": {"events": [event("erd1chess", "moveAsked", &[5])]}});
        let simulator = json!({"block": {"transactions": [of_transaction, of_result]}});
        let network = json!({"block": {"miniBlocks": [
            {"transactions": [of_transaction]}, {"transactions": [of_result]}]}});
        for block in [simulator, network] {
            assert_eq!(games_in(&block, "erd1chess"), [0x102, 5]);
        }
        let odd = json!({"address": "erd1chess", "topics": ["%", 7]});
        assert!(games_in(&odd, "erd1chess").is_empty());
        let long = event("erd1chess", "gameEnded", &[1; 5]);
        assert!(games_in(&long, "erd1chess").is_empty());
    }
}
