//! The games that the settlement must look at, and when.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

use super::verdict::When;
use crate::chain::ChainTime;
use crate::room_id::RoomId;

/// When a game must be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Duty {
    /// When.
    pub due: When,
    /// Which games come before others.
    pub rank: Rank,
}

/// Which games come before others: those with the greater one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rank {
    /// Whether there is a stake, or that isn't known.
    pub has_stake: bool,
    /// Whether a time runs on the chain in which an ask must be answered or an end undone.
    pub is_urgent: bool,
}

/// The games that something must be done about.
#[derive(Default)]
pub struct Duties {
    due: Mutex<HashMap<RoomId, Duty>>,
    added: Condvar,
}

impl Duties {
    /// Sets when the settlement must look at a game, and replaces an earlier time; `None`: never.
    pub fn set(&self, room: RoomId, duty: Option<Duty>) {
        match duty {
            Some(duty) => {
                self.due.lock().insert(room, duty);
                if duty.due == When::Now {
                    self.added.notify_one();
                }
            }
            None => {
                self.due.lock().remove(&room);
            }
        }
    }

    /// The rank of a game that must be looked at some time.
    pub fn rank(&self, room: &RoomId) -> Option<Rank> {
        self.due.lock().get(room).map(|duty| duty.rank)
    }

    /// A game must be looked at immediately. If its rank isn't known, it comes among those with a stake.
    pub fn look_at(&self, room: RoomId) {
        let rank = self.rank(&room).unwrap_or(Rank {
            has_stake: true,
            is_urgent: false,
        });
        let due = When::Now;
        self.set(room, Some(Duty { due, rank }));
    }

    /// A game must be looked at then, unless something else was said in the meantime.
    pub fn put_off(&self, room: RoomId, duty: Duty) {
        self.due.lock().entry(room).or_insert(duty);
    }

    /// Takes out the games whose time has come, those of the highest rank first.
    pub fn take(&self, time: &ChainTime, wall: u64) -> Vec<(RoomId, Duty)> {
        let mut due = self.due.lock();
        let taken = due.extract_if(|_, duty| duty.due.is_over(time, wall));
        let mut taken: Vec<_> = taken.collect();
        taken.sort_by_key(|(_, duty)| Reverse(duty.rank));
        taken
    }

    /// Waits until a game must be looked at immediately, or until the time is over.
    pub fn wait(&self, at_most: Duration) {
        let mut due = self.due.lock();
        self.added.wait_for(&mut due, at_most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_with_a_stake_come_first_and_of_these_the_urgent_ones() {
        let duties = Duties::default();
        for id in 1..=20 {
            let room = RoomId::of_keys(&[5; 32], id, &[[1; 32], [2; 32]]);
            let duty = Duty {
                due: When::Now,
                rank: Rank {
                    has_stake: id % 3 == 0,
                    is_urgent: id % 2 == 0,
                },
            };
            duties.set(room, Some(duty));
        }
        let taken = duties.take(&ChainTime::default(), 0);
        let of = |wanted: fn(&Rank) -> bool| -> Vec<bool> {
            taken.iter().map(|(_, duty)| wanted(&duty.rank)).collect()
        };
        let stakes = of(|rank| rank.has_stake);
        assert_eq!(stakes, [vec![true; 6], vec![false; 14]].concat());
        let urgent = [vec![true; 3], vec![false; 3], vec![true; 7], vec![false; 7]];
        assert_eq!(of(|rank| rank.is_urgent), urgent.concat());
    }
}
