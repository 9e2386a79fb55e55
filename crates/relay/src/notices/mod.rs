//! Notices to players who are away, by Web Push (RFC 8030, 8291, 8292).
//!
//! Who asked for them is in the [`book`], what happens in games comes to the [`board`], and what is
//! to be sent waits in the [`queue`] for the threads of the [`sender`]: no move waits for a push
//! service. The book is kept on a [`shelf`], which several relays may share: then the first that
//! notes on it that it tells somebody something is the one that does.

mod board;
mod book;
mod encryption;
mod endpoint;
mod file_shelf;
#[cfg(feature = "nats")]
mod nats_shelf;
mod notice;
mod queue;
mod sender;
mod shelf;
mod subscriber;
mod subscription;
mod vapid;

pub use board::{Notices, SubscribeError};
pub use sender::NoticeOptions;
pub use subscription::{PUSH_DOMAIN, SubscribeRequest};
pub use vapid::Vapid;
