//! A local MultiversX chain in one process.
//!
//! The framework's VM executes compiled contracts; this crate adds what makes a
//! chain: signatures, nonces, fees, blocks, epochs, a transaction store. Over
//! HTTP ([`serve`]) it speaks the dialect of the network's gateway, so that mxpy,
//! the SDKs and pages work unchanged. In process ([`Chain`]) it serves tests and
//! tools.

mod abi;
mod account;
pub mod address;
mod amount;
mod chain;
mod chain_id;
mod chain_state;
mod cheats;
mod clock;
mod config;
mod control;
mod error;
pub mod esdt;
mod event_log;
mod execute;
mod fault;
pub mod fee;
mod hex_fields;
mod http;
mod journal;
mod ledger;
mod message;
mod narrate;
mod persist;
mod plain;
mod pool;
mod proxy;
mod query;
mod receipt;
mod snapshots;
mod spawn;
mod state;
mod stored_account;
mod token_rules;
mod transaction;
pub mod vm;
mod wallet;

pub use abi::{AbiError, Abis};
pub use account::{Account, SetAccount};
pub use address::Shards;
pub use amount::parse_egld;
pub use chain::Chain;
pub use chain_id::CHAIN_ID;
pub use clock::ClockError;
pub use config::{Blocks, BlocksError, Config};
pub use ed25519_dalek::SigningKey;
pub use error::{CodeError, StartError, SubmitError};
pub use event_log::LoggedEvent;
pub use http::{DEFAULT_PORT, ServeOptions, Server, serve};
pub use multiversx_chain_core::types::Address;
pub use narrate::Narrator;
pub use num_bigint::BigUint;
pub use plain::{egld, plain_value};
pub use proxy::serve_api;
pub use query::{Answer, Query};
pub use receipt::{BlockId, ContractResult, Event, Failure, NestedCall, Record, Status};
pub use spawn::{Running, spawn};
pub use transaction::{CheckedTransaction, Transaction};
pub use wallet::Wallet;
