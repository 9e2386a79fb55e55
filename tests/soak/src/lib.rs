//! The contract under random use: its compiled wasm beside `chess-model`, a plain model of it all.
//!
//! A [`campaign`] runs histories of random steps: every endpoint with right and wrong
//! arguments, by players, strangers, the owner and contracts, in EGLD or a token, with time,
//! pauses, frozen accounts and upgrades in between. After every step both must have come to the
//! same outcome in the same words, the same events and views, and the same money to the unit.
//! A difference is shrunk to a short history.
//!
//! [`ground`] is the same pair of contract and model as the ground on which `chess-model`'s
//! adversary plays.

#![allow(
    clippy::too_many_lines,
    reason = "tests, which tell their stories in one piece"
)]

pub mod bench;
pub mod campaign;
pub mod coverage;
pub mod generate;
pub mod ground;
pub mod shrink;
pub mod world;
