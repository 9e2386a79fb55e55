//! The answer of a command.

use serde_json::Value;

/// The same answer as text for people and as JSON for scripts.
#[derive(Clone, PartialEq, Debug)]
pub struct Output {
    pub text: String,
    pub json: Value,
}

impl Output {
    /// A line, which is the same for both.
    pub fn line(text: String) -> Self {
        Output {
            text: format!("{text}\n"),
            json: text.into(),
        }
    }
}
