//! What the chain has of the contracts' games. Only [`stored`] knows the bytes.

mod game;
mod gateway;
mod state;
mod stored;

pub use game::{Awaits, ChainGame, GameClock, Stake, number};
pub use gateway::{Gateway, GatewayError};
pub use state::{Chain, ChainError, ChainTime, NamedKeys};
pub use stored::Queue;
