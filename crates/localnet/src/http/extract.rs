//! A request's path and query. Unreadable ones are refused in the gateway's envelope.

use std::{error::Error, str::FromStr};

use axum::{
    extract::{self, FromRequestParts, path::ErrorKind, rejection::PathRejection},
    http::request::Parts,
};
use serde::{Deserialize, Deserializer, de::DeserializeOwned};

use super::reply::Reply;

/// The parameters of a request's path, as text.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Reply;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Reply> {
        let read = extract::Path::from_request_parts(parts, state).await;
        let extract::Path(parameters) = read.map_err(|rejection| {
            let reason = match rejection {
                PathRejection::FailedToDeserializePathParams(wrong) => match wrong.into_kind() {
                    ErrorKind::InvalidUtf8InPathParam { key } => {
                        format!("the path's {key} isn't UTF-8 text")
                    }
                    other => other.to_string(),
                },
                other => other.to_string(),
            };
            wrong(&reason)
        })?;
        Ok(Self(parameters))
    }
}

/// The parameters behind a path's `?`.
pub struct UrlQuery<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for UrlQuery<T> {
    type Rejection = Reply;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Reply> {
        let read = extract::Query::try_from_uri(&parts.uri);
        let extract::Query(parameters) = read.map_err(|rejection| {
            let reason = rejection.source().map(ToString::to_string);
            wrong(&reason.unwrap_or_else(|| rejection.to_string()))
        })?;
        Ok(Self(parameters))
    }
}

/// A refusal in the gateway's words.
fn wrong(reason: &str) -> Reply {
    Reply::bad_request(format!("bad url parameter(s): {reason}"))
}

/// Reads a number of a path; `wrong` is the gateway's message if there is none.
///
/// # Errors
/// If it isn't one.
pub fn path_number<T: FromStr>(text: &str, wrong: &str) -> Result<T, Reply> {
    text.parse().map_err(|_| Reply::bad_request(wrong))
}

/// Reads a number of a query.
///
/// # Errors
/// If it isn't one.
pub fn number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let text = String::deserialize(from)?;
    let number = text.parse().map(Some);
    number.map_err(|_| serde::de::Error::custom("a whole number is expected"))
}
