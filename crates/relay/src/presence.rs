//! Who is in a room, and how they are reached.

use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;
use chess_rules::Color;
use tokio::sync::mpsc::{Sender, error::TrySendError};

use crate::protocol::{People, Presence};

/// A connection's number, for as long as the program runs.
pub type ConnectionId = u64;

struct Member {
    outbox: Sender<Utf8Bytes>,
    color: Option<Color>,
}

/// The connections in a room.
#[derive(Default)]
pub struct Members {
    members: HashMap<ConnectionId, Member>,
    seen: [Option<u64>; 2],
}

impl Members {
    pub fn enter(&mut self, id: ConnectionId, outbox: Sender<Utf8Bytes>) {
        let color = None;
        self.members.insert(id, Member { outbox, color });
    }

    /// `now`: in milliseconds since 1970.
    pub fn leave(&mut self, id: ConnectionId, now: u64) {
        let left = self.members.remove(&id);
        if let Some(color) = left.and_then(|member| member.color) {
            self.saw(color, now);
        }
    }

    /// A connection has shown this player's key.
    pub fn is(&mut self, id: ConnectionId, color: Color) {
        if let Some(member) = self.members.get_mut(&id) {
            member.color = Some(color);
        }
    }

    /// A player gave a sign of life.
    pub fn saw(&mut self, color: Color, at: u64) {
        let seen = &mut self.seen[color as usize];
        *seen = (*seen).max(Some(at));
    }

    pub fn people(&self) -> People {
        let presence = |color| Presence {
            here: self.members.values().any(|m| m.color == Some(color)),
            seen: self.seen[color as usize],
        };
        People {
            white: presence(Color::White),
            black: presence(Color::Black),
            spectators: self.members.values().filter(|m| m.color.is_none()).count(),
        }
    }

    /// Sends to one connection. Who is too far behind is out of the room: the other end of the
    /// outbox sees it closed.
    pub fn send_to(&mut self, id: ConnectionId, text: &Utf8Bytes) {
        let sent = self
            .members
            .get(&id)
            .map(|m| m.outbox.try_send(text.clone()));
        if let Some(Err(TrySendError::Full(_) | TrySendError::Closed(_))) = sent {
            self.members.remove(&id);
        }
    }

    /// Sends to all, or to all but one.
    pub fn send_to_others(&mut self, but: Option<ConnectionId>, text: &Utf8Bytes) {
        let sent_to = |id: &ConnectionId, member: &mut Member| {
            Some(*id) == but || member.outbox.try_send(text.clone()).is_ok()
        };
        self.members.retain(sent_to);
    }
}
