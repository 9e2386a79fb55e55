//! Checkers (game id 4): English draughts.
//!
//! Player 0 begins on the ranks y = 0 to 2 and moves up the board, player 1 on 5 to 7 and moves down. Pieces use the
//! squares with an even x + y. Captures are compulsory. A player may choose among several, and must finish the chosen
//! sequence. A man that reaches the last rank becomes a king and its move ends. A player who cannot move has lost.

mod board;
mod moves;
#[cfg(feature = "serde")]
mod read;
mod rules;
mod square;
mod state;

pub use board::Piece;
pub use moves::Move;
pub use square::Square;
pub use state::State;
