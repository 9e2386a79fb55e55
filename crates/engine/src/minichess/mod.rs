//! 6×6 chess by document 002.

mod evaluation;
mod fen;
mod game;
mod geometry;
mod position;
mod square;
mod tables;
mod weights;
mod word;

pub use fen::{FenError, FenText};
pub use game::{Game, MAX_PLIES, Refusal};
pub use geometry::SixBySix;
pub use position::{Position, PositionError};
pub use square::Square;
#[cfg(test)]
pub(crate) use weights::Learnt;
pub use word::Word;
