//! The listeners to other relays that share the store.

use super::batch::Batch;
use crate::protocol::People;
use crate::room_id::RoomId;

/// Takes in the messages that other relays store and send.
#[cfg_attr(not(feature = "program"), allow(dead_code))]
pub trait Others: Send + Sync {
    /// Messages of a room were kept. `sequence`: their number in the stream.
    fn heard(&self, room: RoomId, sequence: u64, batch: Batch);

    /// Another relay reports the people in a room.
    fn heard_people(&self, room: RoomId, relay: u64, people: People);

    /// Another relay is gone.
    fn forget_relay(&self, relay: u64);
}
