//! The chain's id.

/// The chain's id, as the official chain simulator's.
pub const CHAIN_ID: &str = "chain";
