//! Checkers (game id 4): English draughts.
//!
//! Player 0 begins on the ranks y = 0 to 2 and moves up the board, player 1 on 5 to 7 and moves down; pieces stand on the
//! squares where x + y is even. Captures are compulsory, any of several may be chosen, and a sequence is taken to its end;
//! a man that reaches the last rank becomes a king and its move ends there. A player who cannot move has lost.

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
