//! What the minichess command line is made of, for its tests.

pub mod greedy;
pub mod matches;
