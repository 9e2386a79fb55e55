//! The contracts with an engine (`minichess`, `enginechess`), written once over the board: their calls, what they store, return and
//! announce, the search within a call's gas and what it costs to keep it. A contract adds its [`Engine`](engine::Engine), its
//! endpoints and what only its board has.
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
