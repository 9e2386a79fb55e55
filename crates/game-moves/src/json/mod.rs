//! Canonical JSON: integers only, keys sorted, no spaces.
//!
//! Writing needs no allocation and is always available; reading needs the feature `serde`.

#[cfg(feature = "serde")]
mod read;
mod write;

#[cfg(feature = "serde")]
pub use read::{JsonError, JsonProblem, Object, Value};
pub(crate) use write::Writer;
