//! A local MultiversX chain in one process.
//!
//! The framework's own VM executes compiled contracts; around it stands what makes
//! a chain: signatures, nonces, fees, blocks, epochs, a transaction store. Over
//! HTTP ([`serve`]) it speaks the dialect of the network's gateway, so that mxpy,
//! the SDKs and pages work unchanged; in process ([`Chain`]) it serves tests and
//! tools.

pub mod address;
mod chain;
pub mod esdt;
mod execute;
pub mod fee;
mod http;
mod journal;
mod receipt;
mod state;
mod transaction;
pub mod vm;
mod wallet;

pub use chain::{Account, Answer, Blocks, Chain, Config, Query, SetAccount};
pub use ed25519_dalek::SigningKey;
pub use http::{DEFAULT_PORT, ServeOptions, Server, serve};
pub use multiversx_chain_core::types::Address;
pub use num_bigint::BigUint;
pub use receipt::{BlockId, ContractResult, Event, Failure, Record, Status};
pub use transaction::{CheckedTransaction, Transaction};
pub use wallet::Wallet;

/// The chain's id, as the official chain simulator's.
pub const CHAIN_ID: &str = "chain";
