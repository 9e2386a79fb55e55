//! The chess contract from outside: deploying it, calling it, whole games through it.
//!
//! - [`pgn`] reads games, [`games`] has some, [`board`] draws.
//! - [`calls`] are the contract's calls. [`chain`] is a chain in this process; [`network`] is one
//!   behind a gateway, with [`client`] for the contracts there.
//! - [`table`] is what both have in common: [`replay`] plays a game on either, [`play`] shows it.
//! - [`scenario`] writes a game as a scenario file.
//! - [`engine`] is the 6×6 contract as an opponent.
//! - [`local`] is a local chain with everything deployed, [`page`] serves the page.

pub mod board;
pub mod calls;
pub mod chain;
pub mod client;
pub mod config;
pub mod engine;
pub mod games;
pub mod local;
pub mod network;
pub mod notation;
pub mod page;
pub mod pgn;
pub mod play;
pub mod replay;
pub mod scenario;
pub mod table;
pub mod views;
pub mod wager;
pub mod wallets;
pub mod watch;
