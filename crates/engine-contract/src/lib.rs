//! The contracts with an engine (`minichess`, `enginechess`), written once for both boards: their calls, storage,
//! results and events, the search within a call's gas, and the cost of storing it. A contract adds its
//! [`Engine`](engine::Engine), its endpoints and the parts that only its board has.
#![no_std]

pub mod engine;
pub mod errors;
pub mod events;
pub mod games;
pub mod keeping;
pub mod questions;
pub mod search;
pub mod storage;
pub mod thinking;
pub mod types;
