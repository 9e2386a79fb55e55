//! `/vm-values/…`: queries of views.

use axum::{Router, extract::State, routing::post};
use num_bigint::BigUint;
use serde_json::json;

use super::block_info;
use crate::{
    chain::Chain,
    http::{
        body::{JsonBody, WrongBody},
        json::{QueryRequest, answer_json},
        on_chain,
        reply::Reply,
    },
};

pub fn routes() -> Router<Chain> {
    Router::new()
        .route("/vm-values/query", post(query))
        .route("/vm-values/hex", post(query_hex))
        .route("/vm-values/string", post(query_string))
        .route("/vm-values/int", post(query_int))
}

/// A body, or nothing if it can't be read.
type Asked = Result<JsonBody<QueryRequest>, WrongBody>;

async fn query(State(chain): State<Chain>, body: Asked) -> Reply {
    let Ok(JsonBody(request)) = body else {
        return Reply::bad_request("executeQuery: invalid json request");
    };
    let query = match request.query() {
        Ok(query) => query,
        Err(reason) => return Reply::bad_request(format!("executeQuery: {reason}")),
    };
    on_chain(chain, move |chain| {
        let answer = chain.query(&query);
        Reply::ok(json!({
            "data": answer_json(&query, &answer),
            "blockInfo": block_info(&chain.block()),
        }))
    })
    .await
}

async fn query_hex(state: State<Chain>, body: Asked) -> Reply {
    first_value(state, body, |value| hex::encode(value)).await
}

async fn query_string(state: State<Chain>, body: Asked) -> Reply {
    first_value(state, body, |value| {
        String::from_utf8_lossy(value).into_owned()
    })
    .await
}

async fn query_int(state: State<Chain>, body: Asked) -> Reply {
    first_value(state, body, |value| {
        BigUint::from_bytes_be(value).to_string()
    })
    .await
}

async fn first_value(State(chain): State<Chain>, body: Asked, write: fn(&[u8]) -> String) -> Reply {
    let Ok(JsonBody(request)) = body else {
        return Reply::bad_request("doGetVMValue: invalid json request");
    };
    let query = match request.query() {
        Ok(query) => query,
        Err(reason) => return Reply::bad_request(format!("doGetVMValue: {reason}")),
    };
    on_chain(chain, move |chain| {
        let answer = chain.query(&query);
        match answer.failure {
            Some(failure) if failure.code == "contract not found" => {
                Reply::bad_request("doGetVMValue: no return data")
            }
            Some(failure) => Reply::bad_request(format!("doGetVMValue: {}", failure.message)),
            None => {
                let value = answer
                    .returned
                    .first()
                    .map(Vec::as_slice)
                    .unwrap_or_default();
                Reply::ok(json!({"data": write(value)}))
            }
        }
    })
    .await
}
