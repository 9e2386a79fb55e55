//! Snapshots of the whole chain, and the way back to them.

use std::collections::{BTreeMap, HashMap};

use crate::{
    clock::Clock, error::StartError, ledger::Ledger, message::Message, pool::Pool, receipt::Record,
    state::State, vm::Vm,
};

/// The chain as it was at one moment.
pub(crate) struct Saved {
    state: State,
    vm: Vm,
    pool: Pool,
    records: HashMap<String, Record>,
    order: Vec<String>,
    /// How many events there were.
    events: u64,
    messages: BTreeMap<u64, Message>,
    next_message: u64,
    clock: Clock,
}

impl Ledger {
    /// Keeps the chain as it is now; the number to go back to it by.
    pub fn save(&mut self) -> usize {
        self.saved.push(Saved {
            state: self.state.clone(),
            vm: self.vm.snapshot(),
            pool: self.pool.clone(),
            records: self.records.clone(),
            order: self.order.clone(),
            events: self.events.len(),
            messages: self.messages.clone(),
            next_message: self.next_message,
            clock: self.clock,
        });
        self.saved.len()
    }

    /// Makes the chain what it was, and forgets this snapshot and those that came after it.
    /// `false` if there is none of this number.
    ///
    /// # Errors
    /// If the state file can't be written.
    pub fn revert(&mut self, number: usize) -> Result<bool, StartError> {
        if !(1..=self.saved.len()).contains(&number) {
            return Ok(false);
        }
        let Some(saved) = self.saved.drain(number - 1..).next() else {
            return Ok(false);
        };
        self.state = saved.state;
        self.vm = saved.vm;
        self.pool = saved.pool;
        self.records = saved.records;
        self.order = saved.order;
        self.events.replace(saved.events, vec![]);
        self.messages = saved.messages;
        self.next_message = saved.next_message;
        self.clock = saved.clock;
        self.deaths.clear();
        let now = self.state.block.nonce;
        self.times.retain(|(nonce, _)| *nonce <= now);
        self.fold()?;
        Ok(true)
    }
}
