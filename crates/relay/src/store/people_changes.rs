//! The reports to other relays about the people in rooms here.

use std::collections::HashMap;
use std::sync::Mutex;

use tokio::sync::Notify;

use crate::lock::lock;
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
        lock(&self.untold).insert(room, people);
        self.added.notify_one();
    }

    /// This could not be told: it must be tried again, unless there is something newer.
    pub fn put_back(&self, room: RoomId, people: People) {
        lock(&self.untold).entry(room).or_insert(people);
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
        let mut untold = lock(&self.untold);
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
    async fn the_newest_of_each_room_is_told() {
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
        // what couldn't be told comes again, and never after something newer
        changes.put_back(rooms[0], spectators(1));
        assert_eq!(changes.next().await.1.spectators, 1);
        changes.add(rooms[0], spectators(2));
        changes.put_back(rooms[0], spectators(1));
        assert_eq!(changes.next().await.1.spectators, 2);
        assert!(changes.take().is_none());
    }
}
