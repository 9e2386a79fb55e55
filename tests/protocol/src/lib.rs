//! Signed play as a model that is checked exhaustively: the [`chain`], an [`honest`] player who
//! follows the rules for players, and a [`cheat`] who signs anything of their own, withholds, and
//! orders transactions.
//!
//! [`explore`] visits every state within the bounds of one set of [`rules`] and reports which
//! [`properties`] are true; for one that isn't, the shortest way there. [`runs`] has the sets of
//! rules that are explored: those of the specification, and each known fault.

#![allow(
    clippy::too_many_lines,
    reason = "tests, which tell their stories in one piece"
)]

pub mod board;
pub mod chain;
pub mod cheat;
pub mod explore;
pub mod game;
pub mod honest;
pub mod line;
pub mod properties;
pub mod rules;
pub mod runs;
