//! The requests of sdk-dapp to an API that don't depend on where the chain is: the local chain's own
//! API and the one in front of another gateway answer the same.

use axum::{
    Json,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use serde_json::{Map, Value, json};

use super::reply::Refusal;
use crate::fee;

/// A refusal in the API's form: its status and why.
pub struct ApiError {
    pub status: StatusCode,
    pub message: String,
}

/// An answer in the API's form.
pub type Answer = Result<Json<Value>, ApiError>;

impl ApiError {
    pub fn new(status: StatusCode, message: impl ToString) -> Self {
        let message = message.to_string();
        Self { status, message }
    }

    pub fn bad_request(reason: impl ToString) -> Self {
        Self::new(StatusCode::BAD_REQUEST, reason)
    }

    pub fn not_found(reason: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, reason)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let Self { status, message } = self;
        let body = json!({"statusCode": status.as_u16(), "message": message});
        (status, Json(body)).into_response()
    }
}

/// Gives what is refused in the gateway's form the API's.
pub async fn in_the_apis_form(response: Response) -> Response {
    match response.extensions().get() {
        Some(Refusal(message)) => ApiError::new(response.status(), message).into_response(),
        None => response,
    }
}

/// An account, from a gateway's answer. Fields without a value are left out.
pub fn account(account: Value, shard: Value, is_guarded: bool) -> Json<Value> {
    let mut fields = match account {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    fields.retain(|_, value| value.as_str() != Some("") && !value.is_null());
    let nonce = fields.get("nonce").cloned().unwrap_or(0.into());
    fields.insert("shard".into(), shard);
    fields.insert("isGuarded".into(), is_guarded.into());
    fields.insert("txCount".into(), nonce);
    fields.insert("scrCount".into(), 0.into());
    Json(fields.into())
}

/// An account's balance of a token, out of all its balances.
pub fn of_account(held: Vec<Value>, token: &str) -> Answer {
    let found = held.into_iter().find(|held| held["identifier"] == token);
    let missing = || ApiError::not_found("Token for given account not found");
    found.map(Json).ok_or_else(missing)
}

/// A transaction, from a gateway's answer with its results; `processStatus` is what has become of it.
pub fn transaction(tx: &Value) -> Value {
    let status = match (tx["status"].as_str(), tx["processStatus"].as_str()) {
        (Some("invalid"), _) => "invalid",
        (_, Some(status)) => status,
        (_, None) => "pending",
    };
    let results = tx["smartContractResults"].as_array();
    let results: Vec<Value> = results
        .into_iter()
        .flatten()
        .map(|result| {
            let mut result = result.clone();
            result["data"] = BASE64
                .encode(result["data"].as_str().unwrap_or_default())
                .into();
            let value = &result["value"];
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_string);
            result["value"] = value.into();
            result["timestamp"] = tx["timestamp"].clone();
            result
        })
        .collect();
    let mut fields = Map::new();
    for (name, of) in [
        ("txHash", "hash"),
        ("gasLimit", "gasLimit"),
        ("gasPrice", "gasPrice"),
        ("gasUsed", "gasUsed"),
        ("miniBlockHash", "miniblockHash"),
        ("nonce", "nonce"),
        ("receiver", "receiver"),
        ("receiverShard", "destinationShard"),
        ("round", "round"),
        ("epoch", "epoch"),
        ("sender", "sender"),
        ("senderShard", "sourceShard"),
        ("signature", "signature"),
        ("value", "value"),
        ("fee", "fee"),
        ("timestamp", "timestamp"),
        ("timestampMs", "timestampMs"),
        ("data", "data"),
        ("function", "function"),
        ("options", "options"),
        ("version", "version"),
        ("logs", "logs"),
    ] {
        fields.insert(name.into(), tx[of].clone());
    }
    fields.insert("status".into(), status.into());
    fields.insert("results".into(), results.into());
    fields.insert("operations".into(), json!([]));
    Value::Object(fields)
}

/// The host that a request names.
fn host(headers: &HeaderMap) -> &str {
    let host = headers.get(header::HOST);
    let host = host.and_then(|host| host.to_str().ok());
    host.unwrap_or("localhost")
}

/// The price of a unit of gas, at any speed.
pub async fn price_per_unit() -> Json<Value> {
    let price = fee::MIN_GAS_PRICE;
    Json(json!({"LastBlock": 0, "Fast": price, "Faster": price, "fast": price, "faster": price}))
}

/// sdk-dapp wants an address before it lets anyone log in. There is no websocket
/// here; pages that can't reach one follow their transactions by asking.
pub async fn websocket(headers: HeaderMap) -> Json<Value> {
    Json(json!({"url": host(&headers)}))
}

/// The settings of a network for sdk-dapp. `headers`: of its request.
pub fn dapp_config(id: &str, name: &str, chain_id: &Value, headers: &HeaderMap) -> Json<Value> {
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
}
