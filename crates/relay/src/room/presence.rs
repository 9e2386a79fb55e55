//! The connections in a room, and how to reach them.

use std::collections::{HashMap, HashSet};

use axum::extract::ws::Utf8Bytes;
use chess_rules::Color;
use tokio::sync::mpsc::Sender;

use crate::protocol::{People, Presence};

/// A connection's number, while the program runs.
pub type ConnectionId = u64;

/// A client's connection.
pub struct Client {
    pub id: ConnectionId,
    /// The number that the client signs to show a player's key.
    pub nonce: [u8; 32],
}

/// The number of spectators who get into a full room, each until as many others have come later:
/// long enough to show that one is a player.
const ENTRANCE: usize = 20;

/// The number of connections of one player that may stay.
const OF_A_PLAYER: usize = 10;

struct Member {
    outbox: Sender<Utf8Bytes>,
    /// A connection that entered before has a lower one.
    number: u64,
    /// The player whose key it has shown.
    color: Option<Color>,
    /// The connections that have sent something new signed by this player, or shown this player's
    /// key.
    player: Option<Color>,
}

/// The connections in a room.
#[derive(Default)]
pub struct Members {
    members: HashMap<ConnectionId, Member>,
    seen: [Option<u64>; 2],
    next: u64,
    /// Those that had to go, until they have left.
    crowded_out: HashSet<ConnectionId>,
    /// The people at other relays, by the relays' numbers.
    elsewhere: HashMap<u64, People>,
}

impl Members {
    /// A connection comes in. If there are `most` spectators, the first ones keep their places, and
    /// the first of the later ones has to go. Players aren't counted.
    pub fn enter(&mut self, id: ConnectionId, outbox: Sender<Utf8Bytes>, most: usize) {
        let member = Member {
            outbox,
            number: self.next,
            color: None,
            player: None,
        };
        self.next += 1;
        self.members.insert(id, member);
        self.crowd_out(None, most, most + ENTRANCE);
    }

    /// If more than `most` are of one kind, the first one after the `first` ones has to go.
    fn crowd_out(&mut self, player: Option<Color>, first: usize, most: usize) {
        let of_kind = self.members.iter().filter(|(_, m)| m.player == player);
        let mut of_kind: Vec<_> = of_kind.map(|(id, m)| (m.number, *id)).collect();
        if of_kind.len() > most {
            of_kind.sort_unstable();
            let (_, id) = of_kind[first];
            self.members.remove(&id);
            self.crowded_out.insert(id);
        }
    }

    /// Whether a connection had to go because of others.
    pub fn is_crowded_out(&self, id: ConnectionId) -> bool {
        self.crowded_out.contains(&id)
    }

    /// `now`: in milliseconds since 1970.
    pub fn leave(&mut self, id: ConnectionId, now: u64) {
        self.crowded_out.remove(&id);
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
        self.plays(id, color);
    }

    /// The player whose key a connection has shown.
    pub fn shown_by(&self, id: ConnectionId) -> Option<Color> {
        self.members.get(&id)?.color
    }

    /// A connection was the first to send something that this player signed: it keeps its place.
    pub fn plays(&mut self, id: ConnectionId, color: Color) {
        if let Some(member) = self.members.get_mut(&id)
            && member.player.is_none()
        {
            member.player = Some(color);
            self.crowd_out(Some(color), 0, OF_A_PLAYER);
        }
    }

    /// Whether a connection keeps a player's place.
    pub fn is_player(&self, id: ConnectionId) -> bool {
        let member = self.members.get(&id);
        member.is_some_and(|member| member.player.is_some())
    }

    /// A player gave a sign of life.
    pub fn saw(&mut self, color: Color, at: u64) {
        let seen = &mut self.seen[color as usize];
        *seen = (*seen).max(Some(at));
    }

    /// The people in the room, at any relay.
    pub fn people(&self) -> People {
        let all = self.elsewhere.values();
        all.fold(self.own_people(), |all, people| all.with(people))
    }

    /// Another relay reports its people. True if it hadn't before.
    pub fn are_elsewhere(&mut self, relay: u64, people: People) -> bool {
        match people.are_same_there(&People::default()) {
            true => {
                self.elsewhere.remove(&relay);
                false
            }
            false => self.elsewhere.insert(relay, people).is_none(),
        }
    }

    /// Another relay is gone.
    pub fn forget_relay(&mut self, relay: u64) {
        self.elsewhere.remove(&relay);
    }

    /// The people in the room at this relay.
    pub fn own_people(&self) -> People {
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

    /// Sends to one connection. One that is too far behind leaves the room: the other end of the
    /// outbox sees it closed.
    pub fn send_to(&mut self, id: ConnectionId, text: &Utf8Bytes) {
        let member = self.members.get(&id);
        if member.is_some_and(|m| m.outbox.try_send(text.clone()).is_err()) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::mpsc::channel;

    /// A room with a number of connections, numbered from 0.
    fn full(spectators: u64, most: usize) -> Members {
        let mut members = Members::default();
        for id in 0..spectators {
            members.enter(id, channel(1).0, most);
        }
        members
    }

    fn crowded_out(members: &Members) -> Vec<ConnectionId> {
        let mut gone: Vec<_> = members.crowded_out.iter().copied().collect();
        gone.sort_unstable();
        gone
    }

    #[test]
    fn the_first_spectators_stay_and_players_always_get_in() {
        let mut members = full(220, 200);
        assert!(crowded_out(&members).is_empty());
        members.enter(220, channel(1).0, 200);
        assert_eq!(crowded_out(&members), [200]);
        members.is(220, Color::White);
        // that made a place
        members.enter(221, channel(1).0, 200);
        assert_eq!(crowded_out(&members), [200]);
        for id in 222..300 {
            members.enter(id, channel(1).0, 200);
        }
        assert!(members.people().white.here);
        assert_eq!(members.people().spectators, 220);
        assert!((0..200).all(|id| !members.is_crowded_out(id)));
        // if one of the first goes, the next one moves up
        members.leave(0, 1);
        members.enter(300, channel(1).0, 200);
        members.enter(301, channel(1).0, 200);
        assert_eq!(members.people().spectators, 220);
    }

    #[test]
    fn a_player_has_some_places_and_not_all() {
        let mut members = full(12, 200);
        for id in 0..12 {
            members.plays(id, Color::Black);
        }
        assert_eq!(crowded_out(&members), [0, 1]);
        members.leave(0, 1);
        assert_eq!(crowded_out(&members), [1]);
        assert!(!members.people().black.here);
    }
}
