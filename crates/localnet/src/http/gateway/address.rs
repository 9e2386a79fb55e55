//! `/address/…`: accounts, their storage and tokens.

use axum::{
    Router,
    extract::State,
    routing::{get, post},
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
        extract::Path,
        json::{account_json, hex_nonce, read_hex},
        on_chain,
        reply::Reply,
    },
};

pub fn routes() -> Router<Chain> {
    Router::new()
        .route("/address/{address}", get(account))
        .route("/address/{address}/balance", get(balance))
        .route("/address/{address}/nonce", get(nonce))
        .route("/address/{address}/username", get(username))
        .route("/address/{address}/code-hash", get(account_code_hash))
        .route("/address/{address}/shard", get(shard))
        .route("/address/{address}/guardian-data", get(guardian_data))
        .route("/address/{address}/keys", get(keys))
        .route("/address/{address}/key/{key}", get(key))
        .route("/address/bulk", post(accounts))
        .route("/address/{address}/esdts/roles", get(roles))
        .route(
            "/address/{address}/esdts-with-role/{role}",
            get(tokens_with_role),
        )
        .route("/address/{address}/registered-nfts", get(registered_nfts))
        .route("/address/{address}/esdt", get(account_tokens))
        .route("/address/{address}/esdt/{token}", get(account_token))
        .route(
            "/address/{address}/nft/{token}/nonce/{nonce}",
            get(account_nft),
        )
}

/// Reads an address of the path and answers with what `answer` makes of it.
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

async fn account(State(chain): State<Chain>, Path(text): Path<String>) -> Reply {
    of_address(chain, text, "cannot get account", |chain, address| {
        Reply::ok(json!({
            "account": account_json(&chain.account(address)),
            "blockInfo": block_info(&chain.block()),
        }))
    })
    .await
}

async fn accounts(State(chain): State<Chain>, JsonBody(all): JsonBody<Vec<String>>) -> Reply {
    let mut decoded = vec![];
    for text in all {
        match address::decode(&text) {
            Ok(address) => decoded.push((text, address)),
            Err(reason) => return Reply::internal(format!("cannot get accounts: {reason}")),
        }
    }
    on_chain(chain, move |chain| {
        let accounts: Map<String, Value> = decoded
            .into_iter()
            .map(|(text, address)| {
                let account = account_json(&chain.account(&address));
                (text, Value::Object(account))
            })
            .collect();
        Reply::ok(json!({"accounts": accounts, "blockInfo": block_info(&chain.block())}))
    })
    .await
}

async fn roles(State(chain): State<Chain>, Path(text): Path<String>) -> Reply {
    of_address(
        chain,
        text,
        "get roles for account error",
        |chain, address| {
            let roles: Map<String, Value> = chain
                .account(address)
                .roles
                .into_iter()
                .map(|(token, roles)| (token, json!(roles)))
                .collect();
            Reply::ok(json!({"roles": roles, "blockInfo": block_info(&chain.block())}))
        },
    )
    .await
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
        Reply::ok(json!({"tokens": tokens, "blockInfo": block_info(&chain.block())}))
    })
    .await
}

async fn registered_nfts(State(chain): State<Chain>, Path(text): Path<String>) -> Reply {
    of_address(
        chain,
        text,
        "cannot get owned NFTs for account",
        |chain, address| {
            let owner = address.to_hex();
            let tokens: Vec<String> = chain
                .tokens()
                .into_iter()
                .filter(|token| token.owner == owner && token.kind != "FungibleESDT")
                .map(|token| token.identifier)
                .collect();
            Reply::ok(json!({"tokens": tokens, "blockInfo": block_info(&chain.block())}))
        },
    )
    .await
}

async fn balance(State(chain): State<Chain>, Path(text): Path<String>) -> Reply {
    of_address(chain, text, "cannot get account", |chain, address| {
        Reply::ok(json!({
            "balance": chain.account(address).balance.to_string(),
            "blockInfo": block_info(&chain.block()),
        }))
    })
    .await
}

async fn nonce(State(chain): State<Chain>, Path(text): Path<String>) -> Reply {
    of_address(chain, text, "cannot get account", |chain, address| {
        Reply::ok(json!({
            "nonce": chain.account(address).nonce,
            "blockInfo": block_info(&chain.block()),
        }))
    })
    .await
}

async fn username(State(chain): State<Chain>, Path(text): Path<String>) -> Reply {
    of_address(chain, text, "cannot get account", |chain, _| {
        Reply::ok(json!({"username": "", "blockInfo": block_info(&chain.block())}))
    })
    .await
}

async fn account_code_hash(State(chain): State<Chain>, Path(text): Path<String>) -> Reply {
    of_address(chain, text, "cannot get code hash", |chain, address| {
        let account = account_json(&chain.account(address));
        Reply::ok(json!({"codeHash": account["codeHash"], "blockInfo": block_info(&chain.block())}))
    })
    .await
}

async fn shard(State(chain): State<Chain>, Path(text): Path<String>) -> Reply {
    of_address(
        chain,
        text,
        "compute shard ID for address error",
        |chain, a| Reply::ok(json!({"shardID": chain.shard_of(a)})),
    )
    .await
}

async fn guardian_data(State(chain): State<Chain>, Path(text): Path<String>) -> Reply {
    of_address(chain, text, "cannot get guardian data", |chain, _| {
        Reply::ok(json!({
            "guardianData": {"guarded": false},
            "blockInfo": block_info(&chain.block()),
        }))
    })
    .await
}

async fn keys(State(chain): State<Chain>, Path(text): Path<String>) -> Reply {
    of_address(
        chain,
        text,
        "get key value pairs error",
        |chain, address| {
            let pairs: Map<String, Value> = chain
                .storage(address)
                .iter()
                .map(|(key, value)| (hex::encode(key), Value::String(hex::encode(value))))
                .collect();
            Reply::ok(json!({"pairs": pairs}))
        },
    )
    .await
}

async fn key(State(chain): State<Chain>, Path((text, key)): Path<(String, String)>) -> Reply {
    let key = match read_hex(&key) {
        Ok(key) => key,
        Err(reason) => {
            let twice = "get value for key error: get value for key error";
            return Reply::internal(format!("{twice}: invalid key: {reason}"));
        }
    };
    of_address(
        chain,
        text,
        "get value for key error",
        move |chain, address| {
            let value = chain.storage_value(address, &key);
            Reply::ok(json!({"value": hex::encode(value), "blockInfo": block_info(&chain.block())}))
        },
    )
    .await
}

/// The network's name of a token's kind; the fungible one's of what was never issued.
fn kind(tokens: &[Token], id: &str) -> String {
    let issued = tokens.iter().find(|token| token.identifier == id);
    issued.map_or("FungibleESDT".to_string(), |token| token.kind.clone())
}

async fn account_tokens(State(chain): State<Chain>, Path(text): Path<String>) -> Reply {
    of_address(
        chain,
        text,
        "cannot get ESDT token data",
        |chain, address| {
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
            Reply::ok(json!({"esdts": tokens, "blockInfo": block_info(&chain.block())}))
        },
    )
    .await
}

async fn account_token(
    State(chain): State<Chain>,
    Path((text, token)): Path<(String, String)>,
) -> Reply {
    token_data(chain, text, token, 0, |_, entry| {
        entry["properties"] = "".into();
    })
    .await
}

async fn account_nft(
    State(chain): State<Chain>,
    Path((text, token, nonce)): Path<(String, String, String)>,
) -> Reply {
    let Ok(nonce) = nonce.parse() else {
        return Reply::bad_request("cannot parse nonce");
    };
    let id = token.clone();
    token_data(chain, text, token, nonce, move |chain, entry| {
        entry["type"] = kind(&chain.tokens(), &id).into();
        // told of what the account holds alone
        if nonce > 0 && entry["balance"] != "0" {
            entry["nonce"] = nonce.into();
        }
    })
    .await
}

/// What an account has of a token, with what a route adds.
async fn token_data(
    chain: Chain,
    text: String,
    token: String,
    nonce: u64,
    add: impl FnOnce(&Chain, &mut Value) + Send + 'static,
) -> Reply {
    of_address(
        chain,
        text,
        "cannot get ESDT token data",
        move |chain, address| {
            let mut held = chain.account(address).tokens.into_iter();
            let found = held.find(|(id, n, _)| *id == token && *n == nonce);
            let balance = found.map(|(_, _, balance)| balance).unwrap_or_default();
            let mut data = json!({
                "balance": balance.to_string(),
                "tokenIdentifier": token,
            });
            add(chain, &mut data);
            Reply::ok(json!({"tokenData": data, "blockInfo": block_info(&chain.block())}))
        },
    )
    .await
}
