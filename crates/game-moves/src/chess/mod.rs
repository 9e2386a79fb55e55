//! Chess (game id 1), by the Laws in the crate `chess-rules`.

mod json;
mod moves;
#[cfg(feature = "serde")]
mod read;
mod square;
mod state;

pub use chess_rules::{Position, Promotion};
pub use json::{MAX_JSON_LEN, write_json};
pub use moves::{Encoded, Move};
pub use square::Square;
pub use state::State;
