//! The engines' contracts as opponents of minichess-cli's game in the terminal.
//!
//! [`board`] has the differences between the boards, [`opponent`] the common part, and [`levels`] the
//! price and strength of the 8×8 engine's levels.

pub mod board;
pub mod levels;
pub mod opponent;
