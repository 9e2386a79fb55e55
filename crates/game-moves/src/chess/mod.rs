//! Chess (game id 1), by the Laws in the crate `chess-rules`. Its [`Square`] has both numberings: document 004's
//! begins at a1 ([`Square::index_from_a1`]), the contract's at a8.

mod json;
mod moves;
#[cfg(feature = "serde")]
mod read;
mod state;

pub use chess_rules::{Position, Promotion, Square};
pub use json::{MAX_JSON_LEN, write_json};
pub use moves::{Encoded, Move};
pub use state::State;
