//! Chess games through the contract.
//!
//! - [`pgn`] reads games, [`games`] has some, [`board`] draws.
//! - [`chain`] is a chain in this process; [`replay`] plays a game on it, [`play`] shows it.
//! - [`scenario`] writes a game as a scenario file.

pub mod board;
pub mod chain;
pub mod games;
pub mod pgn;
pub mod play;
pub mod replay;
pub mod scenario;
