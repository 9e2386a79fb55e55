//! The chess contract from outside: deploys it, calls it, and plays whole games through it.
//!
//! - [`pgn`] reads games and single moves, and has some games; [`board`] draws.
//! - [`calls`] has the contract's calls, [`challenge`] the terms of a challenge; [`time_control`] reads
//!   and shows clocks.
//! - [`failure`] has the reasons for failures on a chain.
//! - [`network`] is a chain behind a gateway, with a client for the contracts and their deployment.
//! - [`chess_table`] is a chain with two players, and [`play`] plays games there: on a chain in this
//!   process or behind a gateway, by calls or by signature.
//! - [`signed`] is play by signature: keys, transcripts, and the call that submits a game.
//!   [`relay_client`] is a player's connection to a relay.
//! - [`bot`] is a program that plays many games by signature through a relay.
//! - [`views`] and [`watch`] show games and players, and [`describe`] describes them in words.
//! - [`insight`] has players' ratings, and compares their moves with a chess program's.
//! - [`engine`] has the engines' contracts as opponents.
//! - [`local`] is a local chain with all contracts, a relay and the page.
//! - [`user_files`] has the user's settings and deployments.

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
