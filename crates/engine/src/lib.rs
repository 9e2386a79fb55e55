//! 6×6 chess as document 002 describes it, and chess ([`chess`]): an alpha-beta search
//! that can be stopped at any node, stored in a few thousand bytes and resumed.
//!
//! The same code runs natively, in the contract and in tests: `no_std`, no
//! allocation, no contract framework.
//!
//! ```
//! use chess_engine::{Game, Search};
//!
//! let game = Game::start();
//! let mut search = Search::new(&game, 4).unwrap();
//! while !search.run(1_000, |_| false) {} // slices of 1,000 nodes
//! let answer = search.answer();
//! assert!(game.is_legal(answer.best));
//! ```
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod bitboard;
mod board;
mod board_game;
pub mod chess;
mod key;
mod minichess;
mod mv;
mod network;
mod numbers;
mod outcome;
mod piece;
mod position;
mod quiescence;
mod reach;
mod root;
mod search;
mod see;
mod sum;
mod values;
mod weights;

pub use board::Board;
pub use board_game::BoardGame;
pub use minichess::{
    FenError, FenText, Game, MAX_PLIES, Position, PositionError, Refusal, SixBySix, Square, Word,
};
pub use mv::{MAX_MOVES, Move, MoveList, Promotion};
pub use numbers::Numbers;
pub use outcome::{BytesError, Draw, Outcome};
pub use piece::Piece;
pub use position::perft;
pub use root::{MAX_GAME_BYTES, Root};
pub use search::{
    Answer, BoardSearch, Entry, MATE, MAX_DEPTH, MAX_STATE_BYTES, MIN_DEPTH, Play, Purpose,
    STEPS_PER_CHECK, SURE_MATE, StateError, mate_in, memory_of,
};

/// A search of 6×6 chess.
pub type Search = BoardSearch<SixBySix>;
