//! The routes that the official chain simulator adds to the gateway's.

use std::collections::BTreeMap;

use axum::{
    Router,
    extract::{Path, Query as UrlQuery, State},
    routing::{get, post},
};
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use multiversx_chain_vm::blockchain::reserved::STORAGE_RESERVED_PREFIX;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{body::JsonBody, on_chain, reply::Reply};
use crate::{account::SetAccount, address, chain::Chain, receipt::Status};

/// The most blocks that one call makes.
const MAX_BLOCKS: u64 = 1_000_000_000;

pub fn routes() -> Router<Chain> {
    Router::new()
        .route("/simulator/initial-wallets", get(initial_wallets))
        .route("/simulator/observers", get(observers))
        .route("/simulator/generate-blocks/{count}", post(generate_blocks))
        .route(
            "/simulator/generate-blocks-until-epoch-reached/{epoch}",
            post(generate_until_epoch),
        )
        .route(
            "/simulator/generate-blocks-until-transaction-processed/{hash}",
            post(generate_until_processed),
        )
        .route("/simulator/force-epoch-change", post(force_epoch_change))
        .route("/simulator/set-state", post(set_state))
        .route("/simulator/set-state-overwrite", post(overwrite_state))
        .route("/simulator/address/{address}/set-state", post(set_storage))
}

async fn initial_wallets(State(chain): State<Chain>) -> Reply {
    let wallet = |index: usize| {
        let wallet = &chain.wallets()[index];
        json!({
            "address": {"bech32": address::encode(&wallet.address), "hex": wallet.address.to_hex()},
            "privateKeyHex": wallet.secret_hex(),
        })
    };
    let balances: Vec<Value> = (0..chain.wallets().len()).map(wallet).collect();
    // One of each shard, where there is one; the first wallet elsewhere.
    let shards: Map<String, Value> = (0..address::SHARDS)
        .map(|shard| {
            let index = chain
                .wallets()
                .iter()
                .position(|wallet| address::shard(&wallet.address) == shard)
                .unwrap_or(0);
            (shard.to_string(), wallet(index))
        })
        .collect();
    Reply::ok(json!({
        "initialWalletWithStake": wallet(0),
        "balanceWallets": shards,
        "shardWallets": shards,
        "wallets": balances,
    }))
}

async fn observers() -> Reply {
    Reply::ok(json!({}))
}

async fn generate_blocks(State(chain): State<Chain>, Path(count): Path<String>) -> Reply {
    let Some(count) = count
        .parse::<u64>()
        .ok()
        .filter(|count| (1..=MAX_BLOCKS).contains(count))
    else {
        return Reply::bad_request("invalid number of blocks");
    };
    on_chain(chain, move |chain| chain.generate_blocks(count)).await;
    Reply::ok(json!({}))
}

async fn generate_until_epoch(State(chain): State<Chain>, Path(epoch): Path<String>) -> Reply {
    let Some(epoch) = epoch.parse::<u64>().ok().filter(|epoch| *epoch < 1 << 32) else {
        return Reply::bad_request("invalid epoch parameter");
    };
    on_chain(chain, move |chain| chain.advance_to_epoch(epoch)).await;
    Reply::ok(json!({}))
}

#[derive(Deserialize)]
struct MaxBlocks {
    #[serde(rename = "maxNumBlocks")]
    blocks: Option<u64>,
}

async fn generate_until_processed(
    State(chain): State<Chain>,
    Path(hash): Path<String>,
    UrlQuery(max): UrlQuery<MaxBlocks>,
) -> Reply {
    on_chain(chain, move |chain| {
        for _ in 0..=max.blocks.unwrap_or(20) {
            match chain.transaction(&hash) {
                None => return Reply::internal("transaction not found"),
                Some(record) if record.status != Status::Pending => return Reply::ok(json!({})),
                Some(_) => chain.generate_blocks(1),
            }
        }
        Reply::internal("something went wrong, transaction is still in pending")
    })
    .await
}

#[derive(Deserialize)]
struct TargetEpoch {
    #[serde(rename = "targetEpoch")]
    epoch: Option<u64>,
}

async fn force_epoch_change(
    State(chain): State<Chain>,
    UrlQuery(target): UrlQuery<TargetEpoch>,
) -> Reply {
    on_chain(chain, move |chain| {
        let next = chain.block().epoch + 1;
        chain.advance_to_epoch(target.epoch.unwrap_or(next));
    })
    .await;
    Reply::ok(json!({}))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AccountState {
    address: String,
    nonce: Option<u64>,
    balance: Option<String>,
    code: Option<String>,
    code_metadata: Option<String>,
    owner_address: Option<String>,
    developer_reward: Option<String>,
    /// Also in the official simulator's spelling.
    #[serde(alias = "pairs", default)]
    keys: BTreeMap<String, String>,
}

impl AccountState {
    fn change(self, overwrite: bool) -> Result<(SetAccount, Vec<TokenBalance>), String> {
        let who = self.address.clone();
        let wrong = |what: &str| format!("{what} of {who} can't be read");
        let target = address::decode(&self.address).map_err(|_| wrong("the address"))?;
        let amount = |text: Option<String>, what: &str| {
            text.filter(|text| !text.is_empty())
                .map(|text| text.parse().map_err(|_| wrong(what)))
                .transpose()
        };
        let (storage, tokens) = split_keys(self.keys).map_err(|_| wrong("a key"))?;
        let change = SetAccount {
            nonce: self.nonce,
            balance: amount(self.balance, "the balance")?,
            code: self
                .code
                .map(|code| hex::decode(code).map_err(|_| wrong("the code")))
                .transpose()?,
            code_metadata: self
                .code_metadata
                .filter(|metadata| !metadata.is_empty())
                .map(|metadata| {
                    BASE64
                        .decode(metadata)
                        .ok()
                        .and_then(|bytes| bytes.try_into().ok())
                        .ok_or(wrong("the code metadata"))
                })
                .transpose()?,
            owner: self
                .owner_address
                .filter(|owner| !owner.is_empty())
                .map(|owner| address::decode(&owner).map_err(|_| wrong("the owner")))
                .transpose()?,
            developer_reward: amount(self.developer_reward, "the developer reward")?,
            storage,
            overwrite,
            ..SetAccount::new(target)
        };
        Ok((change, tokens))
    }
}

/// A token and its balance, as a trie keeps them.
type TokenBalance = (Vec<u8>, num_bigint::BigUint);
type Pairs = Vec<(Vec<u8>, Vec<u8>)>;

/// Parts the contract's own keys from the network's keys of token balances.
fn split_keys(
    keys: BTreeMap<String, String>,
) -> Result<(Pairs, Vec<TokenBalance>), hex::FromHexError> {
    let (mut storage, mut tokens) = (vec![], vec![]);
    for (key, value) in keys {
        let (key, value) = (hex::decode(key)?, hex::decode(value)?);
        let token = key
            .strip_prefix(STORAGE_RESERVED_PREFIX)
            .and_then(|rest| rest.strip_prefix(b"esdt"));
        match token {
            Some(token) => tokens.push((token.to_vec(), token_value(&value))),
            None => storage.push((key, value)),
        }
    }
    Ok((storage, tokens))
}

/// The amount in a token record of the network: protobuf field 2, a sign byte and the magnitude.
fn token_value(record: &[u8]) -> num_bigint::BigUint {
    let mut rest = record;
    while let [tag, length, tail @ ..] = rest {
        match (tag & 7, tag >> 3) {
            (2, 2) => {
                let bytes = tail.get(1..usize::from(*length)).unwrap_or_default();
                return num_bigint::BigUint::from_bytes_be(bytes);
            }
            (2, _) => rest = tail.get(usize::from(*length)..).unwrap_or_default(),
            _ => rest = tail,
        }
    }
    num_bigint::BigUint::ZERO
}

#[derive(Deserialize)]
struct SetStateOptions {
    #[serde(rename = "noGenerate", default)]
    no_generate: Option<bool>,
}

async fn set_state(
    state: State<Chain>,
    options: UrlQuery<SetStateOptions>,
    body: JsonBody<Vec<AccountState>>,
) -> Reply {
    change_state(state, options, body, false).await
}

async fn overwrite_state(
    state: State<Chain>,
    options: UrlQuery<SetStateOptions>,
    body: JsonBody<Vec<AccountState>>,
) -> Reply {
    change_state(state, options, body, true).await
}

async fn change_state(
    State(chain): State<Chain>,
    UrlQuery(options): UrlQuery<SetStateOptions>,
    JsonBody(accounts): JsonBody<Vec<AccountState>>,
    overwrite: bool,
) -> Reply {
    let changes: Result<Vec<_>, String> = accounts
        .into_iter()
        .map(|account| account.change(overwrite))
        .collect();
    match changes {
        Err(reason) => Reply::bad_request(reason),
        Ok(changes) => {
            on_chain(chain, move |chain| {
                let (accounts, tokens): (Vec<_>, Vec<_>) = changes.into_iter().unzip();
                let holders: Vec<_> = accounts.iter().map(|a| a.address.clone()).collect();
                let result = chain.set_accounts(accounts).map(|()| {
                    for (holder, balances) in holders.iter().zip(tokens) {
                        for (token, balance) in balances {
                            chain.set_token_balance(holder, &token, balance);
                        }
                    }
                });
                if options.no_generate != Some(true) {
                    chain.generate_blocks(1);
                }
                match result {
                    Ok(()) => Reply::ok(json!({})),
                    Err(error) => Reply::bad_request(error.to_string()),
                }
            })
            .await
        }
    }
}

async fn set_storage(
    State(chain): State<Chain>,
    Path(text): Path<String>,
    JsonBody(keys): JsonBody<BTreeMap<String, String>>,
) -> Reply {
    let account = AccountState {
        address: text,
        nonce: None,
        balance: None,
        code: None,
        code_metadata: None,
        owner_address: None,
        developer_reward: None,
        keys,
    };
    let options = UrlQuery(SetStateOptions { no_generate: None });
    change_state(State(chain), options, JsonBody(vec![account]), false).await
}
