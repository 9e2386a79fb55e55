//! What the chain has of the contracts' games. Where it lies, [`stored`] knows; the
//! bytes are the crate `chess-record`'s.

mod game;
mod gateway;
mod state;
mod stored;

pub use game::{Awaits, ChainGame, GameClock, Stake};
pub use gateway::{Gateway, GatewayError};
pub use state::{Chain, ChainError, ChainTime, NamedKeys};
pub use stored::Queue;
