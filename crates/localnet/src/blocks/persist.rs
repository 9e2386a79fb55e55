//! The state file's steps: taken over at a start, and folded into one.

use std::{collections::HashMap, path::Path};

use multiversx_chain_core::std::code_hash;
use multiversx_chain_vm::system_sc::ESDT_SYSTEM_SC_ADDRESS;

use crate::{
    address::{self, Shards},
    blocks::chain_state::ChainState,
    blocks::clock::{ClockEntry, now_ms},
    blocks::journal::{Calendar, Step, replay, whole_line},
    blocks::ledger::Ledger,
    error::StartError,
    execute::message::Message,
    state::stored_account::{self, AccountEntry},
    transaction::receipt::BlockId,
};

impl Ledger {
    /// Writes the whole state as one step, which replaces all earlier ones.
    pub fn fold(&mut self) -> Result<(), StartError> {
        if self.journal.is_none() {
            return Ok(());
        }
        let step = self.whole();
        let Some(journal) = &mut self.journal else {
            return Ok(());
        };
        let cannot = StartError::cannot("write", journal.path());
        journal.fold(step).map_err(|error| {
            // the file has none of the codes that were noted for it
            self.journaled_codes.clear();
            cannot(error)
        })
    }

    /// The whole chain, in the form of a state file.
    pub fn dump(&mut self) -> Vec<u8> {
        whole_line(self.whole())
    }

    /// The chain that a dump or a state file says.
    ///
    /// # Errors
    /// If it can't be read, or is of a chain with other epochs or shards.
    pub fn read_dump(&self, dump: &[u8]) -> Result<Self, StartError> {
        let path = Path::new("the loaded state");
        let empty = ChainState::new(self.now.state.shards, self.now.vm.depth());
        let mut loaded = Self::of(empty);
        let mut codes = HashMap::new();
        replay(dump, path, |step| loaded.replay(step, &mut codes))?;
        loaded.check_calendar(path, self.now.clock.epoch_length, self.now.state.shards)?;
        loaded.set_clock();
        Ok(loaded)
    }

    /// Checks that the chain has these epochs and shards.
    ///
    /// # Errors
    /// The values that it has instead.
    pub fn check_calendar(
        &self,
        path: &Path,
        epoch_length: u64,
        shards: Shards,
    ) -> Result<(), StartError> {
        let path = path.to_path_buf();
        if self.now.clock.epoch_length != epoch_length {
            return Err(StartError::OtherEpochLength {
                path,
                kept: self.now.clock.epoch_length,
                asked: epoch_length,
            });
        }
        if self.now.state.shards != shards {
            return Err(StartError::OtherShards {
                path,
                kept: self.now.state.shards.count(),
                asked: shards.count(),
            });
        }
        Ok(())
    }

    /// Sets the clock on after a replay: the next block is later than the latest.
    pub fn set_clock(&mut self) {
        let behind = self.now.state.block.timestamp_ms.saturating_sub(now_ms());
        let set = &mut self.now.clock.set;
        set.ahead_ms = set.ahead_ms.max(behind);
    }

    /// The whole state as one step.
    fn whole(&mut self) -> Step {
        let records = self.now.order.iter().map(|hash| &self.now.records[hash]);
        let mut step = Step {
            epoch_start: Some(self.now.state.epoch_start.clone()),
            tokens: self.now.state.tokens.values().cloned().collect(),
            transactions: records.cloned().collect(),
            calendar: Some(Calendar {
                epoch_length: self.now.clock.epoch_length,
                start_ms: self.now.clock.start_ms,
                shards: self.now.state.shards.count(),
            }),
            clock: Some(self.now.clock.set),
            events: self.now.events.after(0).to_vec(),
            sent: self.now.messages.values().cloned().collect(),
            waiting: self.now.pool.iter().map(|tx| tx.wire.clone()).collect(),
            ..self.step()
        };
        self.journaled_codes.clear();
        let chain = self.now.state.chain.clone();
        for account in chain.accounts.values() {
            if account.address == ESDT_SYSTEM_SC_ADDRESS {
                continue;
            }
            self.note_code(account, &mut step);
            step.accounts.push(AccountEntry::of(account));
        }
        step.accounts.sort_by(|a, b| a.address().cmp(b.address()));
        for (contract, storage) in self.now.vm.all_storage() {
            step.add_storage(&contract, &storage);
        }
        step.storage.sort();
        step.codes.sort();
        step
    }

    /// Checks that the chain has the transaction that a message follows from.
    fn check_cause(&self, message: &Message) -> Result<(), String> {
        let record = self.now.records.get(&message.transaction);
        let tx = record.and_then(|record| record.transaction.check().ok());
        match tx {
            Some(tx) if hex::encode(tx.hash()) == message.transaction => Ok(()),
            _ => Err(format!(
                "it has a message of a transaction that isn't there: {}",
                message.transaction
            )),
        }
    }

    /// Takes over a step of the state file.
    pub fn replay(
        &mut self,
        step: Step,
        codes: &mut HashMap<String, Vec<u8>>,
    ) -> Result<(), String> {
        if let Some(calendar) = step.calendar {
            self.now.clock.start_ms = calendar.start_ms;
            self.now.clock.epoch_length = calendar.epoch_length;
            self.now.state.shards = Shards::new(calendar.shards).ok_or("one shard or three")?;
        }
        if let Some(hash) = step.begun {
            *self.deaths.entry(hash).or_default() += 1;
            return Ok(());
        }
        self.replay_time(step.block, step.clock, step.epoch_start);
        for code in step.codes {
            let code = stored_account::bytes(&code)?;
            codes.insert(hex::encode(code_hash(&code)), code);
        }
        for entry in step.accounts {
            let account = entry.account(codes)?;
            self.now.state.chain_mut().add_account(account);
        }
        for (contract, key, value) in step.storage {
            let entry = (stored_account::bytes(&key)?, stored_account::bytes(&value)?);
            let contract = stored_account::address(&contract)?;
            self.now.vm.store(&contract, [entry]);
        }
        for token in step.tokens {
            stored_account::address(&token.owner)?;
            let tokens = &mut self.now.state.tokens;
            tokens.insert(token.identifier.clone(), token);
        }
        for record in step.transactions {
            let sender = address::decode(&record.transaction.sender)?;
            self.now.pool.remove(&sender, record.transaction.nonce);
            self.deaths.remove(&record.hash);
            self.note_record(record);
        }
        if !step.events.is_empty() {
            self.now.events.put(step.events);
        }
        for id in step.delivered {
            if let Some(message) = self.now.messages.remove(&id) {
                self.deaths.remove(&message.hash);
            }
        }
        for message in step.sent {
            self.check_cause(&message)?;
            self.now.next_message = self.now.next_message.max(message.id + 1);
            self.now.messages.insert(message.id, message);
        }
        for waiting in step.waiting {
            let tx = waiting.check().map_err(|error| error.to_string())?;
            self.let_wait(hex::encode(tx.hash()), tx);
        }
        Ok(())
    }

    fn replay_time(
        &mut self,
        block: BlockId,
        clock: Option<ClockEntry>,
        epoch_start: Option<BlockId>,
    ) {
        if block.nonce != self.now.state.block.nonce {
            self.now.clock.set.next_ms = None;
        }
        self.now.state.block = block;
        self.note_time();
        if let Some(clock) = clock {
            self.now.clock.set = clock;
        }
        if let Some(block) = epoch_start {
            self.now.state.epoch_start = block;
        }
    }
}
