//! `/vm-values/…`: queries of views.

use axum::{
    Router,
    routing::{MethodRouter, post},
};
use num_bigint::BigUint;
use serde_json::json;

use super::block_info;
use crate::{
    blocks::query::Query,
    chain::Chain,
    http::{
        ask::asks,
        body::{JsonBody, WrongBody},
        json::{QueryRequest, answer_json},
        reply::{Answer, Reply},
    },
};

pub fn routes() -> Router<Chain> {
    Router::new()
        .route("/vm-values/query", post(asks(query)))
        .route("/vm-values/hex", first_value(|value| hex::encode(value)))
        .route("/vm-values/string", first_value(text))
        .route("/vm-values/int", first_value(number))
}

fn text(value: &[u8]) -> String {
    String::from_utf8_lossy(value).into_owned()
}

fn number(value: &[u8]) -> String {
    BigUint::from_bytes_be(value).to_string()
}

/// A body, or nothing if it can't be read.
type Asked = Result<JsonBody<QueryRequest>, WrongBody>;

/// The query; `who` is named in a refusal.
fn read(body: Asked, who: &str) -> Result<Query, Reply> {
    let wrong = |reason: &str| Reply::bad_request(format!("{who}: {reason}"));
    let JsonBody(request) = body.map_err(|_| wrong("invalid json request"))?;
    request.query().map_err(|reason| wrong(&reason))
}

fn query(chain: &Chain, body: Asked) -> Answer {
    let query = read(body, "executeQuery")?;
    let data = answer_json(&query, &chain.query(&query));
    let told = json!({"data": data, "blockInfo": block_info(&chain.block())});
    Ok(Reply::ok(told))
}

/// A route that returns a view's first value.
fn first_value(write: fn(&[u8]) -> String) -> MethodRouter<Chain> {
    post(asks(move |chain: &Chain, body: Asked| -> Answer {
        let answer = chain.query(&read(body, "doGetVMValue")?);
        let wrong = |reason: &str| Err(Reply::bad_request(format!("doGetVMValue: {reason}")));
        match answer.failure {
            Some(failure) if failure.code == "contract not found" => wrong("no return data"),
            Some(failure) => wrong(&failure.message),
            None => {
                let value = answer.returned.first().map_or(&[][..], Vec::as_slice);
                Ok(Reply::ok(json!({"data": write(value)})))
            }
        }
    }))
}
