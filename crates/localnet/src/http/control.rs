//! Control over the running chain: snapshots, the whole state, the clock, when blocks are made.

use axum::{
    Router,
    body::Bytes,
    http::header,
    response::IntoResponse,
    routing::{get, post},
};
use serde_json::json;

use super::{
    ask::{asks, changes},
    extract::{Path, path_number},
    reply::{Answer, Reply},
};
use crate::{blocks::config::Blocks, chain::Chain};

pub const LOAD_STATE: &str = "/simulator/load-state";

pub fn routes() -> Router<Chain> {
    Router::new()
        .route("/snapshot", post(asks(snapshot)))
        .route("/revert/{number}", post(changes(revert)))
        .route("/dump-state", get(asks(dump_state)))
        .route("/load-state", post(changes(load_state)))
        .route("/increase-time/{ms}", post(changes(increase_time)))
        .route("/next-block-time/{ms}", post(changes(next_block_time)))
        .route("/block-time", get(asks(block_time)))
        .route("/block-time/{mode}", post(changes(set_block_time)))
}

fn snapshot(chain: &Chain, (): ()) -> Reply {
    Reply::ok(json!({"snapshot": chain.snapshot()}))
}

fn revert(chain: &Chain, Path(number): Path<String>) -> Answer {
    let number = path_number(&number, "invalid number of a snapshot")?;
    match chain.revert(number) {
        Ok(true) => Ok(Reply::ok(json!({}))),
        Ok(false) => Err(Reply::bad_request("there is no such snapshot")),
        Err(error) => Err(Reply::internal(error.to_string())),
    }
}

/// Not in the envelope: the body is a state file.
fn dump_state(chain: &Chain, (): ()) -> impl IntoResponse + use<> {
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"chain.state\"",
        ),
    ];
    (headers, chain.dump())
}

fn load_state(chain: &Chain, dump: Bytes) -> Reply {
    Reply::done(chain.load(&dump))
}

fn increase_time(chain: &Chain, Path(ms): Path<String>) -> Answer {
    let ms = path_number(&ms, "invalid number of milliseconds")?;
    Ok(Reply::done(chain.increase_time(ms)))
}

fn next_block_time(chain: &Chain, Path(ms): Path<String>) -> Answer {
    let ms = path_number(&ms, "invalid Unix time in milliseconds")?;
    Ok(Reply::done(chain.set_next_block_time(ms)))
}

fn block_time(chain: &Chain, (): ()) -> Reply {
    Reply::ok(json!({"blockTime": chain.blocks().to_string()}))
}

fn set_block_time(chain: &Chain, Path(mode): Path<String>) -> Answer {
    let wrong = |error| Reply::bad_request(format!("invalid block time: {error}"));
    let blocks = mode.parse::<Blocks>().map_err(wrong)?;
    chain.set_blocks(blocks);
    Ok(Reply::ok(json!({"blockTime": blocks.to_string()})))
}
