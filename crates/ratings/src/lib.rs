//! Ratings of on-chain chess: Glicko-2, from the contract's events alone, so that everybody who
//! reads the same blocks gets the same numbers. Nothing on chain depends on them.
//!
//! The relay shows them beside names, the command line prints them (`chess ratings`).
//!
//! A [`Book`] reads a shard's blocks in order and takes the events `gameStarted`, `roundBegun`,
//! `moveMade`, `movesPlayed`, `endOpened` and `gameEnded` in the order in which they stand there. It
//! can be kept as JSON and continue later, and it undoes blocks that the chain has replaced.
//!
//! # What is rated
//!
//! - Each game is a rating period of its own for both players. Both ratings from before it count.
//! - A **match** is one period of as many results against the same opponent as it has rounds. The
//!   event tells the rounds and the points, not how many of them were draws, and that is enough: in
//!   Glicko-2 the results of a period against one opponent count by the sum of their scores alone.
//! - Games without a result (cancelled, aborted before both had moved) don't count; of a match the
//!   rounds before such an end do. Nor does a draw that was agreed on before both had moved: so
//!   players abort a game by signature, or a match's round, after which they leave. A round that is
//!   drawn since a pause took too long
//!   ([`EndReason::Pause`](chess_record::EndReason::Pause)) doesn't either: nobody played for it.
//! - Every other end counts, a loss on time too, with stakes or without.
//! - Ratings are kept by the kind of clock ([`Speed`]); games in which both players may use a chess
//!   program have ratings of their own ([`Pool`]).
//!
//! # Numbers
//!
//! A player begins with 1500, a deviation of 350 and a volatility of 0.06; τ is 0.5 (Glickman,
//! "Example of the Glicko-2 system"). As on lichess a rating is [provisional](Rating::is_provisional)
//! above a deviation of 110. Time alone changes nothing. Ratings stay between 400 and 4000 and
//! volatilities at most 0.1, as on lichess, so that accounts that play each other can't drive the
//! numbers to where the formulas have no value.
//!
//! The arithmetic is that of 64-bit floating point; machines may differ in the last digit of it, and
//! so don't in the rounded rating.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod block;
mod book;
mod event;
pub mod file;
mod glicko;
mod player;
pub mod report;
mod speed;

pub use block::{Block, BlockError};
pub use book::{Book, CatchUpError, Course, Standing, Step};
pub use event::{Begun, End, Event, Terms};
pub use glicko::Rating;
pub use player::Player;
pub use speed::{Pool, Speed};
