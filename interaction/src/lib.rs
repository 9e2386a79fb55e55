//! The chess contract from outside: deploying it, calling it, whole games through it.
//!
//! - [`pgn`] reads games, [`games`] has some, [`notation`] reads single moves, [`board`] draws.
//! - [`calls`] are the contract's calls. [`chain`] is a chain in this process; [`network`] is one
//!   behind a gateway, with [`client`] for the contracts there and [`deployment`] to put them there.
//! - [`chess_table`] is what both have in common: [`replay`] plays a game on either, [`play`]
//!   shows it. [`opponents`] play by calls, [`signed_opponents`] by signature.
//! - [`signed`] is play by signature: keys, transcripts, and what the chain is told.
//! - [`bot`] plays many games by signature through a relay, as a program.
//! - [`challenge`] is what a challenge offers, [`time_control`] reads and shows clocks.
//! - [`views`] and [`watch`] show what the contracts' views answer, [`words`] says it.
//! - [`insight`] has players' ratings, and how their moves compare with a chess program's.
//! - [`scenario`] writes a game as a scenario file.
//! - [`engine`] has the engines' contracts as opponents.
//! - [`local`] is a local chain with everything deployed, [`simulator`] its own routes, [`page`]
//!   serves the page.
//! - [`config`], [`state`] and [`wallets`] are the user's files.

pub mod amount;
pub mod artefacts;
pub mod board;
pub mod bot;
pub mod calls;
pub mod chain;
pub mod challenge;
pub mod chess_table;
pub mod client;
pub mod config;
pub mod deployment;
pub mod engine;
pub mod games;
pub mod insight;
pub mod local;
pub mod local_relay;
pub mod network;
pub mod notation;
pub mod opponents;
pub mod output;
pub mod page;
pub mod pgn;
pub mod play;
mod players;
pub mod relayed;
pub mod replay;
pub mod scenario;
pub mod signed;
pub mod signed_opponents;
pub mod simulator;
pub mod state;
pub mod time_control;
pub mod toml_file;
pub mod views;
pub mod watch;
pub mod watch_relay;
pub mod words;
