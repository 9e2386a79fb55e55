//! 6×6 chess as document 002 describes it: the rules, and an alpha-beta search
//! that can be stopped at any node, stored in a few hundred bytes and resumed.
//!
//! The same code runs natively, in the contract and in tests: `no_std`, no
//! allocation, no contract framework.
//!
//! ```
//! use minichess_engine::{Game, Search};
//!
//! let game = Game::start();
//! let mut search = Search::new(&game, 4).unwrap();
//! while !search.run(1_000, || false) {} // slices of 1,000 nodes
//! let answer = search.answer();
//! assert!(game.is_legal(answer.best));
//! ```
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod attack;
mod eval;
mod fen;
mod game;
mod moves;
mod perft;
mod position;
mod quiescence;
mod search;
mod square;
mod state;
mod word;

pub use fen::{FenError, FenText};
pub use game::{BytesError, Draw, Game, MAX_GAME_BYTES, MAX_PLIES, Outcome, Refusal};
pub use moves::{MAX_MOVES, Move, MoveList, Promotion};
pub use perft::perft;
pub use position::{Position, PositionError, Undo};
pub use search::{Answer, MATE, MAX_DEPTH, MIN_DEPTH, NODES_PER_CHECK, Search, mate_in};
pub use square::Square;
pub use state::{MAX_STATE_BYTES, StateError};
pub use word::{Piece, Word};
