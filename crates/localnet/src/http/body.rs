//! A JSON body, read in the gateway's way: any content type, and an error in its envelope.

use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
    response::{IntoResponse, Response},
};
use serde::de::DeserializeOwned;

use super::reply::Reply;

pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(IntoResponse::into_response)?;
        serde_json::from_slice(&bytes).map(Self).map_err(|error| {
            let reason = wrong_json(&bytes, &error);
            Reply::bad_request(format!("validation error: {reason}")).into_response()
        })
    }
}

/// What is wrong with a body, in the gateway's words where it is so from the beginning.
pub fn wrong_json(bytes: &[u8], error: &serde_json::Error) -> String {
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
