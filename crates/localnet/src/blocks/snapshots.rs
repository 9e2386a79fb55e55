//! Snapshots of the whole chain, and the way back to them.

use crate::{blocks::chain_state::ChainState, blocks::ledger::Ledger, error::StartError};

impl Ledger {
    /// Keeps the chain as it is now; the number to go back to it by.
    pub fn save(&mut self) -> usize {
        self.saved.push(self.now.clone());
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
            Ok(()) => Ok(true),
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
        let mut loaded = self.read_dump(dump)?.now;
        let block = loaded.state.block.clone();
        loaded.state.enter(block, round_ms);
        self.become_this(loaded).map_err(|(_, error)| error)
    }

    fn become_this(&mut self, wanted: ChainState) -> Result<(), (Box<ChainState>, StartError)> {
        let before = self.put(wanted);
        if let Err(error) = self.fold() {
            let wanted = self.put(before);
            return Err((Box::new(wanted), error));
        }
        self.deaths.clear();
        Ok(())
    }

    /// Makes this the chain as it is now; what it was before.
    fn put(&mut self, mut state: ChainState) -> ChainState {
        state.events.follow(&self.now.events);
        std::mem::replace(&mut self.now, state)
    }
}
