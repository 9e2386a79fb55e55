//! The data that a chain's lock guards: its current state, its state file and its snapshots; and how
//! a block is made.

use std::{
    collections::{HashMap, HashSet},
    io::Write,
};

use multiversx_chain_core::{std::code_hash, types::Address};
use multiversx_chain_vm::{blockchain::state::AccountData, host::context::BlockchainUpdate};

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::{
    blocks::chain_state::ChainState,
    blocks::config::{Blocks, Config},
    blocks::journal::{Journal, Step},
    error::SubmitError,
    execute::message::Message,
    execute::{Executed, arrive, execute, give_up},
    fault::caught,
    fee,
    state::stored_account::AccountEntry,
    transaction::CheckedTransaction,
    transaction::receipt::{BlockId, Record},
};

/// How far ahead of its account a transaction's nonce may be and still wait.
const MAX_NONCE_AHEAD: u64 = 100;

/// A waiting transaction fails after this number of attempts during which the process died.
/// (Another reason may have killed it once.)
const MAX_DEATHS: u32 = 2;

/// The failure of a transaction or message whose execution killed the process.
const DIED: &str = "the local chain's process died while it executed this";

/// Empty blocks are noted in the state file only so often.
const EMPTY_BLOCKS_PER_STEP: u64 = 16;

/// Why something fails at which the chain's own code has failed.
fn in_words(fault: &str) -> String {
    format!("a fault of the local chain while it executed this: {fault}")
}

type Listener = Box<dyn Fn(&Record) + Send>;

pub(crate) struct Ledger {
    pub now: ChainState,
    pub journal: Option<Journal>,
    pub journaled_codes: HashSet<String>,
    /// How often the process died while it executed a waiting transaction, by hash.
    pub deaths: HashMap<String, u32>,
    /// Snapshots, by their number less one.
    pub saved: Vec<ChainState>,
    pub listener: Option<Listener>,
    /// When blocks are made.
    pub mode: Blocks,
    /// Counts how often that was changed.
    pub mode_number: u64,
    /// Whether the state file could not be written the last time.
    behind: bool,
}

impl Ledger {
    /// For a chain's state at one moment, without a state file.
    pub fn of(now: ChainState) -> Self {
        Self {
            now,
            journal: None,
            journaled_codes: HashSet::new(),
            deaths: HashMap::new(),
            saved: vec![],
            listener: None,
            mode: Blocks::OnDemand,
            mode_number: 0,
            behind: false,
        }
    }

    /// The result of a transaction if nothing else happened. The chain stays unchanged: this is a copy
    /// of it, made by [`fork`](Self::fork).
    pub fn simulate(mut self, tx: &CheckedTransaction) -> Record {
        let hash = hex::encode(tx.hash());
        let mut step = Step::default();
        let executed = self.try_execute(tx);
        self.commit(executed, &mut step);
        while let Some((_, message)) = self.now.messages.pop_first() {
            let executed = self.deliver(&message);
            self.commit(executed, &mut step);
        }
        self.now.records.remove(&hash).expect("it was committed")
    }

    /// The highest gas limit that the payer of a transaction can afford. If the account has no EGLD
    /// at all the network assumes that it can afford everything.
    pub fn affordable_gas(&self, tx: &CheckedTransaction) -> u64 {
        let balance = self.now.state.account(tx.payer()).egld_balance;
        let move_gas = tx.move_gas();
        let price = tx.wire.gas_price;
        let mut reserved = fee::fee(move_gas, move_gas, price);
        if tx.payer() == &tx.sender {
            reserved += &tx.value;
        }
        if balance == BigUint::ZERO || balance < reserved {
            return fee::MAX_GAS_LIMIT;
        }
        let execution = (balance - reserved) / fee::execution_fee(1, price);
        let execution = execution.to_u64().unwrap_or(fee::MAX_GAS_LIMIT);
        move_gas.saturating_add(execution).min(fee::MAX_GAS_LIMIT)
    }

    /// The current chain, to try something on.
    pub fn fork(&self) -> Self {
        let (state, vm) = (self.now.state.clone(), self.now.vm.clone());
        Self::of(ChainState::of(state, vm))
    }

    /// Checks nonce and funds for the fee, as the gateway does before it takes a transaction.
    ///
    /// # Errors
    /// The account's missing nonce or funds.
    pub fn check_account(&self, tx: &CheckedTransaction) -> Result<(), SubmitError> {
        // A sender whose fee is paid by another needs no account yet.
        if !self.now.state.chain.accounts.contains_key(tx.payer()) {
            return Err(SubmitError::NoAccount(tx.sender.clone()));
        }
        let account = self.now.state.account(&tx.sender);
        let nonce = tx.wire.nonce;
        if nonce < account.nonce || nonce > account.nonce.saturating_add(MAX_NONCE_AHEAD) {
            return Err(SubmitError::Nonce {
                low: nonce < account.nonce,
            });
        }
        if !self.now.state.shards.same(&tx.sender, tx.payer()) {
            return Err(SubmitError::RelayerShard);
        }
        let wanted = tx.highest_fee();
        let payer = self.now.state.account(tx.payer());
        if payer.egld_balance < wanted {
            return Err(SubmitError::InsufficientFunds {
                payer: payer.address,
                wanted,
                have: payer.egld_balance,
            });
        }
        Ok(())
    }

    /// Makes one block, which executes the waiting transactions and delivers messages; if there is
    /// nothing to do and this isn't the `first`, it skips `most` empty ones. Returns the number of
    /// blocks.
    pub fn make_or_skip(&mut self, config: &Config, most: u64, first: bool) -> u64 {
        if most == 0 {
            return 0;
        }
        if first || self.has_work() {
            let least = match self.mode {
                Blocks::Every(_) => 1,
                // A request for blocks includes the time that they take.
                Blocks::OnArrival | Blocks::OnDemand => config.round_ms(),
            };
            self.make_block(config, least);
            return 1;
        }
        let skipped = self.now.clock.skip(&self.now.state.block, most, config);
        self.now.state.enter(skipped, config.round_ms());
        self.note_time();
        self.write(&Step {
            epoch_start: Some(self.now.state.epoch_start.clone()),
            ..self.step()
        });
        most
    }

    /// A step in the latest block, in which nothing has happened yet.
    pub fn step(&self) -> Step {
        Step {
            block: self.now.state.block.clone(),
            ..Step::default()
        }
    }

    /// Remembers when the latest block was made.
    pub fn note_time(&mut self) {
        let BlockId {
            nonce,
            timestamp_ms,
            ..
        } = self.now.state.block;
        if self.now.times.last().is_none_or(|(last, _)| *last < nonce) {
            self.now.times.push((nonce, timestamp_ms));
        }
    }

    /// The block of a nonce; `None` if it is yet to come.
    pub fn block_at(&self, nonce: u64) -> Option<BlockId> {
        let latest = &self.now.state.block;
        if nonce >= latest.nonce {
            return (nonce == latest.nonce).then(|| latest.clone());
        }
        let index = self.now.times.partition_point(|(known, _)| *known < nonce);
        let (after, until) = *self.now.times.get(index)?;
        let (before, from) = match index.checked_sub(1) {
            Some(index) => self.now.times[index],
            None => (0, self.now.clock.start_ms.min(until)),
        };
        let timestamp_ms = if after == nonce {
            until
        } else {
            let part = u128::from(until - from) * u128::from(nonce - before);
            from + (part / u128::from(after - before)) as u64
        };
        Some(BlockId {
            nonce,
            round: nonce,
            epoch: nonce / self.now.clock.epoch_length.max(1),
            timestamp_ms,
        })
    }

    /// Whether a message is in flight, or it is a waiting transaction's turn.
    pub fn has_work(&self) -> bool {
        let nonce_of = |sender: &Address| self.now.state.account(sender).nonce;
        !self.now.messages.is_empty() || self.now.pool.has_next(nonce_of)
    }

    /// Makes a block that is at least `least` milliseconds later than the one before.
    pub fn make_block(&mut self, config: &Config, least: u64) {
        let round = config.round_ms();
        let last = self.now.state.block.clone();
        let block = self.now.clock.next(&last, least, config);
        self.now.state.enter(block, round);
        self.note_time();
        let mut step = self.step();
        let now = self.now.state.block.nonce;
        let messages = self.now.messages.values();
        let due = messages.filter(|message| message.due <= now);
        for id in due.map(|message| message.id).collect::<Vec<_>>() {
            let message = self.now.messages.remove(&id).expect("it was there");
            step.delivered.push(id);
            let executed = self.deliver(&message);
            self.commit(executed, &mut step);
        }
        let mut gas = 0;
        // a block's limit is a transaction's, and the last one may exceed it
        while gas < fee::MAX_GAS_LIMIT {
            let state = &self.now.state;
            let next = self.now.pool.next(|sender| state.account(sender).nonce);
            let Some(tx) = next else { break };
            gas += tx.wire.gas_limit;
            let executed = self.execute(&tx, self.mode != Blocks::OnArrival);
            self.commit(executed, &mut step);
        }
        let quiet = step.transactions.is_empty()
            && self.now.state.block.epoch == last.epoch
            && !now.is_multiple_of(EMPTY_BLOCKS_PER_STEP);
        if !quiet {
            step.epoch_start = Some(self.now.state.epoch_start.clone());
            self.write(&step);
        }
        if let Some(listener) = &self.listener {
            let done = step.transactions.iter().filter(|record| record.is_done());
            done.for_each(listener);
        }
    }

    /// Notes that something in the state file is executed next. `false` if the process has died
    /// of it.
    fn may_begin(&mut self, hash: &str) -> bool {
        if self.journal.is_none() {
            return true;
        }
        let deaths = self.deaths.get(hash);
        if deaths.is_some_and(|deaths| *deaths >= MAX_DEATHS) {
            return false;
        }
        self.write(&Step {
            begun: Some(hash.to_string()),
            ..Step::default()
        });
        true
    }

    /// Carries out a message, unless the process has died of it.
    fn deliver(&mut self, message: &Message) -> Executed {
        let died = message.runs_code && !self.may_begin(&message.hash);
        self.deaths.remove(&message.hash);
        let record = || self.now.records[&message.transaction].clone();
        let (state, vm) = (&self.now.state, &mut self.now.vm);
        if died {
            return arrive(state, vm, message, record(), Some(DIED));
        }
        caught(|| arrive(state, vm, message, record(), None))
            .unwrap_or_else(|fault| arrive(state, vm, message, record(), Some(&in_words(&fault))))
    }

    /// Executes a transaction, unless the process has died of it. The state file records the
    /// attempt first: a waiting transaction would be executed again at every start.
    fn execute(&mut self, tx: &CheckedTransaction, waits: bool) -> Executed {
        let risky = waits && !tx.data.is_empty();
        if risky && !self.may_begin(&hex::encode(tx.hash())) {
            return give_up(&self.now.state, tx, DIED);
        }
        self.try_execute(tx)
    }

    /// Executes a transaction. If the chain's own code panics, nothing is changed and the
    /// transaction fails immediately: it would panic again.
    fn try_execute(&mut self, tx: &CheckedTransaction) -> Executed {
        let (state, vm) = (&self.now.state, &mut self.now.vm);
        caught(|| execute(state, vm, tx))
            .unwrap_or_else(|fault| give_up(state, tx, &in_words(&fault)))
    }

    /// Makes the changes of a transaction or message part of the state and of the step.
    pub fn commit(&mut self, executed: Executed, step: &mut Step) {
        self.apply(executed.updates, step);
        if let Some(token) = executed.token {
            step.tokens.push(token.clone());
            let tokens = &mut self.now.state.tokens;
            tokens.insert(token.identifier.clone(), token);
        }
        for message in executed.sent {
            let message = Message {
                id: self.now.next_message,
                due: self.now.state.block.nonce + 1,
                ..message
            };
            self.now.next_message += 1;
            step.sent.push(message.clone());
            self.now.messages.insert(message.id, message);
        }
        let mut record = executed.record;
        let messages = self.now.messages.values();
        record.under_way = messages
            .filter(|message| message.transaction == record.hash)
            .count();
        step.transactions.push(record.clone());
        if record.is_done() {
            // Each listener gets them once.
            record.nested = vec![];
        }
        self.note_record(record);
    }

    /// Lets a transaction, which has this hash, wait for a block. Of two with the same nonce only
    /// one waits.
    pub fn let_wait(&mut self, hash: String, tx: CheckedTransaction) {
        let function = tx.function_call().map_or(String::new(), |(name, _)| name);
        let pending = Record::pending(hash.clone(), tx.wire.clone(), function);
        self.now.records.insert(hash, pending);
        if let Some(left_out) = self.now.pool.add(tx) {
            self.now.records.remove(&hex::encode(left_out.hash()));
        }
    }

    /// Keeps a transaction's record, in place of an earlier one.
    pub fn note_record(&mut self, record: Record) {
        let known = self.now.records.get(&record.hash);
        self.now.events.note(known, &record, &self.now.state.block);
        if known.is_none_or(|known| known.block == BlockId::default()) {
            self.now.order.push(record.hash.clone());
        }
        self.now.records.insert(record.hash.clone(), record);
    }

    pub fn apply(&mut self, updates: BlockchainUpdate, step: &mut Step) {
        for (address, mut account) in updates.accounts {
            let written = std::mem::take(&mut account.storage);
            if self.journal.is_some() {
                step.add_storage(&address, &written);
            }
            if !written.is_empty() {
                self.now.vm.store(&address, written);
            }
            let entry = AccountEntry::of(&account);
            if entry == AccountEntry::of(&self.now.state.account(&address)) {
                continue;
            }
            self.note_code(&account, step);
            // A later transaction of the same block replaces the account's entry.
            step.accounts
                .retain(|other| other.address() != entry.address());
            step.accounts.push(entry);
            self.now.state.chain_mut().add_account(account);
        }
    }

    pub fn note_code(&mut self, account: &AccountData, step: &mut Step) {
        if let Some(code) = &account.contract_path
            && self.journaled_codes.insert(hex::encode(code_hash(code)))
        {
            step.codes.push(hex::encode(code));
        }
    }

    /// Adds a step to the state file. If the file can't be written the step waits for the next
    /// attempt, and [`kept`](Self::kept) says so: nothing is acknowledged until then.
    pub fn write(&mut self, step: &Step) {
        if let Some(journal) = &mut self.journal {
            journal.push(step);
            // Callers that need the outcome query it.
            let _ = self.kept();
        }
    }

    /// The same, but a step that can't be written is forgotten.
    ///
    /// # Errors
    /// Why the file can't be written.
    pub fn write_or_refuse(&mut self, step: &Step) -> std::io::Result<()> {
        self.kept()?;
        let Some(journal) = &mut self.journal else {
            return Ok(());
        };
        journal.push(step);
        let kept = journal.flush();
        if kept.is_err() {
            journal.forget();
        }
        self.tell(kept)
    }

    /// Makes sure that all steps are in the state file.
    ///
    /// # Errors
    /// Why the file can't be written.
    pub fn kept(&mut self) -> std::io::Result<()> {
        let kept = self.journal.as_mut().map_or(Ok(()), Journal::flush);
        self.tell(kept)
    }

    /// Tells on the terminal when the state file can't be written, and when it can be again.
    fn tell(&mut self, kept: std::io::Result<()>) -> std::io::Result<()> {
        // standard error may be on the same full disk, which is no reason to panic
        let mut terminal = std::io::stderr();
        let told = match &kept {
            Err(error) if !self.behind => writeln!(
                terminal,
                "localnet: cannot write the state file, no transaction is taken: {error}"
            ),
            Ok(()) if self.behind => {
                writeln!(terminal, "localnet: the state file can be written again")
            }
            _ => Ok(()),
        };
        told.ok();
        self.behind = kept.is_err();
        kept
    }
}
