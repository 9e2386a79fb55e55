//! The state file's steps: taken over at a start, and folded into one.

use std::collections::HashMap;

use multiversx_chain_core::std::code_hash;
use multiversx_chain_vm::{blockchain::state::AccountData, system_sc::ESDT_SYSTEM_SC_ADDRESS};

use crate::{
    address::{self, Shards},
    error::StartError,
    journal::{Calendar, Step},
    ledger::Ledger,
    receipt::Record,
    state::{self, AccountEntry},
};

impl Ledger {
    /// Writes the whole state as one step, in place of all before.
    pub fn fold(&mut self) -> Result<(), StartError> {
        let Some(mut journal) = self.journal.take() else {
            return Ok(());
        };
        let path = journal.path().to_path_buf();
        let mut step = Step {
            block: self.state.block.clone(),
            epoch_start: Some(self.state.epoch_start.clone()),
            tokens: self.state.tokens.values().cloned().collect(),
            transactions: self
                .order
                .iter()
                .map(|hash| self.records[hash].clone())
                .collect(),
            calendar: Some(self.calendar()),
            events: self.events.all().to_vec(),
            sent: self.messages.values().cloned().collect(),
            waiting: self.pool.iter().map(|tx| tx.wire.clone()).collect(),
            ..Step::default()
        };
        self.journaled_codes.clear();
        let accounts: Vec<AccountData> = self.state.chain.accounts.values().cloned().collect();
        for account in accounts {
            if account.address == ESDT_SYSTEM_SC_ADDRESS {
                continue;
            }
            self.note_code(&account, &mut step);
            step.accounts.push(AccountEntry::of(&account));
        }
        for (contract, storage) in self.vm.all_storage() {
            let contract = contract.to_hex();
            step.storage.extend(
                storage
                    .into_iter()
                    .map(|(key, value)| (contract.clone(), hex::encode(key), hex::encode(value))),
            );
        }
        let folded = journal.fold(step);
        self.journal = Some(journal);
        folded.map_err(|error| StartError::Write { path, error })
    }

    fn calendar(&self) -> Calendar {
        Calendar {
            epoch_length: self.clock.epoch_length,
            start_ms: self.clock.start_ms,
            shards: self.state.shards.count(),
        }
    }

    /// Takes over a step of the state file.
    pub fn replay(
        &mut self,
        step: Step,
        codes: &mut HashMap<String, Vec<u8>>,
    ) -> Result<(), String> {
        if let Some(calendar) = step.calendar {
            self.clock.start_ms = calendar.start_ms;
            self.clock.epoch_length = calendar.epoch_length;
            self.state.shards = Shards::new(calendar.shards).ok_or("one shard or three")?;
        }
        if let Some(hash) = step.begun {
            *self.deaths.entry(hash).or_default() += 1;
            return Ok(());
        }
        self.state.block = step.block;
        self.note_time();
        if let Some(block) = step.epoch_start {
            self.state.epoch_start = block;
        }
        for code in step.codes {
            let code = state::bytes(&code)?;
            codes.insert(hex::encode(code_hash(&code)), code);
        }
        for entry in step.accounts {
            let account = entry.account(codes)?;
            self.state.chain_mut().add_account(account);
        }
        for (contract, key, value) in step.storage {
            let entry = (state::bytes(&key)?, state::bytes(&value)?);
            self.vm.store(&state::address(&contract)?, [entry]);
        }
        for token in step.tokens {
            self.state.tokens.insert(token.identifier.clone(), token);
        }
        for record in step.transactions {
            let sender =
                address::decode(&record.transaction.sender).map_err(|error| error.to_string())?;
            self.pool.remove(&sender, record.transaction.nonce);
            self.deaths.remove(&record.hash);
            self.note_record(record);
        }
        if !step.events.is_empty() {
            self.events.replace(0, step.events);
        }
        for id in step.delivered {
            if let Some(message) = self.messages.remove(&id) {
                self.deaths.remove(&message.hash);
            }
        }
        for message in step.sent {
            self.next_message = self.next_message.max(message.id + 1);
            self.messages.insert(message.id, message);
        }
        for waiting in step.waiting {
            let tx = waiting
                .check(crate::CHAIN_ID)
                .map_err(|error| error.to_string())?;
            let hash = hex::encode(tx.hash());
            let function = tx.function_call().map_or(String::new(), |(name, _)| name);
            self.records
                .insert(hash.clone(), Record::pending(hash, waiting, function));
            if let Some(left_out) = self.pool.add(tx) {
                self.records.remove(&hex::encode(left_out.hash()));
            }
        }
        Ok(())
    }
}
