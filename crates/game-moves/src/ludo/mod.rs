//! Ludo (game id 5) for two to four players with four tokens each.
//!
//! A six moves a token from the base to its start. From there it goes 50 squares around the ring of 52 and five more
//! in the player's home column, and is home on the 56th, by exact count. A token that lands on others' tokens on the
//! ring sends them back to their bases. A six gives another roll; the third six in a row ends the turn unplayed. The
//! first player with all tokens home wins.

mod moves;
#[cfg(feature = "serde")]
mod read;
mod state;

pub use moves::Move;
pub use state::{HOME, State};
