//! Carries the signed moves of on-chain chess between two players, and keeps them.
//!
//! The relay trusts nobody and nobody has to trust it: each message is checked as the contract
//! checks it before it is kept, it is on the disk before it is acknowledged, and the relay has none
//! of the players' keys. `docs/relay.md` describes the messages and how to run it.
//!
//! The crate `signed-play` defines a game with its signatures, and whether a message continues it. From the bottom up, each folder using only those before it:
//!
//! | folder | what |
//! | --- | --- |
//! | `store` | keeps games, in a file or in a stream that several relays share |
//! | `chain` | reads what the contracts have stored, from a gateway |
//! | `standings` | has the players' ratings |
//! | `notices` | tells players who are away |
//! | `room` | has a game: who is there, what is kept, what must be done about it |
//! | `watch`, `settle` | follow the chain's blocks; submit the calls that the chain needs |
//! | `server` | speaks to clients |

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod address;
mod chain;
mod clock;
mod condition;
mod failure;
mod limits;
mod metrics;
#[cfg(feature = "program")]
mod notices;
pub mod protocol;
mod purses;
mod room;
mod room_id;
mod server;
mod settle;
mod signal;
mod standings;
mod store;
mod watch;

pub use address::read as read_address;
pub use chain::{Chain, ChainError, ChainTime, Gateway, GatewayError, redirection};
pub use limits::{Limits, MAX_MESSAGE_LEN};
#[cfg(feature = "program")]
pub use notices::{Notices, PUSH_DOMAIN, SubscribeError, Vapid};
pub use purses::{Owners, Purses, owners_in, purse_message};
pub use room::Rooms;
pub use room_id::{HERE_DOMAIN, RoomError, RoomId};
pub use server::{BotName, Origins, ServeOptions, Server, serve};
pub use settle::{FeeLimits, Payer, TokenWorth, chain_id};
pub use standings::Standings;
pub use store::{Store, StoreError};

#[cfg(all(test, feature = "program"))]
#[expect(dead_code, reason = "only the server's tests start a cluster")]
#[path = "../tests/server/harness/nats.rs"]
mod test_nats;
