//! The API's routes of the local chain and of `localnet api`: those that sdk-dapp and the SDKs' API
//! providers use. Their answers have no envelope; errors are `{"statusCode": …, "message": …}`.

use axum::{
    Json, Router,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use multiversx_chain_core::types::Address;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};

use super::{ask::asks, body::JsonBody, extract::Path, reply::Refusal};
use crate::{address, fee};

/// A source of the answers: the local chain, or another gateway.
pub trait Source: Clone + Send + Sync + 'static {
    /// The network's id and name for sdk-dapp.
    const NETWORK: [&str; 2];
    type Transaction: Serialize + DeserializeOwned + Send;
    type Query: DeserializeOwned + Send;

    fn chain_id(&self) -> Result<Value, ApiError>;

    fn shard(&self, address: &str) -> Result<Value, ApiError>;

    /// An account in a gateway's form, and whether it has a guardian.
    fn account(&self, address: &str) -> Result<(Value, bool), ApiError>;

    /// The identifiers of the tokens that an account has, and their balances.
    fn balances(&self, address: &str) -> Result<Vec<(String, Value)>, ApiError>;

    /// A token's properties, as its manager answers them; `None` if there is no such token.
    fn properties(&self, identifier: &str) -> Result<Option<Vec<Vec<u8>>>, ApiError>;

    /// A transaction in a gateway's form, with its results and with its `processStatus`; `None` if
    /// it isn't known.
    fn transaction(&self, hash: &str) -> Result<Option<Value>, ApiError>;

    /// Takes a transaction; its hash.
    fn send(&self, tx: &Self::Transaction) -> Result<Value, ApiError>;

    fn query(&self, query: &Self::Query) -> Result<Value, ApiError>;
}

pub fn routes<S: Source>() -> Router<S> {
    Router::new()
        .route("/accounts/{address}", get(asks(account::<S>)))
        .route("/accounts/{address}/tokens", get(asks(account_tokens::<S>)))
        .route(
            "/accounts/{address}/tokens/{token}",
            get(asks(account_token::<S>)),
        )
        .route("/transactions", post(asks(send::<S>)))
        .route("/transactions/ppu/{shard}", get(price_per_unit))
        .route("/transactions/{hash}", get(asks(transaction::<S>)))
        .route("/tokens/{token}", get(asks(token::<S>)))
        .route("/query", post(asks(query::<S>)))
        .route("/websocket/config", get(websocket))
        .route("/dapp/config", get(asks(dapp_config::<S>)))
}

/// A refusal in the API's form: its status and the reason.
pub struct ApiError {
    pub status: StatusCode,
    pub message: String,
}

/// An answer in the API's form.
pub type Answer = Result<Json<Value>, ApiError>;

/// The answer to a POST.
type Created = Result<(StatusCode, Json<Value>), ApiError>;

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

/// Puts a refusal in the gateway's form into the API's.
pub async fn in_the_apis_form(response: Response) -> Response {
    match response.extensions().get() {
        Some(Refusal(message)) => ApiError::new(response.status(), message).into_response(),
        None => response,
    }
}

/// Fields without a value are left out.
fn account<S: Source>(source: &S, Path(address): Path<String>) -> Answer {
    let (account, is_guarded) = source.account(&address)?;
    let mut fields = match account {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    fields.retain(|_, value| value.as_str() != Some("") && !value.is_null());
    let nonce = fields.get("nonce").cloned().unwrap_or(0.into());
    fields.insert("shard".into(), source.shard(&address)?);
    fields.insert("isGuarded".into(), is_guarded.into());
    fields.insert("txCount".into(), nonce);
    fields.insert("scrCount".into(), 0.into());
    Ok(Json(fields.into()))
}

/// An account's tokens, with the properties of each.
fn holdings<S: Source>(source: &S, address: &str) -> Result<Vec<Value>, ApiError> {
    let held = source.balances(address)?.into_iter();
    held.map(|(identifier, balance)| {
        let known = token_json(source, collection(&identifier))?;
        let mut json = known
            .unwrap_or_else(|| json!({"type": "FungibleESDT", "name": identifier, "decimals": 0}));
        json["identifier"] = identifier.into();
        json["balance"] = balance;
        Ok(json)
    })
    .collect()
}

fn account_tokens<S: Source>(source: &S, Path(address): Path<String>) -> Answer {
    Ok(Json(holdings(source, &address)?.into()))
}

fn account_token<S: Source>(source: &S, Path((address, token)): Path<(String, String)>) -> Answer {
    let mut held = holdings(source, &address)?.into_iter();
    let found = held.find(|held| held["identifier"] == token);
    let missing = || ApiError::not_found("Token for given account not found");
    found.map(Json).ok_or_else(missing)
}

/// The token's part of an identifier: `GOLD-abcdef` of `GOLD-abcdef-01`.
fn collection(identifier: &str) -> &str {
    let mut dashes = identifier.match_indices('-');
    dashes
        .nth(1)
        .map_or(identifier, |(at, _)| &identifier[..at])
}

/// A token, from its manager's answer: name, type, owner, supply, and properties such as
/// `NumDecimals-6`.
pub fn token_json<S: Source>(source: &S, identifier: &str) -> Result<Option<Value>, ApiError> {
    let Some(told) = source.properties(identifier)? else {
        return Ok(None);
    };
    let at = |index: usize| told.get(index).map_or(&[][..], Vec::as_slice);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let property = |name: &str| {
        let found = told
            .iter()
            .find_map(|text| text.strip_prefix(name.as_bytes()));
        text(found.unwrap_or_default())
    };
    let owner = <[u8; 32]>::try_from(at(2)).map(|owner| address::encode(&Address::from(owner)));
    Ok(Some(json!({
        "type": text(at(1)),
        "identifier": identifier,
        "name": text(at(0)),
        "ticker": identifier.split('-').next().unwrap_or_default(),
        "decimals": property("NumDecimals-").parse().unwrap_or(0u32),
        "supply": text(at(3)),
        "owner": owner.unwrap_or_default(),
        "isPaused": property("IsPaused-") == "true",
        "canFreeze": property("CanFreeze-") == "true",
    })))
}

fn token<S: Source>(source: &S, Path(identifier): Path<String>) -> Answer {
    let found = token_json(source, &identifier)?.map(Json);
    found.ok_or_else(|| ApiError::not_found("Token not found"))
}

fn transaction<S: Source>(source: &S, Path(hash): Path<String>) -> Answer {
    let found = source.transaction(&hash)?;
    let json = found.map(|found| Json(transaction_json(&found)));
    json.ok_or_else(|| ApiError::not_found("Transaction not found"))
}

fn send<S: Source>(source: &S, JsonBody(tx): JsonBody<S::Transaction>) -> Created {
    let hash = source.send(&tx)?;
    let tx = json!(tx);
    let shard = |who: &str| source.shard(tx[who].as_str().unwrap_or_default());
    let told = json!({
        "txHash": hash,
        "receiver": tx["receiver"],
        "receiverShard": shard("receiver")?,
        "sender": tx["sender"],
        "senderShard": shard("sender")?,
        "status": "Pending",
    });
    Ok((StatusCode::CREATED, Json(told)))
}

fn query<S: Source>(source: &S, JsonBody(query): JsonBody<S::Query>) -> Created {
    Ok((StatusCode::CREATED, Json(source.query(&query)?)))
}

/// The fields of a transaction that the API and a gateway name the same.
const SAME_FIELDS: &str =
    "nonce round epoch value receiver sender gasPrice gasLimit gasUsed data fee
    signature timestamp timestampMs function options version logs";

/// A transaction in the API's form, made from a gateway's form.
pub fn transaction_json(tx: &Value) -> Value {
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
            let data = BASE64.encode(result["data"].as_str().unwrap_or_default());
            result["data"] = data.into();
            if !result["value"].is_string() {
                result["value"] = result["value"].to_string().into();
            }
            result["timestamp"] = tx["timestamp"].clone();
            result
        })
        .collect();
    let mut fields = Map::new();
    for name in SAME_FIELDS.split_whitespace() {
        fields.insert(name.into(), tx[name].clone());
    }
    for (name, of) in [
        ("txHash", "hash"),
        ("miniBlockHash", "miniblockHash"),
        ("receiverShard", "destinationShard"),
        ("senderShard", "sourceShard"),
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
async fn price_per_unit() -> Json<Value> {
    let price = fee::MIN_GAS_PRICE;
    Json(json!({"LastBlock": 0, "Fast": price, "Faster": price, "fast": price, "faster": price}))
}

/// sdk-dapp wants an address before it lets anyone log in. There is no websocket
/// here; pages that can't reach one follow their transactions by asking.
async fn websocket(headers: HeaderMap) -> Json<Value> {
    Json(json!({"url": host(&headers)}))
}

/// The settings of the network for sdk-dapp.
fn dapp_config<S: Source>(source: &S, headers: HeaderMap) -> Answer {
    let [id, name] = S::NETWORK;
    Ok(Json(json!({
        "id": id,
        "name": name,
        "egldLabel": "EGLD",
        "decimals": "18",
        "egldDenomination": "18",
        "gasPerDataByte": fee::GAS_PER_DATA_BYTE.to_string(),
        "apiTimeout": "4000",
        "walletConnectDeepLink": "",
        "walletAddress": "",
        "apiAddress": format!("http://{}", host(&headers)),
        "explorerAddress": "",
        "chainId": source.chain_id()?,
    })))
}
