//! What the minichess command line is made of, for its tests and for `chess-interaction`.

pub mod greedy;
pub mod matches;
pub mod native;
pub mod play;
