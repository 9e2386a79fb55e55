//! What sdk-dapp asks an API for that doesn't depend on where the chain is: the local chain's own
//! API and the one in front of another gateway answer the same.

use axum::{
    Json,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use super::reply::Refusal;
use crate::fee;

/// A refusal in the API's form.
pub fn error(status: StatusCode, message: &str) -> Response {
    let body = json!({"statusCode": status.as_u16(), "message": message});
    (status, Json(body)).into_response()
}

/// Gives what is refused in the gateway's form the API's.
pub async fn in_the_apis_form(response: Response) -> Response {
    match response.extensions().get() {
        Some(Refusal(message)) => error(response.status(), message),
        None => response,
    }
}

/// The host that a request names.
fn host(headers: &HeaderMap) -> &str {
    let host = headers.get(header::HOST);
    let host = host.and_then(|host| host.to_str().ok());
    host.unwrap_or("localhost")
}

/// What a unit of gas costs, at any speed.
pub async fn price_per_unit() -> Response {
    let price = fee::MIN_GAS_PRICE;
    Json(json!({"LastBlock": 0, "Fast": price, "Faster": price, "fast": price, "faster": price}))
        .into_response()
}

/// sdk-dapp wants an address before it lets anyone log in. There is no websocket
/// here; pages that can't reach one follow their transactions by asking.
pub async fn websocket(headers: HeaderMap) -> Response {
    Json(json!({"url": host(&headers)})).into_response()
}

/// What sdk-dapp wants to know of a network. `headers`: of its request.
pub fn dapp_config(id: &str, name: &str, chain_id: &Value, headers: &HeaderMap) -> Response {
    Json(json!({
        "id": id,
        "name": name,
        "egldLabel": "EGLD",
        "decimals": "18",
        "egldDenomination": "18",
        "gasPerDataByte": fee::GAS_PER_DATA_BYTE.to_string(),
        "apiTimeout": "4000",
        "walletConnectDeepLink": "",
        "walletAddress": "",
        "apiAddress": format!("http://{}", host(headers)),
        "explorerAddress": "",
        "chainId": chain_id,
    }))
    .into_response()
}
