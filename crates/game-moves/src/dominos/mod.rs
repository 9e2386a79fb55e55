//! Dominos (game id 2): the draw game with the double-six set for two to four players.
//!
//! Two players get seven tiles each, three or four get five; the rest is the boneyard. The player with the highest
//! double leads it (without a double: the heaviest tile). A player who can play must do so. Any other player draws, one
//! tile per move, until a tile fits or the boneyard is empty, and then passes. The first player with an empty hand
//! wins. If all players pass in a row, the fewest pips win, and equal pips are a draw.

mod moves;
#[cfg(feature = "serde")]
mod read;
mod state;
mod tile;

pub use moves::{End, Move};
pub use state::State;
pub use tile::Tile;
