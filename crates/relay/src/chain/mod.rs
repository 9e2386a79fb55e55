//! What the chain has of the contracts' games. Where it lies, [`stored`] knows; the
//! bytes are the crate `chess-record`'s.

mod game;
mod gateway;
mod state;
mod stored;

#[cfg(feature = "push")]
pub use game::GameClock;
pub use game::{Awaits, ChainGame, Stake};
pub use gateway::{Gateway, GatewayError};
#[cfg(feature = "push")]
pub use state::NamedKeys;
pub use state::{Chain, ChainError, ChainTime};
pub use stored::Queue;
