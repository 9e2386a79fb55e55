//! The messages that wait to be sent.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

/// The least time between two messages in the same place.
const GAP: Duration = Duration::from_secs(2);

/// The number of messages that are sent to one host at the same time: a slow push service leaves room for others.
const MOST_TO_A_HOST: usize = 2;

/// The most messages that wait; further ones are dropped.
const MOST: usize = 10_000;

/// A message in its place: a new one in the same place is sent instead of one that still waits.
pub struct Item<Place, Job> {
    pub place: Place,
    pub host: String,
    pub job: Job,
    /// How often it was tried.
    pub attempts: u32,
}

type Due = (Instant, u64);

struct Waiting<Place, Job> {
    items: BTreeMap<Due, Item<Place, Job>>,
    places: HashMap<Place, Due>,
    /// When something was last sent in a place.
    sent: HashMap<Place, Instant>,
    busy: HashMap<String, usize>,
    number: u64,
}

/// Messages that wait, until when they are due.
pub struct Queue<Place, Job> {
    waiting: Mutex<Waiting<Place, Job>>,
    changed: Condvar,
}

impl<Place, Job> Default for Queue<Place, Job> {
    fn default() -> Self {
        Queue {
            waiting: Mutex::new(Waiting {
                items: BTreeMap::new(),
                places: HashMap::new(),
                sent: HashMap::new(),
                busy: HashMap::new(),
                number: 0,
            }),
            changed: Condvar::new(),
        }
    }
}

impl<Place: Clone + Eq + Hash, Job> Queue<Place, Job> {
    /// Adds a message, in the place of one that still waits there. False if too many wait. Never
    /// waits for anything.
    pub fn push(&self, item: Item<Place, Job>, now: Instant) -> bool {
        let mut waiting = self.waiting.lock();
        waiting.sent.retain(|_, at| now < *at + GAP);
        if let Some(due) = waiting.places.remove(&item.place) {
            waiting.items.remove(&due);
        }
        if waiting.items.len() >= MOST {
            return false;
        }
        let last = waiting.sent.get(&item.place);
        let at = last.map_or(now, |last| now.max(*last + GAP));
        waiting.put(item, at);
        self.changed.notify_one();
        true
    }

    /// Puts a message that could not be sent back for later, unless a new one is in its place.
    pub fn put_back(&self, item: Item<Place, Job>, at: Instant) {
        let mut waiting = self.waiting.lock();
        if !waiting.places.contains_key(&item.place) {
            waiting.put(item, at);
        }
    }

    /// Takes the first message that is due and whose host isn't busy, or waits for one, at most this
    /// long. The caller reports by [`Queue::done`] when it is sent.
    pub fn take(&self, at_most: Duration) -> Option<Item<Place, Job>> {
        let end = Instant::now() + at_most;
        let mut waiting = self.waiting.lock();
        loop {
            let now = Instant::now();
            if let Some(item) = waiting.take(now) {
                return Some(item);
            }
            if now >= end {
                return None;
            }
            let due = waiting.items.keys().map(|due| due.0).find(|due| *due > now);
            let wait = due.unwrap_or(end).min(end) - now;
            self.changed.wait_for(&mut waiting, wait);
        }
    }

    /// A message to a host is sent, or has failed.
    pub fn done(&self, host: &str) {
        let mut waiting = self.waiting.lock();
        if let Some(busy) = waiting.busy.get_mut(host) {
            *busy -= 1;
            if *busy == 0 {
                waiting.busy.remove(host);
            }
        }
        self.changed.notify_one();
    }
}

impl<Place: Clone + Eq + Hash, Job> Waiting<Place, Job> {
    fn put(&mut self, item: Item<Place, Job>, at: Instant) {
        let due = (at, self.number);
        self.number += 1;
        self.places.insert(item.place.clone(), due);
        self.items.insert(due, item);
    }

    fn take(&mut self, now: Instant) -> Option<Item<Place, Job>> {
        let busy = |host: &str| self.busy.get(host).copied().unwrap_or_default();
        let mut due = self.items.range(..=(now, u64::MAX));
        let (due, _) = due.find(|(_, item)| busy(&item.host) < MOST_TO_A_HOST)?;
        let due = *due;
        let item = self.items.remove(&due)?;
        self.places.remove(&item.place);
        self.sent.insert(item.place.clone(), now);
        *self.busy.entry(item.host.clone()).or_default() += 1;
        Some(item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_millis(20);

    fn item(place: u32, host: &str, job: u32) -> Item<u32, u32> {
        Item {
            place,
            host: host.into(),
            job,
            attempts: 0,
        }
    }

    #[test]
    fn a_new_message_takes_the_old_ones_place() {
        let queue = Queue::default();
        let now = Instant::now();
        for job in 1..=3 {
            assert!(queue.push(item(1, "a", job), now));
        }
        let sent = Instant::now();
        assert_eq!(queue.take(SOON).unwrap().job, 3);
        assert!(queue.take(SOON).is_none());
        // the next one in this place waits a while, others don't
        queue.push(item(1, "a", 4), Instant::now());
        queue.push(item(2, "b", 5), Instant::now());
        let soon = [(); 2].map(|()| queue.take(SOON).map(|item| item.job));
        // else the machine stood still for longer than the gap
        if sent.elapsed() < GAP {
            assert_eq!(soon, [Some(5), None]);
            assert_eq!(queue.take(GAP * 2).unwrap().job, 4);
            assert!(Instant::now() >= now + GAP);
        }
    }

    #[test]
    fn a_busy_host_leaves_room_for_others() {
        let queue = Queue::default();
        for place in 0..4 {
            queue.push(item(place, "slow", place), Instant::now());
        }
        queue.push(item(9, "other", 9), Instant::now());
        let taken: Vec<_> = (0..3).map(|_| queue.take(SOON).unwrap().job).collect();
        assert_eq!(taken, [0, 1, 9]);
        assert!(queue.take(SOON).is_none());
        queue.done("slow");
        assert_eq!(queue.take(SOON).unwrap().job, 2);
    }

    #[test]
    fn a_failed_message_comes_again_unless_it_is_old() {
        let queue = Queue::default();
        queue.push(item(1, "a", 1), Instant::now());
        let failed = queue.take(SOON).unwrap();
        queue.done("a");
        queue.put_back(failed, Instant::now());
        let failed = queue.take(SOON).unwrap();
        queue.done("a");
        queue.push(item(1, "a", 2), Instant::now());
        queue.put_back(failed, Instant::now());
        assert_eq!(queue.take(GAP * 2).unwrap().job, 2);
        assert!(queue.take(SOON).is_none());
    }
}
