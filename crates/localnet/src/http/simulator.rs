//! The routes that the official chain simulator adds to the gateway's.

use std::collections::BTreeMap;

use axum::{
    Router,
    http::{HeaderMap, header::HOST},
    routing::{MethodRouter, get, post},
};
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use multiversx_chain_vm::blockchain::reserved::STORAGE_RESERVED_PREFIX;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{
    ask::{asks, changes},
    body::{JsonBody, WrongBody},
    control,
    extract::{Path, UrlQuery, number, path_number},
    reply::{Answer, Reply},
};
use crate::{
    address, chain::Chain, state::account::SetAccount, transaction::amount, wallet::Wallet,
};

/// The most blocks that one call makes.
const MAX_BLOCKS: u64 = 100_000_000;

/// The most blocks that one call makes while it waits for a transaction.
const MAX_BLOCKS_TO_WAIT: u64 = 10_000;

/// The highest epoch that may be asked for; with any length of epochs and of rounds the
/// chain's time stays far from the end of its numbers.
const MAX_EPOCH: u64 = 1_000_000;

/// The highest nonce that an account may be given.
const MAX_NONCE: u64 = 1 << 60;

/// The port of an address that names none.
const HTTP_PORT: u16 = 80;

// The official simulator's words.
const NO_NUMBER: &str = "cannot convert string to number";

pub fn routes() -> Router<Chain> {
    let routes = control::routes()
        .route("/initial-wallets", get(asks(initial_wallets)))
        .route("/observers", get(asks(observers)))
        .route("/generate-blocks/{count}", post(changes(generate_blocks)))
        .route(
            "/generate-blocks-until-epoch-reached/{epoch}",
            post(changes(generate_until_epoch)),
        )
        .route(
            "/generate-blocks-until-transaction-processed/{hash}",
            post(changes(generate_until_processed)),
        )
        .route("/force-epoch-change", post(changes(force_epoch_change)))
        .route("/set-state", set_state(false))
        .route("/set-state-overwrite", set_state(true))
        .route("/address/{address}/set-state", post(changes(set_storage)));
    Router::new().nest("/simulator", routes)
}

fn initial_wallets(chain: &Chain, (): ()) -> Reply {
    let wallets = chain.wallets();
    let shown = |wallet: &Wallet| {
        json!({
            "address": {"bech32": address::encode(&wallet.address), "hex": wallet.address.to_hex()},
            "privateKeyHex": wallet.secret_hex(),
        })
    };
    // One of each shard, if there is one; the first wallet elsewhere.
    let shards: Map<String, Value> = (0..chain.config().shards.count())
        .map(|shard| {
            let mut own = wallets.iter();
            let own = own.find(|wallet| chain.shard_of(&wallet.address) == shard);
            (shard.to_string(), shown(own.unwrap_or(&wallets[0])))
        })
        .collect();
    Reply::ok(json!({
        "initialWalletWithStake": shown(&wallets[0]),
        "balanceWallets": shards,
        "shardWallets": shards,
        "stakeWallets": [],
        "wallets": wallets.iter().map(shown).collect::<Vec<_>>(),
    }))
}

/// One server answers for every shard: the one that was asked.
fn observers(chain: &Chain, headers: HeaderMap) -> Reply {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let port = host.and_then(|host| host.rsplit_once(':')?.1.parse::<u16>().ok());
    let port = json!({"api-port": port.unwrap_or(HTTP_PORT)});
    let shards = (0..chain.config().shards.count()).chain([address::METACHAIN]);
    let observers: Map<String, Value> = shards
        .map(|shard| (shard.to_string(), port.clone()))
        .collect();
    Reply::ok(Value::Object(observers))
}

fn generate_blocks(chain: &Chain, Path(count): Path<String>) -> Answer {
    let count: i128 = path_number(&count, NO_NUMBER)?;
    if count < 1 {
        let reason = "num of blocks must be greater than zero";
        return Err(Reply::internal(format!("cannot generate blocks: {reason}")));
    }
    let Some(count) = u64::try_from(count).ok().filter(|n| *n <= MAX_BLOCKS) else {
        return Err(Reply::bad_request("invalid number of blocks"));
    };
    chain.generate_blocks(count);
    Ok(Reply::ok(json!({})))
}

fn generate_until_epoch(chain: &Chain, Path(epoch): Path<String>) -> Answer {
    advance(chain, path_number(&epoch, NO_NUMBER)?)
}

fn advance(chain: &Chain, epoch: u64) -> Answer {
    if epoch > MAX_EPOCH {
        return Err(Reply::bad_request("invalid epoch parameter"));
    }
    chain.advance_to_epoch(epoch);
    Ok(Reply::ok(json!({})))
}

#[derive(Deserialize)]
struct MaxBlocks {
    #[serde(rename = "maxNumBlocks", default, deserialize_with = "number")]
    blocks: Option<u64>,
}

fn generate_until_processed(
    chain: &Chain,
    (Path(hash), UrlQuery(max)): (Path<String>, UrlQuery<MaxBlocks>),
) -> Answer {
    let Some(blocks) = Some(max.blocks.unwrap_or(20)).filter(|n| *n <= MAX_BLOCKS_TO_WAIT) else {
        return Err(Reply::bad_request("invalid number of blocks"));
    };
    for _ in 0..=blocks {
        match chain.transaction(&hash) {
            None => {
                let missing = "cannot generate blocks: transaction not found";
                return Err(Reply::internal(missing));
            }
            Some(record) if record.process_status() != "pending" => {
                return Ok(Reply::ok(json!({})));
            }
            Some(_) => chain.generate_blocks(1),
        }
    }
    let pending = "something went wrong, transaction is still in pending";
    Err(Reply::internal(pending))
}

#[derive(Deserialize)]
struct TargetEpoch {
    #[serde(rename = "targetEpoch", default, deserialize_with = "number")]
    epoch: Option<u64>,
}

fn force_epoch_change(chain: &Chain, UrlQuery(target): UrlQuery<TargetEpoch>) -> Answer {
    let next = chain.block().epoch + 1;
    advance(chain, target.epoch.unwrap_or(next))
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AccountState {
    address: String,
    nonce: Option<u64>,
    balance: Option<String>,
    code: Option<String>,
    code_metadata: Option<String>,
    owner_address: Option<String>,
    developer_reward: Option<String>,
    /// Accepts the official simulator's spelling too.
    #[serde(alias = "pairs", default)]
    keys: BTreeMap<String, String>,
}

impl AccountState {
    fn change(self, overwrite: bool) -> Result<SetAccount, String> {
        let who = self.address.clone();
        let wrong = |what: &str| format!("cannot set state, error: {what} of {who} can't be read");
        let target = address::decode(&self.address).map_err(|_| wrong("the address"))?;
        let mut change = SetAccount::new(target);
        add_keys(&mut change, self.keys).map_err(|_| wrong("a key"))?;
        let metadata = |text: &str| BASE64.decode(text).ok()?.try_into().ok();
        let owner = |text: &str| address::decode(text).ok();
        Ok(SetAccount {
            nonce: match self.nonce {
                Some(nonce) if nonce > MAX_NONCE => return Err(wrong("the nonce")),
                nonce => nonce,
            },
            balance: given(self.balance, amount::parse, || wrong("the balance"))?,
            code: self
                .code
                .map(|code| hex::decode(code).map_err(|_| wrong("the code")))
                .transpose()?,
            code_metadata: given(self.code_metadata, metadata, || wrong("the code metadata"))?,
            owner: given(self.owner_address, owner, || wrong("the owner"))?,
            developer_reward: given(self.developer_reward, amount::parse, || {
                wrong("the developer reward")
            })?,
            overwrite,
            ..change
        })
    }
}

/// Reads a text that may be left out, or empty.
fn given<T>(
    text: Option<String>,
    read: impl FnOnce(&str) -> Option<T>,
    wrong: impl FnOnce() -> String,
) -> Result<Option<T>, String> {
    let text = text.filter(|text| !text.is_empty());
    text.map(|text| read(&text).ok_or_else(wrong)).transpose()
}

/// Adds keys to those that an account's trie has: a token's balance, the roles for one, or a
/// contract's own storage.
fn add_keys(
    change: &mut SetAccount,
    pairs: BTreeMap<String, String>,
) -> Result<(), hex::FromHexError> {
    for (key, value) in pairs {
        let (key, value) = (hex::decode(key)?, hex::decode(value)?);
        let own = key.strip_prefix(STORAGE_RESERVED_PREFIX);
        if let Some(token) = own.and_then(|rest| rest.strip_prefix(b"esdt")) {
            change.tokens.push((token.to_vec(), token_value(&value)));
        } else if let Some(token) = own.and_then(|rest| rest.strip_prefix(b"roleesdt")) {
            change.roles.push((token.to_vec(), fields(&value, 1)));
        } else {
            change.storage.push((key, value));
        }
    }
    Ok(())
}

/// The amount in a token record of the network: protobuf field 2, a sign byte and the magnitude.
fn token_value(record: &[u8]) -> num_bigint::BigUint {
    let value = fields(record, 2).into_iter().next().unwrap_or_default();
    num_bigint::BigUint::from_bytes_be(value.get(1..).unwrap_or_default())
}

/// The values of a protobuf record's fields of this number that are bytes.
fn fields(record: &[u8], field: u64) -> Vec<Vec<u8>> {
    let mut rest = record;
    let mut values = vec![];
    while let Some(tag) = varint(&mut rest) {
        let Some(number) = varint(&mut rest) else {
            break;
        };
        // Wire type 2 is bytes with their length; a record has no other but plain numbers.
        if tag & 7 == 2 {
            let length = usize::try_from(number).unwrap_or(usize::MAX);
            let (bytes, tail) = rest.split_at(length.min(rest.len()));
            if tag >> 3 == field {
                values.push(bytes.to_vec());
            }
            rest = tail;
        }
    }
    values
}

/// Takes a protobuf number off the front.
fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let first = bytes.split_off_first()?;
        number |= u64::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[derive(Deserialize)]
struct SetStateOptions {
    #[serde(rename = "noGenerate", default)]
    no_generate: Option<bool>,
}

/// The new values of accounts, or nothing if they are unreadable.
type Asked = Result<JsonBody<Vec<AccountState>>, WrongBody>;

/// A route that sets accounts, and may first make them empty.
fn set_state(overwrite: bool) -> MethodRouter<Chain> {
    post(changes(
        move |chain: &Chain, (UrlQuery(options), body): (UrlQuery<SetStateOptions>, Asked)| {
            // the official simulator's words
            let wrong = |WrongBody(error)| {
                Reply::bad_request(format!("invalid state structure, error: {error}"))
            };
            let JsonBody(accounts) = body.map_err(wrong)?;
            let no_block = options.no_generate == Some(true);
            change_state(chain, accounts, overwrite, no_block)
        },
    ))
}

fn set_storage(
    chain: &Chain,
    (Path(address), JsonBody(keys)): (Path<String>, JsonBody<BTreeMap<String, String>>),
) -> Answer {
    let account = AccountState {
        address,
        keys,
        ..AccountState::default()
    };
    change_state(chain, vec![account], false, false)
}

fn change_state(
    chain: &Chain,
    accounts: Vec<AccountState>,
    overwrite: bool,
    no_block: bool,
) -> Answer {
    let changes = accounts
        .into_iter()
        .map(|account| account.change(overwrite))
        .collect::<Result<Vec<_>, _>>()
        .map_err(Reply::bad_request)?;
    let result = chain.set_accounts(changes);
    if !no_block {
        chain.generate_blocks(1);
    }
    Ok(Reply::done(result))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_records_of_any_length() {
        assert_eq!(token_value(&[0x12, 2, 0, 7]), 7u32.into());
        assert_eq!(token_value(&[8, 1, 0x12, 3, 0, 1, 0]), 256u32.into());
        let mut long = vec![0x1a, 0x80, 1];
        long.extend([9; 128]);
        long.extend([0x12, 2, 0, 5]);
        assert_eq!(token_value(&long), 5u32.into());
        for torn in [&[0x12][..], &[0x12, 0xff], &[0x12, 9, 0], &[0xff; 20]] {
            assert_eq!(token_value(torn), num_bigint::BigUint::ZERO);
        }
        assert_eq!(
            fields(&[0x0a, 1, b'x', 0x0a, 2, b'y', b'z'], 1),
            [&b"x"[..], b"yz"]
        );
    }
}
