//! The chain's records of the contracts' games. [`stored`] has their places; the crate `chess-record`
//! has their bytes.

mod game;
mod gateway;
mod state;
mod stored;
mod tournament;

pub use game::{Awaits, ChainGame};
pub use gateway::{Gateway, GatewayError, redirection};
pub use state::{Chain, ChainError, ChainTime};
pub use stored::Queue;
pub use tournament::{Board, Has, Tournament};
