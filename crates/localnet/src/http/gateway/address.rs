//! `/address/…`: accounts, their storage and tokens.

use axum::{
    Router,
    routing::{MethodRouter, get, post},
};
use multiversx_chain_core::types::Address;
use serde_json::{Map, Value, json};

use super::block_info;
use crate::{
    address,
    chain::Chain,
    esdt::Token,
    http::{
        ask::asks,
        body::JsonBody,
        extract::{Path, path_number},
        json::{account_json, extended_identifier, read_hex},
        reply::{Answer, Reply},
    },
    state::account::Account,
};

pub fn routes() -> Router<Chain> {
    let of_one = Router::new()
        .route("/", told(NO_ACCOUNT, account))
        .route("/balance", told(NO_ACCOUNT, balance))
        .route("/nonce", told(NO_ACCOUNT, nonce))
        .route("/username", told(NO_ACCOUNT, username))
        .route("/code-hash", told("cannot get code hash", code_hash))
        .route("/shard", get(asks(shard)))
        .route(
            "/guardian-data",
            told("cannot get guardian data", guardian_data),
        )
        .route("/keys", get(asks(keys)))
        .route("/key/{key}", get(asks(key)))
        .route("/esdts/roles", told("get roles for account error", roles))
        .route("/esdts-with-role/{role}", get(asks(tokens_with_role)))
        .route(
            "/registered-nfts",
            told("cannot get owned NFTs for account", registered_nfts),
        )
        .route("/esdt", told(NO_TOKEN, account_tokens))
        .route("/esdt/{token}", get(asks(account_token)))
        .route("/nft/{token}/nonce/{nonce}", get(asks(account_nft)));
    Router::new()
        .route("/address/bulk", post(asks(accounts)))
        .nest("/address/{address}", of_one)
}

const NO_ACCOUNT: &str = "cannot get account";
const NO_TOKEN: &str = "cannot get ESDT token data";

/// Reads an address of the path; `wanted` is the gateway's name for the value that it can't give
/// without one.
fn read(text: &str, wanted: &str) -> Result<Address, Reply> {
    address::decode(text).map_err(|reason| Reply::internal(format!("{wanted}: {reason}")))
}

/// An answer with the block that it belongs to.
fn with_block(chain: &Chain, mut data: Value) -> Answer {
    data["blockInfo"] = block_info(&chain.block());
    Ok(Reply::ok(data))
}

/// A route that answers for an address.
fn told(wanted: &'static str, tell: fn(&Chain, &Address) -> Value) -> MethodRouter<Chain> {
    get(asks(move |chain: &Chain, Path(text): Path<String>| {
        with_block(chain, tell(chain, &read(&text, wanted)?))
    }))
}

fn account(chain: &Chain, address: &Address) -> Value {
    json!({"account": account_json(&chain.account(address))})
}

fn accounts(chain: &Chain, JsonBody(all): JsonBody<Vec<String>>) -> Answer {
    let mut accounts = Map::new();
    for text in all {
        let address = read(&text, "cannot get accounts")?;
        accounts.insert(text, account_json(&chain.account(&address)));
    }
    with_block(chain, json!({"accounts": accounts}))
}

fn roles(chain: &Chain, address: &Address) -> Value {
    let roles = chain.account(address).roles.into_iter();
    let roles: Map<String, Value> = roles.map(|(token, roles)| (token, json!(roles))).collect();
    json!({"roles": roles})
}

fn tokens_with_role(chain: &Chain, Path((text, role)): Path<(String, String)>) -> Answer {
    let address = read(&text, "cannot get ESDTs with role")?;
    let roles = chain.account(&address).roles.into_iter();
    let tokens: Vec<String> = roles
        .filter(|(_, roles)| roles.contains(&role))
        .map(|(token, _)| token)
        .collect();
    with_block(chain, json!({"tokens": tokens}))
}

fn registered_nfts(chain: &Chain, address: &Address) -> Value {
    let owner = address.to_hex();
    let is_own = |token: &Token| token.owner == owner && token.kind != "FungibleESDT";
    let own = chain.tokens().into_iter().filter(is_own);
    json!({"tokens": own.map(|token| token.identifier).collect::<Vec<_>>()})
}

fn balance(chain: &Chain, address: &Address) -> Value {
    json!({"balance": chain.account(address).balance.to_string()})
}

fn nonce(chain: &Chain, address: &Address) -> Value {
    json!({"nonce": chain.account(address).nonce})
}

fn code_hash(chain: &Chain, address: &Address) -> Value {
    json!({"codeHash": account_json(&chain.account(address))["codeHash"]})
}

fn username(_: &Chain, _: &Address) -> Value {
    json!({"username": ""})
}

fn guardian_data(_: &Chain, _: &Address) -> Value {
    json!({"guardianData": {"guarded": false}})
}

fn shard(chain: &Chain, Path(text): Path<String>) -> Answer {
    let address = read(&text, "compute shard ID for address error")?;
    Ok(Reply::ok(json!({"shardID": chain.shard_of(&address)})))
}

fn keys(chain: &Chain, Path(text): Path<String>) -> Answer {
    let address = read(&text, "get key value pairs error")?;
    let storage = chain.storage(&address).into_iter();
    let pairs = storage.map(|(key, value)| (hex::encode(key), hex::encode(value).into()));
    let pairs: Map<String, Value> = pairs.collect();
    Ok(Reply::ok(json!({"pairs": pairs})))
}

fn key(chain: &Chain, Path((text, key)): Path<(String, String)>) -> Answer {
    let wanted = "get value for key error";
    let wrong = |reason| Reply::internal(format!("{wanted}: {wanted}: invalid key: {reason}"));
    let key = read_hex(&key).map_err(wrong)?;
    let value = chain.storage_value(&read(&text, wanted)?, &key);
    with_block(chain, json!({"value": hex::encode(value)}))
}

/// The network's name of a token's kind; a token that was never issued has the fungible one's.
fn kind(tokens: &[Token], id: &str) -> String {
    let issued = tokens.iter().find(|token| token.identifier == id);
    issued.map_or("FungibleESDT".to_string(), |token| token.kind.clone())
}

fn account_tokens(chain: &Chain, address: &Address) -> Value {
    let issued = chain.tokens();
    let held = chain.account(address).tokens.into_iter();
    let tokens: Map<String, Value> = held
        .map(|(id, nonce, balance)| {
            let mut entry = json!({
                "balance": balance.to_string(),
                "tokenIdentifier": id,
                "type": kind(&issued, &id),
            });
            if nonce > 0 {
                entry["nonce"] = nonce.into();
            }
            (extended_identifier(id, nonce), entry)
        })
        .collect();
    json!({"esdts": tokens})
}

fn account_token(chain: &Chain, Path((text, token)): Path<(String, String)>) -> Answer {
    let account = chain.account(&read(&text, NO_TOKEN)?);
    let mut data = token_data(&account, &token, 0);
    let is_frozen = account.frozen.contains(&token);
    data["properties"] = if is_frozen { "0100" } else { "" }.into();
    with_block(chain, json!({"tokenData": data}))
}

fn account_nft(
    chain: &Chain,
    Path((text, token, nonce)): Path<(String, String, String)>,
) -> Answer {
    let nonce = path_number(&nonce, "cannot get ESDT token data: cannot parse nonce")?;
    let account = chain.account(&read(&text, NO_TOKEN)?);
    let mut data = token_data(&account, &token, nonce);
    data["type"] = kind(&chain.tokens(), &token).into();
    // only for the account's own tokens
    if nonce > 0 && data["balance"] != "0" {
        data["nonce"] = nonce.into();
    }
    with_block(chain, json!({"tokenData": data}))
}

/// An account's balance of a token.
fn token_data(account: &Account, token: &str, nonce: u64) -> Value {
    let mut held = account.tokens.iter();
    let found = held.find(|(id, n, _)| *id == token && *n == nonce);
    let balance = found.map_or_else(|| "0".into(), |(_, _, balance)| balance.to_string());
    json!({"balance": balance, "tokenIdentifier": token})
}
