//! Chess: all of FIDE's Laws by `chess-rules`, and a separate board for the search.
//!
//! Squares are numbered from a1 (0) to h8 (63).

mod convert;
mod evaluation;
mod game;
mod geometry;
pub mod levels;
mod tables;
mod weights;

pub use convert::{move_from_rules, move_to_rules};
pub use game::{Game, Refusal};
pub use geometry::{EightByEight, Position};

/// A search of chess.
pub type Search = crate::search::BoardSearch<EightByEight>;

#[cfg(test)]
pub(crate) use weights::Learnt;
