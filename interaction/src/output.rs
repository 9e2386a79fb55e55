//! The answer of a command.

use serde_json::Value;

/// The same answer as text for people and as JSON for scripts.
#[derive(Clone, PartialEq, Debug)]
pub struct Output {
    pub text: String,
    pub json: Value,
}

impl Output {
    /// The same line as text and as JSON.
    pub fn line(text: String) -> Self {
        Output {
            text: format!("{text}\n"),
            json: text.into(),
        }
    }
}
