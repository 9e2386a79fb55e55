//! The reports to other relays about the people in rooms here.

use std::collections::HashMap;

use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::protocol::People;
use crate::room_id::RoomId;

/// The people in the rooms that have changed and that other relays don't know yet. For each room only
/// the newest state counts, so nothing waits here for NATS and no room's last state is lost.
#[derive(Default)]
pub struct PeopleChanges {
    untold: Mutex<HashMap<RoomId, People>>,
    added: Notify,
}

impl PeopleChanges {
    /// Others must get this.
    pub fn add(&self, room: RoomId, people: People) {
        self.untold.lock().insert(room, people);
        self.added.notify_one();
    }

    /// This change could not be sent: it must be tried again, unless there is a newer one.
    pub fn put_back(&self, room: RoomId, people: People) {
        self.untold.lock().entry(room).or_insert(people);
        self.added.notify_one();
    }

    /// Takes one of them, as soon as there is one.
    pub async fn next(&self) -> (RoomId, People) {
        loop {
            if let Some(change) = self.take() {
                return change;
            }
            self.added.notified().await;
        }
    }

    fn take(&self) -> Option<(RoomId, People)> {
        let mut untold = self.untold.lock();
        let room = *untold.keys().next()?;
        untold.remove_entry(&room)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spectators(spectators: usize) -> People {
        People {
            spectators,
            ..People::default()
        }
    }

    #[tokio::test]
    async fn the_newest_of_each_room_is_sent() {
        let rooms = [1, 2].map(|id| RoomId::of_keys(&[5; 32], id, &[[1; 32], [2; 32]]));
        let changes = PeopleChanges::default();
        for count in 1..=50_000 {
            changes.add(rooms[0], spectators(count));
        }
        changes.add(rooms[1], spectators(7));
        let mut told = [changes.next().await, changes.next().await];
        told.sort_by_key(|(_, people)| people.spectators);
        assert_eq!(
            told.map(|(room, people)| (room, people.spectators)),
            [(rooms[1], 7), (rooms[0], 50_000)]
        );
        assert!(changes.take().is_none());
        // a change that couldn't be sent comes again, but never after a newer one
        changes.put_back(rooms[0], spectators(1));
        assert_eq!(changes.next().await.1.spectators, 1);
        changes.add(rooms[0], spectators(2));
        changes.put_back(rooms[0], spectators(1));
        assert_eq!(changes.next().await.1.spectators, 2);
        assert!(changes.take().is_none());
    }
}
