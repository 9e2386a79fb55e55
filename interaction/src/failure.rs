//! Why something on a chain failed.

use std::fmt;

/// Why something on a chain failed, in words for the user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The contract refused a call, in its own words.
    Refused { function: String, message: String },
    /// Any other failure: no gateway, no such account, a transaction that the gateway refuses.
    Network(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Refused { function, message } => write!(f, "{function} failed: {message}"),
            Failure::Network(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Failure {}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Failure::Network(message)
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Failure::Network(error.to_string())
    }
}
