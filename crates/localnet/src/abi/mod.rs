//! Contracts' ABIs: calls and events in words.

mod library;
mod names;
mod schema;
mod value;
mod words;

pub use library::{AbiError, Abis};
pub use names::Names;
pub(crate) use value::{Values, hex_text};
