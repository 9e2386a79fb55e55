//! A transaction as the network sees it: its hash and its cost; amounts as people write them.
#![deny(missing_docs)]

pub mod egld;
pub mod fee;
mod hash;

pub use hash::Fields;
