//! Canonical moves of five games: one encoding for each legal value.
//!
//! Chess, checkers, backgammon, ludo and dominos: each game's state, its rules, its moves in JSON, binary and hex, and
//! the hash of a state, so that moves can be proved, stored and exchanged. FORMAT.md describes every byte and key.
//!
//! ```
//! use game_moves::{Algorithm, Game, GameMove, checkers};
//!
//! let start = checkers::State::new();
//! let mv = checkers::Move::from_hex("0x223300")?;
//! let (next, hash) = start.submit(0, &mv, Algorithm::Sha256)?;
//! assert_eq!(next.turn(), 1);
//! # let _ = hash;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//! | feature | what |
//! | --- | --- |
//! | `serde` | reading JSON, and whole recorded games |
//! | `poseidon` | the Poseidon hash (needs `std`) |
//! | `cli` | the command line `game-moves` (needs `std`) |
//!
//! Without features the crate is `no_std` with `alloc`, and [`chess::Move`] needs no allocation.
#![no_std]
#![warn(missing_docs)]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod backgammon;
pub mod checkers;
pub mod chess;
pub mod dominos;
mod error;
mod game;
mod hash;
pub mod hex;
pub mod json;
pub mod ludo;
#[cfg(feature = "serde")]
pub mod record;
pub mod seed;
mod step;

pub use error::{DecodeError, Problem, StateError, StepError};
pub use game::{Game, GameId, GameMove, Outcome};
pub use hash::Algorithm;
pub use step::{Chain, Step};
