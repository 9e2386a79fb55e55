//! Ludo (game id 5) for two to four players with four tokens each.
//!
//! A six brings a token from the base to its start. From there it is 50 squares round the ring of 52, five more in the
//! player's own home column, and home on the 56th, by exact count. A token that lands on the ring where others' tokens
//! stand sends them back to their bases. A six gives another roll; the third six in a row ends the turn unplayed. The
//! first player with all tokens home wins.

mod moves;
#[cfg(feature = "serde")]
mod read;
mod state;

pub use moves::Move;
pub use state::{HOME, State};
