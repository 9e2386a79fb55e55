//! Snapshots of the whole chain, and the way back to them.

use std::collections::{BTreeMap, HashMap};

use crate::{
    clock::Clock, error::StartError, event_log::LoggedEvent, ledger::Ledger, message::Message,
    pool::Pool, receipt::Record, state::State, vm::Vm,
};

/// The chain as it was at one moment.
pub(crate) struct Saved {
    state: State,
    vm: Vm,
    pool: Pool,
    records: HashMap<String, Record>,
    order: Vec<String>,
    events: Vec<LoggedEvent>,
    messages: BTreeMap<u64, Message>,
    next_message: u64,
    clock: Clock,
    times: Vec<(u64, u64)>,
}

impl Saved {
    fn of(ledger: &Ledger) -> Self {
        Self {
            state: ledger.state.clone(),
            vm: ledger.vm.snapshot(),
            pool: ledger.pool.clone(),
            records: ledger.records.clone(),
            order: ledger.order.clone(),
            events: ledger.events.all().to_vec(),
            messages: ledger.messages.clone(),
            next_message: ledger.next_message,
            clock: ledger.clock,
            times: ledger.times.clone(),
        }
    }
}

impl Ledger {
    /// Keeps the chain as it is now; the number to go back to it by.
    pub fn save(&mut self) -> usize {
        self.saved.push(Saved::of(self));
        self.saved.len()
    }

    /// Makes the chain what it was, and forgets this snapshot and those that came after it.
    /// `false` if there is none of this number.
    ///
    /// # Errors
    /// If the state file can't be written; the chain is as it was then, snapshots too.
    pub fn revert(&mut self, number: usize) -> Result<bool, StartError> {
        if !(1..=self.saved.len()).contains(&number) {
            return Ok(false);
        }
        let later = self.saved.split_off(number);
        let Some(saved) = self.saved.pop() else {
            return Ok(false);
        };
        match self.become_this(saved) {
            Ok(_) => Ok(true),
            Err((saved, error)) => {
                self.saved.push(*saved);
                self.saved.extend(later);
                Err(error)
            }
        }
    }

    /// Makes the chain what a dump or a state file says. Snapshots stay.
    ///
    /// # Errors
    /// If it can't be read, is of a chain with other epochs or shards, or if the state file can't be
    /// written; the chain is as it was then.
    pub fn load(&mut self, dump: &[u8], round_ms: u64) -> Result<(), StartError> {
        let mut loaded = self.read_dump(dump)?;
        let block = loaded.state.block.clone();
        loaded.state.enter(block, round_ms);
        let saved = Saved::of(&loaded);
        self.become_this(saved).map_err(|(_, error)| error)
    }

    fn become_this(&mut self, saved: Saved) -> Result<(), (Box<Saved>, StartError)> {
        let before = Saved::of(self);
        self.put(saved);
        if let Err(error) = self.fold() {
            let saved = Saved::of(self);
            self.put(before);
            return Err((Box::new(saved), error));
        }
        self.deaths.clear();
        Ok(())
    }

    fn put(&mut self, saved: Saved) {
        self.state = saved.state;
        self.vm = saved.vm;
        self.pool = saved.pool;
        self.records = saved.records;
        self.order = saved.order;
        self.events.put(saved.events);
        self.messages = saved.messages;
        self.next_message = saved.next_message;
        self.clock = saved.clock;
        self.times = saved.times;
    }
}
