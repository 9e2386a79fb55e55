//! The gateway's envelope: `{"data": …, "error": "", "code": "successful"}`.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

/// What a refusal says, beside its response: the API's routes have another form for it.
#[derive(Clone)]
pub struct Refusal(pub String);

/// An answer in the gateway's envelope.
#[derive(Debug)]
pub struct Reply {
    status: StatusCode,
    data: Value,
    error: String,
    code: &'static str,
}

impl Reply {
    pub fn ok(data: Value) -> Self {
        Self {
            status: StatusCode::OK,
            data,
            error: String::new(),
            code: "successful",
        }
    }

    /// The request was wrong as such.
    pub fn bad_request(error: impl Into<String>) -> Self {
        Self::failed(StatusCode::BAD_REQUEST, error, "bad_request")
    }

    /// Who asks may not.
    pub fn forbidden(error: impl Into<String>) -> Self {
        Self::failed(StatusCode::FORBIDDEN, error, "bad_request")
    }

    /// There is nothing under the request's path.
    pub fn not_found(error: impl Into<String>) -> Self {
        Self::failed(StatusCode::NOT_FOUND, error, "bad_request")
    }

    /// The request's method isn't one of the route's.
    pub fn not_allowed(error: impl Into<String>) -> Self {
        Self::failed(StatusCode::METHOD_NOT_ALLOWED, error, "bad_request")
    }

    /// The request's body is longer than any that is read.
    pub fn too_large(error: impl Into<String>) -> Self {
        Self::failed(StatusCode::PAYLOAD_TOO_LARGE, error, "bad_request")
    }

    /// There is no room for the request now.
    pub fn busy(error: impl Into<String>) -> Self {
        Self::failed(StatusCode::SERVICE_UNAVAILABLE, error, "internal_issue")
    }

    /// The chain refused a transaction.
    pub fn refused(error: impl Into<String>) -> Self {
        Self::failed(StatusCode::BAD_REQUEST, error, "internal_issue")
    }

    /// The chain could not answer.
    pub fn internal(error: impl Into<String>) -> Self {
        Self::failed(StatusCode::INTERNAL_SERVER_ERROR, error, "internal_issue")
    }

    fn failed(status: StatusCode, error: impl Into<String>, code: &'static str) -> Self {
        Self {
            status,
            data: Value::Null,
            error: error.into(),
            code,
        }
    }
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        let body = json!({"data": self.data, "error": self.error, "code": self.code});
        let mut response = (self.status, Json(body)).into_response();
        if !self.status.is_success() {
            response.extensions_mut().insert(Refusal(self.error));
        }
        response
    }
}
