//! Which games the settlement is to look at, and when.

use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::chain::ChainTime;
use crate::room_id::RoomId;
use crate::verdict::Due;

/// The games that something is to be done about.
#[derive(Default)]
pub struct Duties {
    due: Mutex<HashMap<RoomId, Due>>,
    added: Condvar,
}

impl Duties {
    fn lock(&self) -> MutexGuard<'_, HashMap<RoomId, Due>> {
        // nothing in there panics half way
        self.due.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game is to be looked at then, whatever was said before; `None`: not at all.
    pub fn set(&self, room: RoomId, due: Option<Due>) {
        match due {
            Some(due) => {
                self.lock().insert(room, due);
                if due == Due::Now {
                    self.added.notify_one();
                }
            }
            None => {
                self.lock().remove(&room);
            }
        }
    }

    /// A game is to be looked at then, unless something else was said meanwhile.
    pub fn put_off(&self, room: RoomId, due: Due) {
        self.lock().entry(room).or_insert(due);
    }

    /// Takes out the games whose time has come.
    pub fn take(&self, time: &ChainTime, wall: u64) -> Vec<RoomId> {
        let mut due = self.lock();
        let taken = due.extract_if(|_, due| due.is_over(time, wall));
        taken.map(|(room, _)| room).collect()
    }

    /// Waits until a game is to be looked at at once, or so long.
    pub fn wait(&self, at_most: Duration) {
        let due = self.lock();
        // what woke it is found by looking
        drop(self.added.wait_timeout(due, at_most));
    }
}
