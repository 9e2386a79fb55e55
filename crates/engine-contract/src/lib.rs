//! What the contracts with an engine (`minichess`, `enginechess`) have in common: the types that they return, the events of a
//! move and of a search, the list of games, and what it costs to keep a search.
#![no_std]

pub mod events;
pub mod games;
pub mod keeping;
pub mod types;
