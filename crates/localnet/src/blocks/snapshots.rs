//! Snapshots of the whole chain, and the way back to them.

use crate::{blocks::chain_state::ChainState, blocks::ledger::Ledger, error::StartError};

impl Ledger {
    /// Stores the current chain; returns the number by which [`Ledger::revert`] goes back to it.
    pub fn save(&mut self) -> usize {
        self.saved.push(self.now.clone());
        self.saved.len()
    }

    /// Goes back to a snapshot, and forgets it and all later ones. `false` if there is none of this
    /// number.
    ///
    /// # Errors
    /// If the state file can't be written; the chain and the snapshots are unchanged then.
    pub fn revert(&mut self, number: usize) -> Result<bool, StartError> {
        let place = number.checked_sub(1);
        let Some(saved) = place.and_then(|place| self.saved.get(place)).cloned() else {
            return Ok(false);
        };
        self.become_this(saved)?;
        self.saved.truncate(number - 1);
        Ok(true)
    }

    /// Replaces the chain by that of a dump or a state file. Snapshots stay.
    ///
    /// # Errors
    /// If it can't be read, is of a chain with other epochs or shards, or if the state file can't
    /// be written; the chain is unchanged then.
    pub fn load(&mut self, dump: &[u8], round_ms: u64) -> Result<(), StartError> {
        let mut loaded = self.read_dump(dump)?.now;
        let block = loaded.state.block.clone();
        loaded.state.enter(block, round_ms);
        self.become_this(loaded)
    }

    fn become_this(&mut self, wanted: ChainState) -> Result<(), StartError> {
        let before = self.put(wanted);
        if let Err(error) = self.fold() {
            self.put(before);
            return Err(error);
        }
        self.deaths.clear();
        Ok(())
    }

    /// Replaces the current chain by this one; returns the replaced one.
    fn put(&mut self, mut state: ChainState) -> ChainState {
        state.events.follow(&self.now.events);
        std::mem::replace(&mut self.now, state)
    }
}
