//! What the contracts with an engine (`minichess`, `enginechess`) have in common: the search within a call's gas and what it costs to
//! keep it, the types that they return, the events of a move and of a search, the list of games.
#![no_std]

pub mod events;
pub mod games;
pub mod keeping;
pub mod search;
pub mod types;
