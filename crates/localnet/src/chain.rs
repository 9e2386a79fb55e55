//! The chain: accounts, the pool of waiting transactions, blocks and epochs.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use multiversx_chain_core::{
    std::code_hash,
    types::{Address, ReturnCode},
};
use multiversx_chain_vm::{
    blockchain::state::{AccountData, BlockchainState, EsdtInstanceMetadata},
    host::context::{BlockchainUpdate, TxInput},
    system_sc::{ESDT_SYSTEM_SC_ADDRESS, is_system_sc_address},
};
use num_bigint::BigUint;

use crate::{
    address,
    esdt::{self, Token},
    execute::{Executed, execute},
    fee,
    journal::{Journal, Step},
    receipt::{BlockId, Failure, Record, code_name},
    state::{self, AccountEntry, State},
    transaction::{CheckedTransaction, Transaction},
    vm::{ContractStorage, Vm, World},
    wallet::Wallet,
};

/// How far ahead of its account a transaction's nonce may be and still wait.
const MAX_NONCE_AHEAD: u64 = 100;

/// Empty blocks are noted in the state file only so often.
const EMPTY_BLOCKS_PER_STEP: u64 = 16;

/// When blocks are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// One after each such time, as on the network.
    Every(Duration),
    /// One for each transaction, as soon as it is sent.
    OnArrival,
    /// Only when asked for, as in the official chain simulator.
    OnDemand,
}

/// What a chain is started with.
#[derive(Clone, Debug)]
pub struct Config {
    pub blocks: Blocks,
    /// Blocks in an epoch.
    pub epoch_length: u64,
    /// Where the state is kept; in memory only if `None`.
    pub state_file: Option<PathBuf>,
    /// What each funded wallet of a new chain has, in 10⁻¹⁸ EGLD.
    pub wallet_balance: BigUint,
}

impl Default for Config {
    /// Blocks every 600 ms, epochs of a day, a million EGLD in each wallet, no state file.
    fn default() -> Self {
        Self {
            blocks: Blocks::Every(Duration::from_millis(600)),
            epoch_length: 144_000,
            state_file: None,
            wallet_balance: BigUint::from(10u32).pow(24),
        }
    }
}

/// An account as others see it.
#[derive(Clone, Debug)]
pub struct Account {
    pub address: Address,
    pub nonce: u64,
    /// In 10⁻¹⁸ EGLD.
    pub balance: BigUint,
    /// Contract code; empty for users.
    pub code: Vec<u8>,
    /// Two bytes; empty for users.
    pub code_metadata: Vec<u8>,
    pub owner: Option<Address>,
    /// In 10⁻¹⁸ EGLD.
    pub developer_reward: BigUint,
    /// Token identifier, nonce and balance; sorted.
    pub tokens: Vec<(String, u64, BigUint)>,
}

/// A query of a view.
#[derive(Clone, Debug)]
pub struct Query {
    pub contract: Address,
    pub function: String,
    pub args: Vec<Vec<u8>>,
    pub caller: Option<Address>,
    pub value: BigUint,
}

impl Query {
    /// A query by the contract itself, without payment.
    pub fn new(contract: &Address, function: &str, args: Vec<Vec<u8>>) -> Self {
        Self {
            contract: contract.clone(),
            function: function.to_string(),
            args,
            caller: None,
            value: BigUint::ZERO,
        }
    }
}

/// A query's answer.
#[derive(Clone, Debug)]
pub struct Answer {
    pub returned: Vec<Vec<u8>>,
    pub failure: Option<Failure>,
    pub gas_used: u64,
}

/// A change of an account by `set-state`; what is `None` stays.
#[derive(Clone, Debug)]
pub struct SetAccount {
    pub address: Address,
    pub nonce: Option<u64>,
    pub balance: Option<BigUint>,
    pub code: Option<Vec<u8>>,
    pub code_metadata: Option<[u8; 2]>,
    pub owner: Option<Address>,
    pub developer_reward: Option<BigUint>,
    pub storage: Vec<(Vec<u8>, Vec<u8>)>,
    /// Forget what the account was before.
    pub overwrite: bool,
}

impl SetAccount {
    /// A change that changes nothing yet.
    pub fn new(address: Address) -> Self {
        Self {
            address,
            nonce: None,
            balance: None,
            code: None,
            code_metadata: None,
            owner: None,
            developer_reward: None,
            storage: vec![],
            overwrite: false,
        }
    }
}

/// A running chain. Clones are handles of the same chain.
///
/// ```
/// use localnet::{Blocks, Chain, Config, Transaction, Wallet};
///
/// let chain = Chain::start(Config { blocks: Blocks::OnArrival, ..Config::default() })?;
/// let [alice, bob] = [&chain.wallets()[0], &chain.wallets()[1]];
/// let payment = Transaction::new(&alice.address, 0, &bob.address).value(1u32).sign(&alice.key);
/// let hash = chain.submit(&payment)?;
/// assert!(chain.transaction(&hash).unwrap().succeeded());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone)]
pub struct Chain {
    inner: Arc<Mutex<Inner>>,
    config: Arc<Config>,
    wallets: Arc<Vec<Wallet>>,
}

type Listener = Box<dyn Fn(&Record) + Send>;

struct Inner {
    state: State,
    vm: Vm,
    pool: Pool,
    records: HashMap<String, Record>,
    /// Hashes in the order of execution.
    order: Vec<String>,
    journal: Option<Journal>,
    journaled_codes: HashSet<String>,
    /// How far the chain's clock is ahead of the machine's, in milliseconds.
    ahead_ms: u64,
    start_ms: u64,
    listener: Option<Listener>,
}

/// Transactions that wait for a block, by sender and nonce, and the senders in order of arrival.
#[derive(Default)]
struct Pool {
    waiting: HashMap<Address, BTreeMap<u64, CheckedTransaction>>,
    senders: Vec<Address>,
}

impl Pool {
    fn add(&mut self, tx: CheckedTransaction) {
        if !self.waiting.contains_key(&tx.sender) {
            self.senders.push(tx.sender.clone());
        }
        self.waiting
            .entry(tx.sender.clone())
            .or_default()
            .insert(tx.wire.nonce, tx);
    }

    /// Takes the next transaction whose turn it is.
    fn next(&mut self, nonce_of: impl Fn(&Address) -> u64) -> Option<CheckedTransaction> {
        let index = self
            .senders
            .iter()
            .position(|sender| self.waiting[sender].contains_key(&nonce_of(sender)))?;
        let sender = self.senders[index].clone();
        let waiting = self.waiting.get_mut(&sender)?;
        let tx = waiting.remove(&nonce_of(&sender));
        if waiting.is_empty() {
            self.waiting.remove(&sender);
            self.senders.remove(index);
        }
        tx
    }
}

fn now_ms() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_millis() as u64)
}

impl Chain {
    /// Starts a chain, from its state file if it has one.
    ///
    /// # Errors
    /// If the state file can't be used; the text says why.
    pub fn start(config: Config) -> Result<Self, String> {
        let wallets = Wallet::funded();
        let mut inner = Inner::new();
        if let Some(path) = &config.state_file {
            let mut codes = HashMap::new();
            let journal = Journal::open(path, |step| inner.replay(step, &mut codes))?;
            inner.journaled_codes = codes.into_keys().collect();
            inner.journal = Some(journal);
        }
        let is_new = inner.journal.as_ref().is_none_or(Journal::is_empty);
        if is_new {
            let accounts = wallets.iter().map(|wallet| AccountData {
                egld_balance: config.wallet_balance.clone(),
                ..AccountData::new_empty(wallet.address.clone())
            });
            for account in accounts {
                inner.state.chain_mut().add_account(account);
            }
            inner.state.block.timestamp_ms = now_ms();
        }
        inner.start_ms = inner.state.block.timestamp_ms;
        inner.ahead_ms = inner.state.block.timestamp_ms.saturating_sub(now_ms());
        let block = inner.state.block.clone();
        inner.state.enter(block, round_ms(&config));
        if is_new || inner.journal.as_ref().is_some_and(|journal| journal.long) {
            inner.fold()?;
        }
        let chain = Self {
            inner: Arc::new(Mutex::new(inner)),
            config: Arc::new(config),
            wallets: Arc::new(wallets),
        };
        if let Blocks::Every(time) = chain.config.blocks {
            chain.make_blocks_every(time);
        }
        Ok(chain)
    }

    /// Makes a block after each `time`, as long as the chain is used.
    fn make_blocks_every(&self, time: Duration) {
        let chain = Arc::downgrade(&self.inner);
        let config = self.config.clone();
        std::thread::Builder::new()
            .name("blocks".into())
            .spawn(move || {
                let mut next = std::time::Instant::now() + time;
                loop {
                    std::thread::sleep(next.saturating_duration_since(std::time::Instant::now()));
                    next += time;
                    let Some(inner) = chain.upgrade() else { return };
                    lock(&inner).make_block(&config, 1);
                }
            })
            .expect("a thread can be started");
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        lock(&self.inner)
    }

    /// What the chain was started with.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The wallets that a new chain funds.
    pub fn wallets(&self) -> &[Wallet] {
        &self.wallets
    }

    /// Calls `listener` with every executed transaction.
    pub fn listen(&self, listener: impl Fn(&Record) + Send + 'static) {
        self.lock().listener = Some(Box::new(listener));
    }

    /// Takes a signed transaction. With [`Blocks::OnArrival`] it is executed when this returns.
    ///
    /// # Errors
    /// In the gateway's words, why the transaction was not accepted.
    pub fn submit(&self, tx: &Transaction) -> Result<String, String> {
        let tx = tx.check(crate::CHAIN_ID)?;
        tx.check_signature()?;
        self.accept(tx)
    }

    /// The same without looking at the signature, for tests.
    ///
    /// # Errors
    /// As [`submit`](Self::submit).
    pub fn submit_unsigned(&self, tx: &Transaction) -> Result<String, String> {
        self.accept(tx.check(crate::CHAIN_ID)?)
    }

    fn accept(&self, tx: CheckedTransaction) -> Result<String, String> {
        let mut inner = self.lock();
        inner.check_account(&tx)?;
        let hash = hex::encode(tx.hash());
        if inner.records.contains_key(&hash) {
            return Ok(hash);
        }
        let function = tx.function_call().map_or(String::new(), |(name, _)| name);
        if self.config.blocks != Blocks::OnArrival {
            let step = Step {
                waiting: vec![tx.wire.clone()],
                block: inner.state.block.clone(),
                ..Step::default()
            };
            inner.write(&step);
        }
        inner.records.insert(
            hash.clone(),
            Record::pending(hash.clone(), tx.wire.clone(), function),
        );
        inner.pool.add(tx);
        if self.config.blocks == Blocks::OnArrival {
            inner.make_block(&self.config, 1);
        }
        Ok(hash)
    }

    /// The record of a transaction; `None` if the hash is unknown.
    pub fn transaction(&self, hash: &str) -> Option<Record> {
        self.lock().records.get(hash).cloned()
    }

    /// The latest executed transactions that `wanted` picks, newest first.
    pub fn transactions(&self, limit: usize, wanted: impl Fn(&Record) -> bool) -> Vec<Record> {
        let inner = self.lock();
        inner
            .order
            .iter()
            .rev()
            .map(|hash| &inner.records[hash])
            .filter(|record| wanted(record))
            .take(limit)
            .cloned()
            .collect()
    }

    /// The number of executed transactions.
    pub fn transaction_count(&self) -> usize {
        self.lock().order.len()
    }

    /// What a transaction would come to now, whatever its signature, nonce and gas limit: nothing is kept.
    ///
    /// # Errors
    /// In the gateway's words, what is wrong with the transaction.
    pub fn simulate(&self, tx: &Transaction) -> Result<Record, String> {
        let mut tx = tx.clone();
        if tx.gas_limit == 0 {
            tx.gas_limit = fee::MAX_GAS_LIMIT;
        }
        if tx.gas_price == 0 {
            tx.gas_price = fee::MIN_GAS_PRICE;
        }
        let mut tx = tx.check(crate::CHAIN_ID)?;
        let mut inner = self.lock();
        let inner = &mut *inner;
        tx.wire.nonce = inner.state.account(&tx.sender).nonce;
        Ok(execute(&inner.state, &mut inner.vm, &tx).record)
    }

    /// Runs a view.
    pub fn query(&self, query: &Query) -> Answer {
        self.lock().query(query)
    }

    /// The account of an address.
    pub fn account(&self, address: &Address) -> Account {
        let account = self.lock().state.account(address);
        let mut tokens: Vec<_> = account
            .esdt
            .iter()
            .flat_map(|(id, data)| {
                data.instances.get_instances().values().map(|instance| {
                    (
                        String::from_utf8_lossy(id).into_owned(),
                        instance.nonce,
                        instance.balance.clone(),
                    )
                })
            })
            .filter(|(_, _, balance)| *balance > BigUint::ZERO)
            .collect();
        tokens.sort();
        Account {
            address: account.address,
            nonce: account.nonce,
            balance: account.egld_balance,
            code_metadata: account
                .contract_path
                .as_ref()
                .map(|_| account.code_metadata.to_vec())
                .unwrap_or_default(),
            code: account.contract_path.unwrap_or_default(),
            owner: account.contract_owner,
            developer_reward: account.developer_rewards,
            tokens,
        }
    }

    /// The storage of a contract.
    pub fn storage(&self, address: &Address) -> ContractStorage {
        self.lock().vm.storage(address)
    }

    /// The value of a storage key; empty if there is none.
    pub fn storage_value(&self, address: &Address, key: &[u8]) -> Vec<u8> {
        self.lock().vm.stored(address, key)
    }

    /// The issued tokens.
    pub fn tokens(&self) -> Vec<Token> {
        self.lock().state.tokens.values().cloned().collect()
    }

    /// The latest block.
    pub fn block(&self) -> BlockId {
        self.lock().state.block.clone()
    }

    /// When the chain was started, Unix time in seconds.
    pub fn start_time(&self) -> u64 {
        self.lock().start_ms / 1000
    }

    /// Makes blocks; the first takes what is waiting.
    pub fn generate_blocks(&self, count: u64) {
        if count > 0 {
            self.lock().make_block(&self.config, count);
        }
    }

    /// Makes blocks until this epoch; none if it has come already.
    pub fn advance_to_epoch(&self, epoch: u64) {
        let mut inner = self.lock();
        let target = epoch.saturating_mul(self.config.epoch_length);
        let missing = target.saturating_sub(inner.state.block.round);
        if missing > 0 {
            inner.make_block(&self.config, missing);
        }
    }

    /// Changes accounts by decree.
    ///
    /// # Errors
    /// What is wrong with the given code.
    pub fn set_accounts(&self, changes: Vec<SetAccount>) -> Result<(), String> {
        self.lock().set_accounts(changes)
    }

    /// Gives EGLD from nowhere.
    ///
    /// # Errors
    /// Never, at present.
    pub fn fund(&self, address: &Address, amount: &BigUint) -> Result<(), String> {
        let balance = self.account(address).balance + amount;
        self.set_accounts(vec![SetAccount {
            balance: Some(balance),
            ..SetAccount::new(address.clone())
        }])
    }

    /// Gives an account this balance of a fungible token, issued or not.
    pub fn set_token_balance(&self, address: &Address, token: &[u8], balance: BigUint) {
        let mut inner = self.lock();
        let mut account = inner.state.account(address);
        account
            .esdt
            .set_esdt_balance(token.to_vec(), 0, &balance, EsdtInstanceMetadata::default());
        let mut updates = BlockchainUpdate::empty();
        updates.accounts.insert(address.clone(), account);
        let mut step = Step {
            block: inner.state.block.clone(),
            ..Step::default()
        };
        inner.apply(updates, &mut step);
        inner.write(&step);
    }

    /// Makes sure that the state file is on the disk.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn sync(&self) -> std::io::Result<()> {
        self.lock().journal.as_ref().map_or(Ok(()), Journal::sync)
    }
}

fn lock(inner: &Mutex<Inner>) -> MutexGuard<'_, Inner> {
    inner
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// The time between blocks that the chain tells contracts and clients.
pub(crate) fn round_ms(config: &Config) -> u64 {
    match config.blocks {
        Blocks::Every(time) => time.as_millis() as u64,
        _ => 600,
    }
}

impl Inner {
    fn new() -> Self {
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
            ahead_ms: 0,
            start_ms: 0,
            listener: None,
        }
    }

    /// Checks nonce and funds for the fee, as the gateway does before it takes a transaction.
    fn check_account(&self, tx: &CheckedTransaction) -> Result<(), String> {
        let account = self.state.account(&tx.sender);
        let (nonce, wanted) = (tx.wire.nonce, tx.highest_fee());
        let sender = address::encode(&tx.sender);
        if !self.state.chain.accounts.contains_key(&tx.sender) {
            return Err(format!(
                "transaction generation failed: insufficient funds for address {sender}"
            ));
        }
        let (low, high) = (
            nonce < account.nonce,
            nonce > account.nonce + MAX_NONCE_AHEAD,
        );
        if low || high {
            return Err(format!(
                "transaction generation failed: invalid transaction lowerNonceInTx: {low}, veryHighNonceInTx: {high}"
            ));
        }
        if account.egld_balance < wanted {
            return Err(format!(
                "transaction generation failed: insufficient funds, for address: {sender}, wanted {wanted}, have {}",
                account.egld_balance
            ));
        }
        Ok(())
    }

    /// Makes `count` blocks; the first executes what is waiting.
    fn make_block(&mut self, config: &Config, count: u64) {
        let round = round_ms(config);
        let last = self.state.block.clone();
        let at = |blocks: u64, timestamp_ms: u64| BlockId {
            nonce: last.nonce + blocks,
            round: last.round + blocks,
            epoch: (last.round + blocks) / config.epoch_length.max(1),
            timestamp_ms,
        };
        let now = (now_ms() + self.ahead_ms).max(last.timestamp_ms + 1);
        self.state.enter(at(1, now), round);
        let mut step = Step {
            block: self.state.block.clone(),
            ..Step::default()
        };
        loop {
            let state = &self.state;
            let next = self.pool.next(|sender| state.account(sender).nonce);
            let Some(tx) = next else { break };
            let executed = execute(&self.state, &mut self.vm, &tx);
            self.commit(executed, &mut step);
        }
        if count > 1 {
            let skipped = (count - 1) * round;
            self.ahead_ms += skipped;
            self.state.enter(at(count, now + skipped), round);
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

    /// Makes a transaction's changes part of the state and of the step.
    fn commit(&mut self, executed: Executed, step: &mut Step) {
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

    fn apply(&mut self, updates: BlockchainUpdate, step: &mut Step) {
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

    fn note_code(&mut self, account: &AccountData, step: &mut Step) {
        if let Some(code) = &account.contract_path
            && self.journaled_codes.insert(hex::encode(code_hash(code)))
        {
            step.codes.push(hex::encode(code));
        }
    }

    fn query(&mut self, query: &Query) -> Answer {
        let failed = |code: ReturnCode, message: &str| Answer {
            returned: vec![],
            failure: Some(Failure {
                code: code_name(code).to_string(),
                message: message.to_string(),
            }),
            gas_used: 0,
        };
        if is_system_sc_address(&query.contract) {
            return match esdt::view(&query.function, &query.args, &self.state.tokens) {
                Ok(returned) => Answer {
                    returned,
                    failure: None,
                    gas_used: 0,
                },
                Err(reason) => failed(ReturnCode::UserError, &reason),
            };
        }
        let has_code = self
            .state
            .chain
            .accounts
            .get(&query.contract)
            .is_some_and(|account| account.contract_path.is_some());
        if !has_code {
            return failed(ReturnCode::ContractNotFound, "contract not found");
        }
        let world = World {
            chain: self.state.chain.clone(),
            payer: None,
        };
        let result = self.vm.query(
            &world,
            TxInput {
                from: query
                    .caller
                    .clone()
                    .unwrap_or_else(|| query.contract.clone()),
                to: query.contract.clone(),
                egld_value: query.value.clone(),
                func_name: query.function.as_str().into(),
                args: query.args.clone(),
                gas_limit: fee::MAX_QUERY_GAS,
                ..TxInput::default()
            },
        );
        let status = result.result_status;
        Answer {
            gas_used: result.gas_used.as_u64(),
            failure: (!status.is_success()).then(|| Failure {
                code: code_name(status).to_string(),
                message: result.result_message.clone(),
            }),
            returned: result.result_values,
        }
    }

    fn set_accounts(&mut self, changes: Vec<SetAccount>) -> Result<(), String> {
        for change in &changes {
            if let Some(code) = change.code.as_ref().filter(|code| !code.is_empty()) {
                self.vm
                    .check_code(code)
                    .map_err(|reason| format!("{}: {reason}", address::encode(&change.address)))?;
            }
        }
        let mut step = Step {
            block: self.state.block.clone(),
            ..Step::default()
        };
        for change in changes {
            let mut account = if change.overwrite {
                let contract = change.address.to_hex();
                for key in self.vm.storage(&change.address).into_keys() {
                    step.storage
                        .push((contract.clone(), hex::encode(key), String::new()));
                }
                self.vm.clear_storage(&change.address);
                AccountData::new_empty(change.address.clone())
            } else {
                self.state.account(&change.address)
            };
            account.nonce = change.nonce.unwrap_or(account.nonce);
            account.egld_balance = change.balance.unwrap_or(account.egld_balance);
            account.developer_rewards =
                change.developer_reward.unwrap_or(account.developer_rewards);
            account.contract_owner = change.owner.or(account.contract_owner);
            if let Some(code) = change.code {
                account.contract_path = Some(code).filter(|code| !code.is_empty());
            }
            if let Some(metadata) = change.code_metadata {
                account.code_metadata = metadata.into();
            }
            account.storage = change.storage.into_iter().collect();
            let mut updates = BlockchainUpdate::empty();
            updates.accounts.insert(change.address, account);
            self.apply(updates, &mut step);
        }
        self.write(&step);
        Ok(())
    }

    /// Adds a step to the state file. A file that can't be written ends the process:
    /// going on would promise what a restart couldn't keep.
    fn write(&mut self, step: &Step) {
        if let Some(journal) = &mut self.journal
            && let Err(error) = journal.append(step)
        {
            eprintln!("localnet: cannot write the state file: {error}");
            std::process::exit(1);
        }
    }

    /// Writes the whole state as one step, in place of all before.
    fn fold(&mut self) -> Result<(), String> {
        let Some(mut journal) = self.journal.take() else {
            return Ok(());
        };
        let mut step = Step {
            block: self.state.block.clone(),
            epoch_start: Some(self.state.epoch_start.clone()),
            tokens: self.state.tokens.values().cloned().collect(),
            transactions: self
                .order
                .iter()
                .map(|hash| self.records[hash].clone())
                .collect(),
            waiting: self
                .pool
                .waiting
                .values()
                .flat_map(|by_nonce| by_nonce.values())
                .map(|tx| tx.wire.clone())
                .collect(),
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
        folded.map_err(|error| format!("cannot write the state file: {error}"))
    }

    /// Takes over a step of the state file.
    fn replay(&mut self, step: Step, codes: &mut HashMap<String, Vec<u8>>) -> Result<(), String> {
        self.state.block = step.block;
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
            let tx = record.transaction.check(crate::CHAIN_ID)?;
            if let Some(waiting) = self.pool.waiting.get_mut(&tx.sender) {
                waiting.remove(&record.transaction.nonce);
                if waiting.is_empty() {
                    self.pool.waiting.remove(&tx.sender);
                    self.pool.senders.retain(|sender| *sender != tx.sender);
                }
            }
            self.order.push(record.hash.clone());
            self.records.insert(record.hash.clone(), record);
        }
        for waiting in step.waiting {
            let tx = waiting.check(crate::CHAIN_ID)?;
            let hash = hex::encode(tx.hash());
            let function = tx.function_call().map_or(String::new(), |(name, _)| name);
            self.records
                .insert(hash.clone(), Record::pending(hash, waiting, function));
            self.pool.add(tx);
        }
        Ok(())
    }
}
