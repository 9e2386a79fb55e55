//! Carries the signed moves of on-chain chess between two players, and keeps them.
//!
//! The relay trusts nobody and nobody has to trust it: each message is checked as the contract
//! checks it before it is kept, it is on the disk before it is acknowledged, and the relay has none
//! of the players' keys. `docs/relay.md` describes the messages and how to run it.
//!
//! From the bottom up: [`Transcript`] is a game with its signatures, [`check`] says whether a
//! message goes on from it, [`Store`] keeps it in a file or in a stream that several relays share,
//! [`Rooms`] joins that with who is there,
//! and [`serve`] puts it on a socket. Beside that a watch follows the chain's blocks, and a settlement
//! tells the chain what it must know, from a wallet of the relay's own; [`Notices`] go to players
//! who are away.

#![deny(missing_docs)]
#![forbid(unsafe_code)]
// what only other relays would tell
#![cfg_attr(not(feature = "nats"), allow(dead_code))]

mod address;
mod batch;
mod bell;
mod chain;
mod chain_game;
mod check;
mod clock;
mod connection;
mod duties;
mod events;
mod feed;
mod file_entries;
mod file_outbox;
mod file_store;
mod gateway;
mod lease;
mod limits;
mod line;
mod lobby;
pub mod log;
mod metrics;
#[cfg(feature = "nats")]
mod nats_feed;
#[cfg(feature = "nats")]
mod nats_lease;
#[cfg(feature = "nats")]
mod nats_outbox;
#[cfg(feature = "nats")]
mod nats_people;
#[cfg(feature = "nats")]
mod nats_store;
mod notices;
mod origin;
mod outbox_store;
mod people_changes;
mod presence;
pub mod protocol;
mod room;
mod room_id;
mod rooms;
mod server;
mod settle;
mod stop;
mod store;
mod store_error;
#[cfg(all(test, feature = "nats"))]
#[path = "../tests/server/nats.rs"]
mod test_nats;
mod transcript;
mod verdict;
mod watch;
#[cfg(not(feature = "nats"))]
mod without_nats;
mod world;

#[cfg(not(feature = "nats"))]
use without_nats::{nats_feed, nats_lease, nats_outbox, nats_people, nats_store};

pub use address::read as read_address;
pub use chain::{Chain, ChainError, ChainTime};
pub use check::{Refusal, check};
pub use gateway::{Gateway, GatewayError};
pub use limits::{Limits, MAX_MESSAGE_LEN};
pub use notices::{NoticeOptions, Notices, PUSH_DOMAIN, SubscribeError, Vapid};
pub use origin::Origins;
pub use room_id::{HERE_DOMAIN, RoomError, RoomId};
pub use rooms::Rooms;
pub use server::{ServeOptions, Server, serve};
pub use settle::{FeeLimits, Payer, TokenWorth, chain_id};
pub use store::Store;
pub use store_error::StoreError;
pub use transcript::{Call, EndOnBoard};
pub use transcript::{Entry, Said, Transcript};
