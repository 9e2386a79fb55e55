//! The contract's judgement of a game by signature, compiled to WebAssembly for the page: the page
//! takes and refuses exactly the bytes that `play` takes and refuses, because both ask
//! `chess-rules` and `game-moves`.
//!
//! The clock's rules are those of the contract (`chess-record`), the times to wait for others those
//! of the player (`chess-player`).
//!
//! `make page` compiles this crate for `wasm32v1-none`. The page loads the module without any
//! generated code: [`abi`](../src/abi.rs) has its few functions and one buffer.
//!
//! ```
//! use rules_wasm::{End, Referee};
//!
//! let mut referee = Referee::new();
//! // 1. f3 e5 2. g4 Qh4#
//! referee.judge(&[13, 21, 52, 36, 14, 30, 59, 31]).unwrap();
//! assert_eq!(referee.end(), Some(End::Checkmate));
//! // castling is two steps of the king, never the king on his own rook
//! let before = [12, 28, 52, 36, 6, 21, 62, 45, 5, 26, 61, 34];
//! assert!(referee.judge(&[&before[..], &[4, 6]].concat()).is_ok());
//! assert!(referee.judge(&[&before[..], &[4, 7]].concat()).is_err());
//! ```

#![cfg_attr(target_arch = "wasm32", no_std)]
#![deny(missing_docs)]

extern crate alloc;

#[cfg(target_arch = "wasm32")]
mod abi;
pub mod advice;
#[cfg(target_arch = "wasm32")]
mod arena;
mod referee;
pub mod situation;
mod time;

pub use referee::{Claim, End, Fault, LONGEST, Referee};
pub use time::Clocked;
