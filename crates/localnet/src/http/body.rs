//! A JSON body, read in the gateway's way: any content type, and an error in its envelope.

use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
    response::{IntoResponse, Response},
};
use serde::de::DeserializeOwned;

use super::reply::Reply;

pub struct JsonBody<T>(pub T);

/// Why a body can't be read; an answer for the routes that have no other words for it.
pub struct WrongBody(pub String);

impl IntoResponse for WrongBody {
    fn into_response(self) -> Response {
        Reply::bad_request(format!("validation error: {}", self.0)).into_response()
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = WrongBody;

    async fn from_request(request: Request, state: &S) -> Result<Self, WrongBody> {
        let bytes = Bytes::from_request(request, state).await;
        let bytes = bytes.map_err(|error| WrongBody(error.to_string()))?;
        let read = serde_json::from_slice(&bytes).map(Self);
        read.map_err(|error| WrongBody(wrong_json(&bytes, &error)))
    }
}

/// The fault of a body, in the gateway's words if the fault is at its beginning.
fn wrong_json(bytes: &[u8], error: &serde_json::Error) -> String {
    const BEGINNINGS: &[u8] = b"{[\"-0123456789tfn";
    match bytes.trim_ascii_start().first() {
        None => "EOF".to_string(),
        Some(first) if first.is_ascii_graphic() && !BEGINNINGS.contains(first) => {
            let first = char::from(*first);
            format!("invalid character '{first}' looking for beginning of value")
        }
        Some(_) => error.to_string(),
    }
}
