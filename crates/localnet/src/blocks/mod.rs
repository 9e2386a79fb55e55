//! The data of a chain, how a block is made, and how it is written.

pub(crate) mod chain_state;
mod cheats;
pub(crate) mod clock;
pub(crate) mod config;
pub(crate) mod event_log;
pub(crate) mod journal;
pub(crate) mod ledger;
mod persist;
mod pool;
pub(crate) mod query;
mod snapshots;
