//! The engines' contracts as opponents of minichess-cli's game in the terminal.
//!
//! [`board`] is what differs between the boards, [`opponent`] what doesn't, [`levels`] what the
//! 8×8 engine's levels cost and how strong they are.

pub mod board;
pub mod levels;
pub mod opponent;
