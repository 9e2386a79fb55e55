//! The contract's views, as text for people and as JSON for scripts.

pub(crate) mod game;
mod json;
mod players;
mod status;

pub use game::fen_of;
pub use json::stake;
