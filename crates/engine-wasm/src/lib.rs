//! The chess engine for practice games in the page: no wallet, no network.
//!
//! `make page` compiles this crate for `wasm32v1-none`. It searches as the contract `enginechess`
//! does: the same nodes give the same strength.
//!
//! ```
//! let mut thinker = engine_wasm::Thinker::new();
//! // 1. f3 e5 2. g4
//! assert!(thinker.begin(&[13, 21, 52, 36, 14, 30], 4_000));
//! while !thinker.run(500) {}
//! // Qh4#
//! assert_eq!(thinker.best(), (59, 31, 0));
//! ```

#![cfg_attr(target_arch = "wasm32", no_std)]
#![deny(missing_docs)]

#[cfg(target_arch = "wasm32")]
mod abi;
mod thinker;

pub use thinker::Thinker;
