//! FIDE's Laws of Chess, for a contract and for everyone around it.
//!
//! The board is 64 bytes in the contract's own form (document 001): square 0 is a8,
//! square 63 is h1, and each byte is a [`piece`] code. A [`Position`] adds what the Laws need
//! besides: whose turn it is, castling rights, en passant and the clocks of the draw rules.
//!
//! `no_std`, no allocation, no tables. Code size is gas on MultiversX (1,000 bytes cost every
//! call 100,000), so one function, [`attacks`], knows how pieces move, and move generation,
//! check, castling and mate all ask it.
//!
//! ```
//! use chess_rules::{Move, Outcome, Position};
//!
//! let mut position = Position::START;
//! for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
//!     let m: Move = text.parse().unwrap();
//!     assert!(position.is_legal(m));
//!     position.apply(m);
//! }
//! assert_eq!(position.outcome(), Outcome::Checkmate);
//! ```

#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod apply;
mod attack;
mod fen;
mod legal;
mod material;
mod moves;
mod outcome;
pub mod piece;
mod position;
mod repetition;
pub mod square;

pub use attack::{attacks, is_attacked};
pub use fen::{Fen, FenError};
pub use moves::{Move, MoveError, Promotion};
pub use outcome::Outcome;
pub use piece::{Color, Kind};
pub use position::{Board, Castling, Position, Rows};
pub use repetition::Recurrence;
