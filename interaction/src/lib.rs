//! The chess contract from outside: deploying it, calling it, whole games through it.
//!
//! - [`pgn`] reads games and single moves, and has some games; [`board`] draws.
//! - [`calls`] are the contract's calls, [`challenge`] is what a challenge offers, [`time_control`]
//!   reads and shows clocks.
//! - [`failure`] is why something on a chain didn't happen.
//! - [`network`] is a chain behind a gateway, with a client for the contracts there and a way to
//!   put them there.
//! - [`chess_table`] is what a chain offers two players, and [`play`] plays games there: on a chain
//!   in this process or behind a gateway, by calls or by signature.
//! - [`signed`] is play by signature: keys, transcripts, and what the chain is told.
//!   [`relay_client`] is a player's connection to a relay.
//! - [`bot`] plays many games by signature through a relay, as a program.
//! - [`views`] and [`watch`] show games and players, [`describe`] says it in words.
//! - [`insight`] has players' ratings, and how their moves compare with a chess program's.
//! - [`engine`] has the engines' contracts as opponents.
//! - [`local`] is a local chain with everything deployed, beside a relay and the page.
//! - [`user_files`] are the user's settings and what was deployed.

pub mod amount;
pub mod artefacts;
pub mod board;
pub mod bot;
pub mod calls;
pub mod challenge;
pub mod chess_table;
pub mod describe;
pub mod engine;
pub mod failure;
pub mod insight;
pub mod local;
pub mod network;
pub mod output;
pub mod pgn;
pub mod play;
pub mod relay_client;
pub mod signed;
pub mod time_control;
pub mod tournament;
pub mod user_files;
pub mod views;
pub mod watch;
