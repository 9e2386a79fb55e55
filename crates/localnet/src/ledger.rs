//! What a chain's lock guards: state, pool, records and clock, and how a block is made.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
};

use multiversx_chain_core::std::code_hash;
use multiversx_chain_vm::{
    blockchain::state::{AccountData, BlockchainState},
    host::context::BlockchainUpdate,
};

use crate::{
    clock::Clock,
    config::{Blocks, Config},
    error::SubmitError,
    execute::{Executed, execute, give_up},
    journal::{Journal, Step},
    pool::Pool,
    receipt::{BlockId, Record},
    state::{AccountEntry, State},
    transaction::CheckedTransaction,
    vm::Vm,
};

/// How far ahead of its account a transaction's nonce may be and still wait.
const MAX_NONCE_AHEAD: u64 = 100;

/// The gas limits of a block's transactions add up to this much or little more, as on the
/// network; further ones wait for the next block.
const MAX_BLOCK_GAS: u64 = 1_500_000_000;

/// A waiting transaction of which the process has died this often fails. (It may have been
/// killed once for another reason.)
const MAX_DEATHS: u32 = 2;

/// Empty blocks are noted in the state file only so often.
const EMPTY_BLOCKS_PER_STEP: u64 = 16;

type Listener = Box<dyn Fn(&Record) + Send>;

pub(crate) struct Ledger {
    pub state: State,
    pub vm: Vm,
    pub pool: Pool,
    pub records: HashMap<String, Record>,
    /// Hashes in the order of execution.
    pub order: Vec<String>,
    pub journal: Option<Journal>,
    pub journaled_codes: HashSet<String>,
    pub clock: Clock,
    /// How often the process died while it executed a waiting transaction, by hash.
    pub deaths: HashMap<String, u32>,
    pub listener: Option<Listener>,
}

impl Ledger {
    pub fn new() -> Self {
        Self {
            state: State {
                chain: Arc::new(BlockchainState::default()),
                tokens: BTreeMap::new(),
                block: BlockId::default(),
                epoch_start: BlockId::default(),
            },
            vm: Vm::default(),
            pool: Pool::default(),
            records: HashMap::new(),
            order: vec![],
            journal: None,
            journaled_codes: HashSet::new(),
            clock: Clock::default(),
            deaths: HashMap::new(),
            listener: None,
        }
    }

    /// Checks nonce and funds for the fee, as the gateway does before it takes a transaction.
    ///
    /// # Errors
    /// What the account lacks.
    pub fn check_account(&self, tx: &CheckedTransaction) -> Result<(), SubmitError> {
        if !self.state.chain.accounts.contains_key(&tx.sender) {
            return Err(SubmitError::NoAccount(tx.sender.clone()));
        }
        let account = self.state.account(&tx.sender);
        let nonce = tx.wire.nonce;
        if nonce < account.nonce || nonce > account.nonce.saturating_add(MAX_NONCE_AHEAD) {
            return Err(SubmitError::Nonce {
                low: nonce < account.nonce,
            });
        }
        let wanted = tx.highest_fee();
        if account.egld_balance < wanted {
            return Err(SubmitError::InsufficientFunds {
                payer: tx.sender.clone(),
                wanted,
                have: account.egld_balance,
            });
        }
        Ok(())
    }

    /// Makes `count` blocks; the first executes what is waiting.
    pub fn make_block(&mut self, config: &Config, count: u64) {
        let round = config.round_ms();
        let last = self.state.block.clone();
        self.state.enter(self.clock.next(&last, config), round);
        let mut step = Step {
            block: self.state.block.clone(),
            ..Step::default()
        };
        let mut gas = 0;
        while gas < MAX_BLOCK_GAS {
            let state = &self.state;
            let next = self.pool.next(|sender| state.account(sender).nonce);
            let Some(tx) = next else { break };
            gas += tx.wire.gas_limit;
            let executed = self.execute(&tx, config.blocks != Blocks::OnArrival);
            self.commit(executed, &mut step);
        }
        if count > 1 {
            let skipped = self.clock.skip(&self.state.block, count - 1, config);
            self.state.enter(skipped, round);
        }
        let quiet = step.transactions.is_empty()
            && count == 1
            && self.state.block.epoch == last.epoch
            && !self.state.block.nonce.is_multiple_of(EMPTY_BLOCKS_PER_STEP);
        if !quiet {
            step.block = self.state.block.clone();
            step.epoch_start = Some(self.state.epoch_start.clone());
            self.write(&step);
        }
        if let Some(listener) = &self.listener {
            step.transactions.iter().for_each(listener);
        }
    }

    /// Executes a transaction, unless the process has died of it. One that waits in the state
    /// file would be executed again at every start: the file is told before.
    fn execute(&mut self, tx: &CheckedTransaction, waits: bool) -> Executed {
        if waits && self.journal.is_some() && !tx.data.is_empty() {
            let hash = hex::encode(tx.hash());
            if self
                .deaths
                .get(&hash)
                .is_some_and(|deaths| *deaths >= MAX_DEATHS)
            {
                return give_up(&self.state, tx);
            }
            self.write(&Step {
                begun: Some(hash),
                ..Step::default()
            });
        }
        execute(&self.state, &mut self.vm, tx)
    }

    /// Makes a transaction's changes part of the state and of the step.
    pub fn commit(&mut self, executed: Executed, step: &mut Step) {
        self.apply(executed.updates, step);
        if let Some(token) = executed.token {
            step.tokens.push(token.clone());
            self.state.tokens.insert(token.identifier.clone(), token);
        }
        self.order.push(executed.record.hash.clone());
        self.records
            .insert(executed.record.hash.clone(), executed.record.clone());
        step.transactions.push(executed.record);
    }

    pub fn apply(&mut self, updates: BlockchainUpdate, step: &mut Step) {
        for (address, mut account) in updates.accounts {
            let written = std::mem::take(&mut account.storage);
            if self.journal.is_some() {
                let contract = address.to_hex();
                step.storage.extend(
                    written.iter().map(|(key, value)| {
                        (contract.clone(), hex::encode(key), hex::encode(value))
                    }),
                );
            }
            if !written.is_empty() {
                self.vm.store(&address, written);
            }
            let entry = AccountEntry::of(&account);
            let known = self.state.chain.accounts.get(&address);
            let before = known.map_or_else(
                || AccountEntry::of(&AccountData::new_empty(address.clone())),
                AccountEntry::of,
            );
            if entry == before {
                continue;
            }
            self.note_code(&account, step);
            // A later transaction of the same block replaces the account's entry.
            step.accounts
                .retain(|other| !other.is_of_same_address(&entry));
            step.accounts.push(entry);
            self.state.chain_mut().add_account(account);
        }
    }

    pub fn note_code(&mut self, account: &AccountData, step: &mut Step) {
        if let Some(code) = &account.contract_path
            && self.journaled_codes.insert(hex::encode(code_hash(code)))
        {
            step.codes.push(hex::encode(code));
        }
    }

    /// Adds a step to the state file. A file that can't be written ends the process:
    /// going on would promise what a restart couldn't keep.
    pub fn write(&mut self, step: &Step) {
        if let Some(journal) = &mut self.journal
            && let Err(error) = journal.append(step)
        {
            eprintln!("localnet: cannot write the state file: {error}");
            std::process::exit(1);
        }
    }
}
