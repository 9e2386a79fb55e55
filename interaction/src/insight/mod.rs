//! Insight into a player: ratings, and a comparison of their moves with a chess program's.

pub mod accuracy;
pub mod fair_play;
pub mod judge;
pub mod picture;
pub mod ratings;
