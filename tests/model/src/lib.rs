//! The chess contract in plain Rust, written from the specification and the Laws of chess alone,
//! and an adversary for it.
//!
//! [`chain`] is the whole contract: queue, challenges, clocks, moves, play by signature, asks and
//! open ends, pauses, payouts and credits by token. It shares no code and no encoding with the
//! contract; its rules of chess are cozy-chess's. [`adversary`] plays an honest client, who does
//! only what the rules of signed play require, against a random opponent with every power that a
//! chain gives.

#![allow(
    clippy::too_many_lines,
    reason = "tests, which tell their stories in one piece"
)]

pub mod adversary;
pub mod chain;
pub mod lines;
pub mod model;
pub mod record;
pub mod refusal;
pub mod rules;
pub mod scenario;
pub mod signing;
pub mod step;
pub mod transcript;
pub mod views;
