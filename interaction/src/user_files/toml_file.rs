//! Reads TOML, with errors of one line.

use std::path::Path;

use serde::de::DeserializeOwned;

/// Reads the text of a file.
///
/// # Errors
/// Names the file, the line and the fault there.
pub fn parse<T: DeserializeOwned>(text: &str, file: &Path) -> Result<T, String> {
    toml::from_str(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start));
        let line = before.map_or(1, |before| before.matches('\n').count() + 1);
        let message = error.message().replace('\n', " ");
        format!("{}, line {line}: {message}", file.display())
    })
}
