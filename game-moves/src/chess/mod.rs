//! Chess (game id 1).

mod moves;
mod square;

pub use moves::{Encoded, Move, Promotion};
pub use square::Square;
