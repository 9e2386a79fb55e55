//! An honest player of games and matches by signature: all of its rules. `tests/protocol`
//! explores it, and the adversary of `tests/model` plays against it. docs/signed-play.md has the rules in words.
//!
//! The player has no secret, no clock and no connection. It knows the messages of both
//! ([`Player`]) and the game on the chain ([`Shown`]), and decides which deeds the rules allow
//! ([`Player::may_move`], [`Player::may_do`]), which call is due on the chain ([`Player::due`]) and
//! when that is left to others ([`Situation`]).
//!
//! | step | by |
//! | --- | --- |
//! | a message is verified and stored | [`signed_play::Match::check`], [`signed_play::Match::add`] |
//! | the state that follows from all messages, and a look at the chain | [`Player::looking`] |
//! | the messages to sign: an acknowledgement, a move, an answer | [`Player::unsaid`], [`Player::may_move`], [`Player::may_do`] |
//! | the caller signs, stores, and only then sends | [`signed_play::PlayKey::sign`] |
//! | the call that is due on the chain | [`Player::due`] |
//! | the call with its signatures | [`arguments()`] |
//! | whose step that is, by the clocks and the relay | [`Situation::due`], [`Situation::duty`] |
//!
//! ```
//! use chess_player::{Player, Shown, Terms};
//! use signed_play::Match;
//!
//! let terms = Terms { rounds: 1, is_first: true, has_clock: true };
//! let (log, shown) = (Match::default(), Shown::new(terms));
//! let player = Player::looking(&log, &shown).unwrap();
//! assert!(player.may_move(&shown) && player.due(&shown, false).is_none());
//! ```
//!
//! The moves are behind [`Board`], so that the exploration visits every state of a small game. The
//! feature `faults` has faults that only tests turn on: the exploration must find each.

#![no_std]
#![deny(missing_docs)]
#![forbid(unsafe_code)]

extern crate alloc;

mod act;
mod board;
mod call;
mod claim;
mod clock;
mod duty;
mod faults;
mod forecast;
mod log;
mod look;
mod may;
pub mod patience;
mod player;
mod send;
mod shown;
mod situation;

pub use board::Board;
pub use call::{Call, Play, Side};
pub use chess_record::Awaits;
pub use chess_rules::Color;
pub use claim::Wrong;
pub use clock::Clocks;
pub use duty::{Cause, Due};
pub use faults::Faults;
pub use log::arguments;
pub use look::Stranger;
pub use may::Deed;
pub use player::{Player, Proof, Round, Said};
pub use signed_play::{Action, EndOnBoard};

pub use shown::{End, Paid, Pauses, Shown, Terms};
pub use situation::{Absence, Duty, Ended, Prize, Situation, Step};
