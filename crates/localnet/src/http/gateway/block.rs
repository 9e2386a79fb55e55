//! `/block/…`, `/blocks/…` and `/hyperblock/…`. All shards make their blocks at the same time, so that
//! one number is that of a block of each.

use axum::{Router, routing::get};
use serde_json::{Value, json};

use super::check_shard;
use super::transaction_view::transaction_json;
use crate::{
    address::{self, METACHAIN},
    chain::Chain,
    http::{
        ask::asks,
        extract::{Path, path_number},
        json::read_hex,
        reply::{Answer, Reply},
    },
    transaction::receipt::{BlockId, Record},
};

pub fn routes() -> Router<Chain> {
    Router::new()
        .route("/block/{shard}/by-nonce/{nonce}", get(asks(by_nonce)))
        .route("/block/{shard}/by-hash/{hash}", get(asks(by_hash)))
        .route("/blocks/by-round/{round}", get(asks(by_round)))
        .route(
            "/hyperblock/by-nonce/{nonce}",
            get(asks(hyperblock_by_nonce)),
        )
        .route("/hyperblock/by-hash/{hash}", get(asks(hyperblock_by_hash)))
}

// The gateway's errors for a wrong part of the path.
const NO_SHARD: &str = "cannot parse shard ID";
const NO_NONCE: &str = "cannot parse nonce";
const NO_HASH: &str = "invalid block hash parameter";
const NO_ROUND: &str = "cannot parse round";

/// A block's hash.
fn hash(text: String) -> Result<String, Reply> {
    let read = read_hex(&text).map(|_| text);
    read.map_err(|_| Reply::bad_request(NO_HASH))
}

fn by_nonce(chain: &Chain, Path((shard, nonce)): Path<(String, String)>) -> Answer {
    let shard = path_number(&shard, NO_SHARD)?;
    let nonce = path_number(&nonce, NO_NONCE)?;
    of_shard(chain, shard, chain.block_at(nonce))
}

fn by_hash(chain: &Chain, Path((shard, text)): Path<(String, String)>) -> Answer {
    let (shard, hash) = (path_number(&shard, NO_SHARD)?, hash(text)?);
    of_shard(chain, shard, chain.block_of_hash(&hash))
}

fn by_round(chain: &Chain, Path(round): Path<String>) -> Answer {
    // Each round has a block.
    let block = found(chain.block_at(path_number(&round, NO_ROUND)?))?;
    let shards = (0..chain.config().shards.count()).chain([METACHAIN]);
    let blocks: Vec<Value> = shards
        .map(|shard| block_json(chain, &block, shard))
        .collect();
    Ok(Reply::ok(json!({"blocks": blocks})))
}

fn hyperblock_by_nonce(chain: &Chain, Path(nonce): Path<String>) -> Answer {
    hyperblock(chain, chain.block_at(path_number(&nonce, NO_NONCE)?))
}

fn hyperblock_by_hash(chain: &Chain, Path(text): Path<String>) -> Answer {
    hyperblock(chain, chain.block_of_hash(&hash(text)?))
}

fn found(block: Option<BlockId>) -> Result<BlockId, Reply> {
    let missing = "sending request error, getting block failed: block not found";
    block.ok_or_else(|| Reply::internal(missing))
}

fn of_shard(chain: &Chain, shard: u32, block: Option<BlockId>) -> Answer {
    check_shard(chain, shard)?;
    let block = block_json(chain, &found(block)?, shard);
    Ok(Reply::ok(json!({"block": block})))
}

fn hyperblock(chain: &Chain, block: Option<BlockId>) -> Answer {
    let block = found(block)?;
    let shards: Vec<Value> = (0..chain.config().shards.count())
        .map(|shard| {
            json!({
                "hash": block.hash(),
                "miniBlockHashes": [],
                "nonce": block.nonce,
                "rootHash": block.hash(),
                "round": block.round,
                "shard": shard,
            })
        })
        .collect();
    let mut json = with_transactions(chain, &block, |_| true);
    json["shard"] = METACHAIN.into();
    json["shardBlocks"] = shards.into();
    Ok(Reply::ok(json!({"hyperblock": json})))
}

/// A shard's block, with the transactions whose execution ended there.
fn block_json(chain: &Chain, block: &BlockId, shard: u32) -> Value {
    let mut json = with_transactions(chain, block, |record| {
        let receiver = address::decode(&record.transaction.receiver);
        receiver.is_ok_and(|receiver| chain.shard_of(&receiver) == shard)
    });
    json["shard"] = shard.into();
    json["chainID"] = crate::transaction::CHAIN_ID.into();
    json
}

fn with_transactions(chain: &Chain, block: &BlockId, wanted: impl Fn(&Record) -> bool) -> Value {
    let records = chain.transactions(usize::MAX, |record| {
        record.block.nonce == block.nonce && wanted(record)
    });
    let transactions: Vec<Value> = records
        .iter()
        .rev()
        .map(|record| transaction_json(record, chain.config().shards, true))
        .collect();
    let previous = block
        .nonce
        .checked_sub(1)
        .and_then(|nonce| chain.block_at(nonce))
        .map_or_else(String::new, |block| block.hash());
    json!({
        "nonce": block.nonce,
        "round": block.round,
        "epoch": block.epoch,
        "hash": block.hash(),
        "prevBlockHash": previous,
        "stateRootHash": block.hash(),
        "numTxs": transactions.len(),
        "timestamp": block.timestamp_ms / 1000,
        "timestampMs": block.timestamp_ms,
        "status": "on-chain",
        "transactions": transactions,
    })
}
