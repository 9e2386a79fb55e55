//! Control over the running chain: snapshots, the whole state, the clock, when blocks are made.

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde_json::json;

use super::{
    changing,
    extract::{Path, path_number},
    on_chain,
    reply::{Answer, Reply},
};
use crate::{blocks::config::Blocks, chain::Chain};

pub const LOAD_STATE: &str = "/simulator/load-state";

pub fn routes() -> Router<Chain> {
    Router::new()
        .route("/simulator/snapshot", post(snapshot))
        .route("/simulator/revert/{number}", post(revert))
        .route("/simulator/dump-state", get(dump_state))
        .route(LOAD_STATE, post(load_state))
        .route("/simulator/increase-time/{ms}", post(increase_time))
        .route("/simulator/next-block-time/{ms}", post(next_block_time))
        .route("/simulator/block-time", get(block_time))
        .route("/simulator/block-time/{mode}", post(set_block_time))
}

async fn snapshot(State(chain): State<Chain>) -> Reply {
    let number = on_chain(chain, Chain::snapshot).await;
    Reply::ok(json!({"snapshot": number}))
}

async fn revert(State(chain): State<Chain>, Path(number): Path<String>) -> Answer {
    let number = path_number(&number, "invalid number of a snapshot")?;
    changing(chain, move |chain| match chain.revert(number) {
        Ok(true) => Reply::ok(json!({})),
        Ok(false) => Reply::bad_request("there is no such snapshot"),
        Err(error) => Reply::internal(error.to_string()),
    })
    .await
}

/// Not in the envelope: what comes is a state file.
async fn dump_state(State(chain): State<Chain>) -> Response {
    let dump = on_chain(chain, Chain::dump).await;
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"chain.state\"",
        ),
    ];
    (headers, dump).into_response()
}

async fn load_state(State(chain): State<Chain>, dump: Bytes) -> Answer {
    changing(chain, move |chain| Reply::done(chain.load(&dump))).await
}

async fn increase_time(State(chain): State<Chain>, Path(ms): Path<String>) -> Answer {
    let ms = path_number(&ms, "invalid number of milliseconds")?;
    changing(chain, move |chain| Reply::done(chain.increase_time(ms))).await
}

async fn next_block_time(State(chain): State<Chain>, Path(ms): Path<String>) -> Answer {
    let ms = path_number(&ms, "invalid Unix time in milliseconds")?;
    changing(chain, move |chain| {
        Reply::done(chain.set_next_block_time(ms))
    })
    .await
}

async fn block_time(State(chain): State<Chain>) -> Reply {
    let blocks = on_chain(chain, Chain::blocks).await;
    Reply::ok(json!({"blockTime": blocks.to_string()}))
}

async fn set_block_time(State(chain): State<Chain>, Path(mode): Path<String>) -> Answer {
    let wrong = |error| Reply::bad_request(format!("invalid block time: {error}"));
    let blocks = mode.parse::<Blocks>().map_err(wrong)?;
    changing(chain, move |chain| {
        chain.set_blocks(blocks);
        Reply::ok(json!({"blockTime": blocks.to_string()}))
    })
    .await
}
