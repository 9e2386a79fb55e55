//! The parts of the minichess command line, for its tests and for `chess-interaction`.

pub mod bench;
pub mod costly;
pub mod diagram;
pub mod greedy;
pub mod matches;
pub mod native;
pub mod output;
pub mod play;
pub mod player;
pub mod random;
pub mod uci;
pub mod variant;
