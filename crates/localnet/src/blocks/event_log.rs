//! Every event of the chain, in the order in which they happened.

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::transaction::receipt::{BlockId, Event, Record};

/// An event with its place in the chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LoggedEvent {
    /// Counts the chain's events, starting at 1.
    pub id: u64,
    pub tx_hash: String,
    /// The block in which it happened.
    pub block: BlockId,
    #[serde(flatten)]
    pub event: Event,
}

impl LoggedEvent {
    /// The name that a contract has given the event, its first topic, if it is text.
    pub fn name(&self) -> Option<String> {
        let name = self.event.topic_bytes().into_iter().next()?;
        let is_name = !name.is_empty() && name.iter().all(u8::is_ascii_graphic);
        String::from_utf8(name).ok().filter(|_| is_name)
    }
}

/// Every event of the chain, and the listeners that wait for more.
#[derive(Clone, Default)]
pub(crate) struct EventLog {
    events: Vec<LoggedEvent>,
    /// The lengths that the log was cut to, one for each time.
    changes: watch::Sender<Vec<u64>>,
}

impl EventLog {
    pub fn len(&self) -> u64 {
        self.events.len() as u64
    }

    /// Those behind the event of this number.
    pub fn after(&self, id: u64) -> &[LoggedEvent] {
        let start = usize::try_from(id).unwrap_or(usize::MAX);
        &self.events[start.min(self.events.len())..]
    }

    /// Notifies of new events and cuts: the lengths that the log was cut to so far.
    pub fn changes(&self) -> watch::Receiver<Vec<u64>> {
        self.changes.subscribe()
    }

    /// Adds the new events of a transaction's record.
    pub fn note(&mut self, known: Option<&Record>, record: &Record, block: &BlockId) {
        let before = self.events.len();
        let told = known.map_or(&[][..], |known| &known.events);
        // The second half of a transaction starts its events from scratch.
        let new = record.events.strip_prefix(told).unwrap_or(&record.events);
        self.add(record, block, new);
        for result in &record.results {
            let told = known
                .and_then(|known| known.results.iter().find(|old| old.hash == result.hash))
                .map_or(0, |old| old.events.len());
            self.add(record, block, result.events.get(told..).unwrap_or_default());
        }
        if self.events.len() > before {
            self.changes.send_modify(|_| ());
        }
    }

    fn add(&mut self, record: &Record, block: &BlockId, events: &[Event]) {
        for event in events {
            self.events.push(LoggedEvent {
                id: self.len() + 1,
                tx_hash: record.hash.clone(),
                block: block.clone(),
                event: event.clone(),
            });
        }
    }

    /// Replaces the events by these. Their common beginning stays unchanged.
    pub fn put(&mut self, events: Vec<LoggedEvent>) {
        let before = std::mem::replace(&mut self.events, events);
        self.tell_of_cut(&before);
    }

    /// Comes in the place of another log: its listeners are notified of the change.
    pub fn follow(&mut self, before: &Self) {
        self.changes = before.changes.clone();
        self.tell_of_cut(&before.events);
    }

    fn tell_of_cut(&self, before: &[LoggedEvent]) {
        let pairs = before.iter().zip(&self.events);
        let kept = pairs.take_while(|(old, new)| old == new).count() as u64;
        let cut = kept < before.len() as u64;
        self.changes.send_modify(|cuts| {
            if cut {
                cuts.push(kept);
            }
        });
    }
}
