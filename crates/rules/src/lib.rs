//! FIDE's Laws of Chess, for a contract and for everyone around it.
//!
//! The board is 64 bytes in the contract's own form (document 001): square 0 is a8,
//! square 63 is h1, and each byte is a [`piece`] code. A [`Position`] adds what the Laws need
//! as well: whose turn it is, castling rights, en passant and the clocks of the draw rules.
//!
//! `no_std`, no allocation, no tables, small code: one function, [`attacks`], knows how pieces
//! move, and move generation, check, castling and mate all use it.
//!
//! ```
//! use chess_rules::{Outcome, Position};
//!
//! let mut position = Position::START;
//! for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
//!     position.try_play(text.parse()?)?;
//! }
//! assert_eq!(position.outcome(), Outcome::Checkmate);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | question | asked by |
//! | --- | --- |
//! | may this be played? | [`Position::is_legal`], [`Position::try_play`] |
//! | could the piece go there, its king aside? | [`Position::is_pseudo_legal`] |
//! | which moves are there? | [`Position::try_each_legal`] |
//! | is the game over? | [`Position::outcome`], [`RepetitionCounter`] |
//! | who can still win on time? | [`Position::can_still_mate`] |

#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod apply;
mod attack;
mod castling;
mod fen;
mod legal;
mod material;
mod moves;
mod outcome;
pub mod piece;
mod position;
mod repetition;
mod square;
mod valid;

pub use apply::IllegalMove;
pub use attack::{attacks, is_attacked};
pub use castling::Castling;
pub use fen::{Fen, FenError};
pub use moves::{Move, MoveError, Promotion};
pub use outcome::Outcome;
pub use piece::{Color, Role};
pub use position::{Board, BoardCopy, Context, Position};
pub use repetition::RepetitionCounter;
pub use square::Square;
pub use valid::PositionError;
