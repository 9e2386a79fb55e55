//! The gateway's envelope: `{"data": …, "error": "", "code": "successful"}`.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

/// A refusal's text, with its response: the API's routes have another form for it.
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

/// An answer, or the reason why there is none.
pub type Answer = Result<Reply, Reply>;

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
        Self::failed(StatusCode::BAD_REQUEST, error)
    }

    /// The chain refused a transaction.
    pub fn refused(error: impl Into<String>) -> Self {
        Self {
            code: "internal_issue",
            ..Self::bad_request(error)
        }
    }

    /// The chain could not answer.
    pub fn internal(error: impl Into<String>) -> Self {
        Self::failed(StatusCode::INTERNAL_SERVER_ERROR, error)
    }

    /// A refusal of any kind.
    pub fn failed(status: StatusCode, error: impl Into<String>) -> Self {
        Self {
            status,
            data: Value::Null,
            error: error.into(),
            code: match status.is_client_error() {
                true => "bad_request",
                false => "internal_issue",
            },
        }
    }

    /// That something was done, or why it wasn't.
    pub fn done(done: Result<(), impl ToString>) -> Self {
        match done {
            Ok(()) => Self::ok(json!({})),
            Err(error) => Self::bad_request(error.to_string()),
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
