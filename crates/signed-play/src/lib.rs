//! The messages that players of on-chain chess sign in play by signature.
//!
//! Two players exchange signed messages, each of which contains the whole game so far. One call of
//! the contract's endpoint `play` then takes the game and at most one message of each player.
//! This crate is the one place that knows the bytes: contract, command line, relay and the tests
//! of the page build on it or are compared with it. README.md describes the format for
//! implementers in other languages; `vectors/` holds good and bad examples.
//!
//! ```
//! use signed_play::{Action, Game, HEADER_LEN};
//!
//! let game = Game {
//!     contract: &[5; 32],
//!     id: 7,
//!     white_key: &[1; 32],
//!     black_key: &[2; 32],
//!     round: 0,
//!     points: 0,
//! };
//! let e2e4 = [12, 28]; // canonical binary, crate game-moves
//! let message = game.message(Action::Move, &e2e4);
//! assert!(message.starts_with(b"onchain-chess:play:2"));
//! assert_eq!(message.len(), HEADER_LEN + e2e4.len());
//! ```
//!
//! # Features
//! | feature | what |
//! | --- | --- |
//! | `verify` (default) | [`PlayKey`] signs, [`verify`] and [`Game::verify`] check as the chain does (ed25519-dalek) |
//! | `transcript` | [`Line`] replays moves as the contract does; [`Transcript`] is a game with its signatures, with the call that the chain needs; [`check()`] says whether a message continues it; [`Match`] has the rounds of a match |
//!
//! The crate is `no_std`. Without features nothing but [`Game::message`] allocates.

#![no_std]
#![deny(missing_docs)]
#![forbid(unsafe_code)]

extern crate alloc;

mod action;
#[cfg(feature = "transcript")]
mod check;
mod coverage;
mod key;
#[cfg(feature = "transcript")]
mod line;
mod message;
mod moves;
pub mod points;
#[cfg(feature = "transcript")]
mod rounds;
#[cfg(feature = "verify")]
mod signature;
#[cfg(feature = "transcript")]
mod transcript;

pub use action::{Action, ArgumentError, SignedAction};
#[cfg(feature = "transcript")]
pub use check::{Place, Refusal, check};
pub use coverage::covered_plies;
pub use key::{KEY_LEN, KeyError, check_key};
#[cfg(feature = "transcript")]
pub use line::{EndOnBoard, Line, ReplayError};
pub use message::{DOMAIN, Game, HEADER_LEN, Pieces};
pub use moves::{MAX_PLIES, MovesError, count_plies, covered_moves, first_plies};
#[cfg(feature = "transcript")]
pub use rounds::{Match, MatchMessage, Next};
#[cfg(feature = "verify")]
pub use signature::{PlayKey, SignError, VerifyError, verify};
#[cfg(feature = "transcript")]
pub use transcript::{Call, Entry, Said, Standing, Transcript, common_beginning, last_ply_of};
