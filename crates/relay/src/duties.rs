//! Which games the settlement is to look at, and when.

use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::chain::ChainTime;
use crate::room_id::RoomId;
use crate::verdict::Due;

/// When a game is to be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Duty {
    /// When.
    pub due: Due,
    /// Whether something is played for: these games come first. Where it isn't known they do too.
    pub has_stake: bool,
}

/// The games that something is to be done about.
#[derive(Default)]
pub struct Duties {
    due: Mutex<HashMap<RoomId, Duty>>,
    added: Condvar,
}

impl Duties {
    fn lock(&self) -> MutexGuard<'_, HashMap<RoomId, Duty>> {
        // nothing in there panics half way
        self.due.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game is to be looked at then, whatever was said before; `None`: not at all.
    pub fn set(&self, room: RoomId, duty: Option<Duty>) {
        match duty {
            Some(duty) => {
                self.lock().insert(room, duty);
                if duty.due == Due::Now {
                    self.added.notify_one();
                }
            }
            None => {
                self.lock().remove(&room);
            }
        }
    }

    /// Whether a game is to be looked at some time.
    pub fn has(&self, room: &RoomId) -> bool {
        self.lock().contains_key(room)
    }

    /// A game is to be looked at then, unless something else was said meanwhile.
    pub fn put_off(&self, room: RoomId, duty: Duty) {
        self.lock().entry(room).or_insert(duty);
    }

    /// Takes out the games whose time has come, those with a stake first.
    pub fn take(&self, time: &ChainTime, wall: u64) -> Vec<(RoomId, Duty)> {
        let mut due = self.lock();
        let taken = due.extract_if(|_, duty| duty.due.is_over(time, wall));
        let mut taken: Vec<_> = taken.collect();
        taken.sort_by_key(|(_, duty)| !duty.has_stake);
        taken
    }

    /// Waits until a game is to be looked at at once, or so long.
    pub fn wait(&self, at_most: Duration) {
        let due = self.lock();
        // what woke it is found by looking
        drop(self.added.wait_timeout(due, at_most));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_with_a_stake_come_first() {
        let duties = Duties::default();
        for id in 1..=20 {
            let room = RoomId::of_keys(&[5; 32], id, &[[1; 32], [2; 32]]);
            let duty = Duty {
                due: Due::Now,
                has_stake: id % 3 == 0,
            };
            duties.set(room, Some(duty));
        }
        let taken = duties.take(&ChainTime::default(), 0);
        let stakes: Vec<bool> = taken.iter().map(|(_, duty)| duty.has_stake).collect();
        assert_eq!(stakes, [vec![true; 6], vec![false; 14]].concat());
    }
}
