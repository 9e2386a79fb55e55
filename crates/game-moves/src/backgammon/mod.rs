//! Backgammon (game id 3), without the doubling cube.
//!
//! Player 0 moves from point 23 down to 0, has the home board 0 to 5 and enters from the bar on 24 − die; player 1
//! moves from 0 up to 23, has the home board 18 to 23 and enters on die − 1. A player must play both dice if possible.
//! If only one of them can be played, it is the higher one if that is possible. Doubles are played four times.

mod moves;
#[cfg(feature = "serde")]
mod read;
mod rules;
mod state;

pub use moves::{Move, Origin, Target};
pub use state::{State, Victory};
