//! What the network makes of a transaction: the hash by which it knows it, and what it takes.
#![deny(missing_docs)]

pub mod fee;
mod hash;

pub use hash::Fields;
