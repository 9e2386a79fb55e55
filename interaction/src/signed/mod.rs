//! Play by signature: the players' keys, the messages that they exchange, and the call that submits
//! them. The crate `signed-play` has the signed bytes and replays moves.

pub mod file;
mod game;
mod key_file;
mod keys;
mod proof;
mod transcript;

pub use game::SignedGame;
pub use keys::{KeyFolder, Signer};
pub use signed_play::{Call, EndOnBoard, Line, first_plies};
pub use transcript::{Message, Transcript, shown_at_start};
