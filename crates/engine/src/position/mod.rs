//! The search's view of a position: pieces, side to move, en passant and castling rights.

mod castling;
mod making;
mod movegen;
mod perft;
mod pieces;
mod safety;
mod sums;

pub use making::Undo;
pub use perft::perft;
pub use pieces::Position;
