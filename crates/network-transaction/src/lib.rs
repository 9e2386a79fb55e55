//! A transaction as the network sees it: its hash and its cost.
#![deny(missing_docs)]

pub mod fee;
mod hash;

pub use hash::Fields;
