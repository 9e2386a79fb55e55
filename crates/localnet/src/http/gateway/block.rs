//! `/block/…` and `/hyperblock/…`.

use axum::{
    Router,
    extract::{Path, State},
    routing::get,
};
use serde_json::{Value, json};

use super::transaction_view::transaction_json;
use crate::{
    chain::Chain,
    http::{on_chain, reply::Reply},
};

pub fn routes() -> Router<Chain> {
    Router::new()
        .route("/block/{shard}/by-nonce/{nonce}", get(block_by_nonce))
        .route("/hyperblock/by-nonce/{nonce}", get(hyperblock_by_nonce))
}

async fn block_by_nonce(
    State(chain): State<Chain>,
    Path((shard, nonce)): Path<(u32, u64)>,
) -> Reply {
    on_chain(chain, move |chain| match block_json(chain, nonce) {
        Some(mut block) => {
            block["shard"] = shard.into();
            Reply::ok(json!({"block": block}))
        }
        None => Reply::internal("block not found"),
    })
    .await
}

async fn hyperblock_by_nonce(State(chain): State<Chain>, Path(nonce): Path<u64>) -> Reply {
    on_chain(chain, move |chain| match block_json(chain, nonce) {
        Some(block) => Reply::ok(json!({"hyperblock": block})),
        None => Reply::internal("block not found"),
    })
    .await
}

/// The latest block, or one that executed transactions; others are not kept.
fn block_json(chain: &Chain, nonce: u64) -> Option<Value> {
    let latest = chain.block();
    let records = chain.transactions(usize::MAX, |record| record.block.nonce == nonce);
    let block = records
        .first()
        .map(|record| record.block.clone())
        .or((latest.nonce == nonce).then_some(latest))?;
    let transactions: Vec<Value> = records
        .iter()
        .rev()
        .map(|record| transaction_json(record, chain.config().shards, true))
        .collect();
    Some(json!({
        "nonce": block.nonce,
        "round": block.round,
        "epoch": block.epoch,
        "hash": block.hash(),
        "prevBlockHash": "",
        "numTxs": transactions.len(),
        "timestamp": block.timestamp_ms / 1000,
        "timestampMs": block.timestamp_ms,
        "status": "on-chain",
        "transactions": transactions,
    }))
}
