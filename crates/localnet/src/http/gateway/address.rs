//! `/address/…`: accounts, their storage and tokens.

use axum::{
    Router,
    extract::State,
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
        body::JsonBody,
        extract::{Path, path_number},
        json::{account_json, hex_nonce, read_hex},
        on_chain,
        reply::{Answer, Reply},
    },
    state::account::Account,
};

pub fn routes() -> Router<Chain> {
    Router::new()
        .route("/address/{address}", told("cannot get account", account))
        .route(
            "/address/{address}/balance",
            told("cannot get account", balance),
        )
        .route(
            "/address/{address}/nonce",
            told("cannot get account", nonce),
        )
        .route(
            "/address/{address}/username",
            told("cannot get account", |_, _| json!({"username": ""})),
        )
        .route(
            "/address/{address}/code-hash",
            told("cannot get code hash", account_code_hash),
        )
        .route("/address/{address}/shard", get(shard))
        .route(
            "/address/{address}/guardian-data",
            told("cannot get guardian data", guardian_data),
        )
        .route("/address/{address}/keys", get(keys))
        .route("/address/{address}/key/{key}", get(key))
        .route("/address/bulk", post(accounts))
        .route(
            "/address/{address}/esdts/roles",
            told("get roles for account error", roles),
        )
        .route(
            "/address/{address}/esdts-with-role/{role}",
            get(tokens_with_role),
        )
        .route(
            "/address/{address}/registered-nfts",
            told("cannot get owned NFTs for account", registered_nfts),
        )
        .route(
            "/address/{address}/esdt",
            told("cannot get ESDT token data", account_tokens),
        )
        .route("/address/{address}/esdt/{token}", get(account_token))
        .route(
            "/address/{address}/nft/{token}/nonce/{nonce}",
            get(account_nft),
        )
}

/// Reads an address of the path and returns `answer`'s reply for it.
async fn of_address(
    chain: Chain,
    text: String,
    wanted: &'static str,
    answer: impl FnOnce(&Chain, &Address) -> Reply + Send + 'static,
) -> Reply {
    match address::decode(&text) {
        Ok(address) => on_chain(chain, move |chain| answer(chain, &address)).await,
        Err(reason) => Reply::internal(format!("{wanted}: {reason}")),
    }
}

/// An answer beside the block that it is of.
fn with_block(chain: &Chain, mut data: Value) -> Reply {
    data["blockInfo"] = block_info(&chain.block());
    Reply::ok(data)
}

/// A route that tells something of an address.
fn told(wanted: &'static str, tell: fn(&Chain, &Address) -> Value) -> MethodRouter<Chain> {
    get(
        move |State(chain): State<Chain>, Path(text): Path<String>| {
            of_address(chain, text, wanted, move |chain, address| {
                with_block(chain, tell(chain, address))
            })
        },
    )
}

fn account(chain: &Chain, address: &Address) -> Value {
    json!({"account": account_json(&chain.account(address))})
}

async fn accounts(State(chain): State<Chain>, JsonBody(all): JsonBody<Vec<String>>) -> Answer {
    on_chain(chain, move |chain| {
        let wrong = |reason| Reply::internal(format!("cannot get accounts: {reason}"));
        let mut accounts = Map::new();
        for text in all {
            let address = address::decode(&text).map_err(wrong)?;
            accounts.insert(text, account_json(&chain.account(&address)));
        }
        Ok(with_block(chain, json!({"accounts": accounts})))
    })
    .await
}

fn roles(chain: &Chain, address: &Address) -> Value {
    let roles = chain.account(address).roles.into_iter();
    let roles: Map<String, Value> = roles.map(|(token, roles)| (token, json!(roles))).collect();
    json!({"roles": roles})
}

async fn tokens_with_role(
    State(chain): State<Chain>,
    Path((text, role)): Path<(String, String)>,
) -> Reply {
    let wanted = "cannot get ESDTs with role";
    of_address(chain, text, wanted, move |chain, address| {
        let roles = chain.account(address).roles.into_iter();
        let tokens: Vec<String> = roles
            .filter(|(_, roles)| roles.contains(&role))
            .map(|(token, _)| token)
            .collect();
        with_block(chain, json!({"tokens": tokens}))
    })
    .await
}

fn registered_nfts(chain: &Chain, address: &Address) -> Value {
    let owner = address.to_hex();
    let tokens: Vec<String> = chain
        .tokens()
        .into_iter()
        .filter(|token| token.owner == owner && token.kind != "FungibleESDT")
        .map(|token| token.identifier)
        .collect();
    json!({"tokens": tokens})
}

fn balance(chain: &Chain, address: &Address) -> Value {
    json!({"balance": chain.account(address).balance.to_string()})
}

fn nonce(chain: &Chain, address: &Address) -> Value {
    json!({"nonce": chain.account(address).nonce})
}

fn account_code_hash(chain: &Chain, address: &Address) -> Value {
    json!({"codeHash": account_json(&chain.account(address))["codeHash"]})
}

fn guardian_data(_: &Chain, _: &Address) -> Value {
    json!({"guardianData": {"guarded": false}})
}

async fn shard(State(chain): State<Chain>, Path(text): Path<String>) -> Reply {
    let wanted = "compute shard ID for address error";
    of_address(chain, text, wanted, |chain, address| {
        Reply::ok(json!({"shardID": chain.shard_of(address)}))
    })
    .await
}

async fn keys(State(chain): State<Chain>, Path(text): Path<String>) -> Reply {
    let wanted = "get key value pairs error";
    of_address(chain, text, wanted, |chain, address| {
        let pairs: Map<String, Value> = chain
            .storage(address)
            .iter()
            .map(|(key, value)| (hex::encode(key), Value::String(hex::encode(value))))
            .collect();
        Reply::ok(json!({"pairs": pairs}))
    })
    .await
}

async fn key(State(chain): State<Chain>, Path((text, key)): Path<(String, String)>) -> Answer {
    let wanted = "get value for key error";
    let wrong = |reason| Reply::internal(format!("{wanted}: {wanted}: invalid key: {reason}"));
    let key = read_hex(&key).map_err(wrong)?;
    let told = of_address(chain, text, wanted, move |chain, address| {
        let value = chain.storage_value(address, &key);
        with_block(chain, json!({"value": hex::encode(value)}))
    });
    Ok(told.await)
}

/// The network's name of a token's kind; the fungible one's of what was never issued.
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
            if nonce == 0 {
                return (id, entry);
            }
            entry["nonce"] = nonce.into();
            (format!("{id}-{}", hex_nonce(nonce)), entry)
        })
        .collect();
    json!({"esdts": tokens})
}

async fn account_token(
    State(chain): State<Chain>,
    Path((text, token)): Path<(String, String)>,
) -> Reply {
    token_data(chain, text, token, 0, |_, account, entry| {
        let is_frozen = account
            .frozen
            .iter()
            .any(|id| entry["tokenIdentifier"] == *id);
        entry["properties"] = if is_frozen { "0100" } else { "" }.into();
    })
    .await
}

async fn account_nft(
    State(chain): State<Chain>,
    Path((text, token, nonce)): Path<(String, String, String)>,
) -> Answer {
    let nonce = path_number(&nonce, "cannot get ESDT token data: cannot parse nonce")?;
    let id = token.clone();
    let told = token_data(chain, text, token, nonce, move |chain, _, entry| {
        entry["type"] = kind(&chain.tokens(), &id).into();
        // only for the account's own tokens
        if nonce > 0 && entry["balance"] != "0" {
            entry["nonce"] = nonce.into();
        }
    });
    Ok(told.await)
}

/// An account's balance of a token, with the fields that a route adds.
async fn token_data(
    chain: Chain,
    text: String,
    token: String,
    nonce: u64,
    add: impl FnOnce(&Chain, &Account, &mut Value) + Send + 'static,
) -> Reply {
    let wanted = "cannot get ESDT token data";
    of_address(chain, text, wanted, move |chain, address| {
        let account = chain.account(address);
        let mut held = account.tokens.iter();
        let found = held.find(|(id, n, _)| *id == token && *n == nonce);
        let balance = found.map_or_else(|| "0".into(), |(_, _, balance)| balance.to_string());
        let mut data = json!({
            "balance": balance,
            "tokenIdentifier": token,
        });
        add(chain, &account, &mut data);
        with_block(chain, json!({"tokenData": data}))
    })
    .await
}
