//! A local MultiversX chain in one process.
//!
//! The framework's VM executes compiled contracts; this crate adds the rest of a chain: signatures,
//! nonces, fees, blocks, epochs, a transaction store. Over HTTP ([`serve`]) it speaks the dialect
//! of the network's gateway, so that mxpy, the SDKs and pages work unchanged. In process
//! ([`Chain`]) it serves tests and tools.

mod abi;
pub mod address;
mod blocks;
mod chain;
mod error;
pub mod esdt;
mod execute;
mod fault;
pub mod fee;
mod http;
mod narrate;
mod plain;
mod proxy;
mod spawn;
mod state;
mod transaction;
pub mod vm;
mod wallet;

pub use abi::{AbiError, Abis};
pub use address::Shards;
pub use blocks::{
    config::{Blocks, Config},
    event_log::LoggedEvent,
    query::{Answer, Query},
};
pub use chain::Chain;
pub use ed25519_dalek::SigningKey;
pub use error::{StartError, SubmitError};
pub use http::{DEFAULT_PORT, ServeOptions, Server, serve};
pub use multiversx_chain_core::types::Address;
pub use narrate::Narrator;
pub use num_bigint::BigUint;
pub use plain::{egld, plain_value};
pub use proxy::serve_api;
pub use spawn::{Running, spawn, spawn_with};
pub use state::account::{Account, SetAccount};
pub use transaction::{
    CHAIN_ID, CheckedTransaction, Transaction,
    amount::parse_egld,
    receipt::{BlockId, ContractResult, Event, Failure, NestedCall, Record, Status},
};
pub use wallet::Wallet;
