//! Control over a running chain: its mode of making blocks, its time, its whole state.

use parking_lot::MutexGuard;

use crate::{
    blocks::chain_state::ChainState, blocks::clock::now_ms, blocks::config::Blocks,
    blocks::journal::Step, blocks::ledger::Ledger, chain::Chain, error::StartError,
};

impl Chain {
    /// When blocks are made now.
    pub fn blocks(&self) -> Blocks {
        self.lock().mode
    }

    /// Makes blocks in another way after this. A restart goes back to the configured way.
    pub fn set_blocks(&self, blocks: Blocks) {
        let mut ledger = self.lock();
        ledger.mode = blocks;
        ledger.mode_number += 1;
        let number = ledger.mode_number;
        if blocks == Blocks::OnArrival {
            ledger.make_block(self.config(), 1);
            self.settle(&mut ledger);
        }
        drop(ledger);
        if let Blocks::Every(time) = blocks {
            self.make_blocks_every(time, number);
        }
    }

    /// Sets the chain's clock forward without making a block: the next one comes this much later,
    /// in milliseconds.
    ///
    /// # Errors
    /// If the chain's time would come too far.
    pub fn increase_time(&self, ms: u64) -> Result<(), String> {
        self.change_clock(|now| now.clock.increase(now_ms(), ms))
    }

    /// Sets exactly this time for the next block (Unix time in milliseconds). The chain's clock
    /// continues from it if it is later than the clock's time.
    ///
    /// # Errors
    /// If the latest block has that time or a later one, or if it is too far.
    pub fn set_next_block_time(&self, ms: u64) -> Result<(), String> {
        self.change_clock(|now| now.clock.set_next(now.state.block.timestamp_ms, ms))
    }

    /// Stores the whole current chain; returns the number by which [`revert`](Self::revert) goes
    /// back to it.
    pub fn snapshot(&self) -> usize {
        self.lock().save()
    }

    /// Goes back to a snapshot, and forgets it and all later ones. `false` if there is none of this
    /// number.
    ///
    /// # Errors
    /// If the state file can't be written; the chain is unchanged then.
    pub fn revert(&self, number: usize) -> Result<bool, StartError> {
        let mut ledger = self.lock();
        let reverted = ledger.revert(number)?;
        self.go_on(&mut ledger);
        Ok(reverted)
    }

    /// The whole chain, in the form of a state file.
    pub fn dump(&self) -> Vec<u8> {
        self.lock().dump()
    }

    /// Replaces the chain by that of a dump or a state file.
    ///
    /// # Errors
    /// If it can't be read, is of a chain with other epochs or shards, or if the chain's own state
    /// file can't be written; the chain is unchanged then.
    pub fn load(&self, dump: &[u8]) -> Result<(), StartError> {
        let mut ledger = self.lock();
        ledger.load(dump, self.config().round_ms())?;
        self.go_on(&mut ledger);
        Ok(())
    }

    /// Carries out the waiting part of a state that was put in place, if nothing else would.
    fn go_on(&self, ledger: &mut MutexGuard<'_, Ledger>) {
        if ledger.mode == Blocks::OnArrival {
            self.settle(ledger);
        }
    }

    /// Makes sure that everything so far is in the state file, if there is one.
    ///
    /// # Errors
    /// Why it can't be written.
    pub fn kept(&self) -> std::io::Result<()> {
        self.lock().kept()
    }

    /// Makes sure that the state file is on the disk.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn sync(&self) -> std::io::Result<()> {
        let mut ledger = self.lock();
        ledger.kept()?;
        ledger.journal.as_ref().map_or(Ok(()), |file| file.sync())
    }

    fn change_clock(
        &self,
        change: impl FnOnce(&mut ChainState) -> Result<(), String>,
    ) -> Result<(), String> {
        let mut ledger = self.lock();
        change(&mut ledger.now)?;
        let step = Step {
            clock: Some(ledger.now.clock.set),
            ..ledger.step()
        };
        ledger.write(&step);
        Ok(())
    }
}
