//! Notices to players who are away, by Web Push (RFC 8030, 8291, 8292).
//!
//! Subscribers are in the [`book`], events of games come to the [`board`], and messages wait in the
//! [`queue`] for the threads of the [`sender`]: no move waits for a push service. The book is stored
//! on a [`shelf`], which several relays may share. The first relay that notes a notice on the shelf
//! sends it.

mod board;
mod book;
mod encryption;
mod endpoint;
mod file_shelf;
mod nats_shelf;
mod notice;
mod queue;
mod sender;
mod shelf;
mod subscriber;
mod subscription;
mod vapid;

pub use board::{Notices, SubscribeError};
pub use subscription::{PUSH_DOMAIN, SubscribeRequest};
pub use vapid::Vapid;
