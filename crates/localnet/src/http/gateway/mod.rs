//! The gateway's own routes, which mxpy and the SDKs' proxy providers use.

mod address;
mod block;
mod network;
mod transaction;
pub(super) mod transaction_view;
mod vm_values;

use axum::Router;
use serde_json::{Value, json};

use crate::{address::METACHAIN, chain::Chain, http::reply::Reply, transaction::receipt::BlockId};

pub fn routes() -> Router<Chain> {
    Router::new()
        .merge(network::routes())
        .merge(address::routes())
        .merge(transaction::routes())
        .merge(vm_values::routes())
        .merge(block::routes())
}

fn block_info(block: &BlockId) -> Value {
    json!({"nonce": block.nonce, "hash": block.hash(), "rootHash": block.hash()})
}

/// Refuses a shard that there isn't.
fn check_shard(chain: &Chain, shard: u32) -> Result<(), Reply> {
    if shard < chain.config().shards.count() || shard == METACHAIN {
        return Ok(());
    }
    let missing = "the specified shard ID does not exist in proxy's configuration";
    Err(Reply::internal(missing))
}
