//! The chain for its users: a handle that any number of threads may use.

mod control;

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
    time::Duration,
};

use multiversx_chain_core::types::Address;
use multiversx_chain_vm::{
    blockchain::state::{AccountData, EsdtInstanceMetadata},
    system_sc::is_system_sc_address,
};
use num_bigint::BigUint;
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::watch;

use crate::{
    blocks::chain_state::ChainState,
    blocks::clock::now_ms,
    blocks::config::{Blocks, Config},
    blocks::event_log::LoggedEvent,
    blocks::journal::{Journal, Step},
    blocks::ledger::Ledger,
    blocks::query::{Answer, Query},
    error::{StartError, SubmitError},
    esdt::Token,
    fault::caught,
    fee,
    state::account::{Account, SetAccount},
    transaction::Transaction,
    transaction::receipt::{BlockId, Record, Status},
    vm::ContractStorage,
    wallet::Wallet,
};

/// The number of transactions or events that are read before other requests get their turn.
const SEARCHED_AT_ONCE: usize = 4_096;

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
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Chain {
    ledger: Arc<Mutex<Ledger>>,
    config: Arc<Config>,
}

impl Chain {
    /// Starts a chain, from its state file if it has one.
    ///
    /// # Errors
    /// If the state file can't be used; the text says why.
    pub fn start(config: Config) -> Result<Self, StartError> {
        let mut ledger = Ledger::of(ChainState::new(config.shards, config.trie_depth));
        if let Some(path) = &config.state_file {
            let mut codes = HashMap::new();
            let journal = Journal::open(path, |step| ledger.replay(step, &mut codes))?;
            ledger.journaled_codes = codes.into_keys().collect();
            ledger.journal = Some(journal);
        }
        let is_new = ledger.journal.as_ref().is_none_or(Journal::is_empty);
        if is_new {
            let accounts = config.wallets.iter().map(|wallet| AccountData {
                egld_balance: config.wallet_balance.clone(),
                ..AccountData::new_empty(wallet.address.clone())
            });
            for account in accounts {
                ledger.now.state.chain_mut().add_account(account);
            }
            ledger.now.state.block.timestamp_ms = now_ms();
            ledger.now.clock.start_ms = ledger.now.state.block.timestamp_ms;
            ledger.now.clock.epoch_length = config.epoch_length;
        }
        if let Some(path) = &config.state_file {
            ledger.check_calendar(path, config.epoch_length, config.shards)?;
        }
        ledger.set_clock();
        let block = ledger.now.state.block.clone();
        ledger.now.state.enter(block, config.round_ms());
        if is_new || ledger.journal.as_ref().is_some_and(|journal| journal.long) {
            ledger.fold()?;
        }
        ledger.mode = config.blocks;
        let chain = Self {
            ledger: Arc::new(Mutex::new(ledger)),
            config: Arc::new(config),
        };
        if chain.config.blocks == Blocks::OnArrival {
            // The process was killed before that, or made blocks otherwise.
            chain.settle(&mut chain.lock());
        }
        if let Blocks::Every(time) = chain.config.blocks {
            chain.make_blocks_every(time, 0);
        }
        Ok(chain)
    }

    /// Makes a block after each `time`, as long as the chain is used and blocks are made in the
    /// mode of this number.
    pub(crate) fn make_blocks_every(&self, time: Duration, mode: u64) {
        let chain = Arc::downgrade(&self.ledger);
        let config = self.config.clone();
        std::thread::Builder::new()
            .name("blocks".into())
            .stack_size(crate::vm::STACK)
            .spawn(move || {
                let mut next = std::time::Instant::now() + time;
                loop {
                    std::thread::sleep(next.saturating_duration_since(std::time::Instant::now()));
                    next += time;
                    let Some(ledger) = chain.upgrade() else {
                        return;
                    };
                    // A listener panicked, or the chain's own code outside of a transaction: the
                    // panic hook prints it, and the chain continues.
                    let made = caught(|| {
                        let mut ledger = ledger.lock();
                        let goes_on = ledger.mode_number == mode;
                        if goes_on {
                            ledger.make_or_skip(&config, 1, true);
                        }
                        goes_on
                    });
                    match made {
                        Ok(true) => {}
                        Ok(false) => return,
                        Err(_) => next = std::time::Instant::now() + time,
                    }
                }
            })
            .expect("a thread can be started");
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock()
    }

    /// Makes blocks while there is something to do. Waiting requests get the chain before each
    /// block.
    pub(crate) fn settle(&self, ledger: &mut MutexGuard<'_, Ledger>) {
        loop {
            MutexGuard::bump(ledger);
            if !ledger.has_work() {
                return;
            }
            ledger.make_block(&self.config, 1);
        }
    }

    /// Makes one block, or skips empty ones, as [`Ledger::make_or_skip`] does, and then lets
    /// waiting requests have the chain. Returns the number of blocks.
    fn make_or_skip(&self, first: bool, most: impl FnOnce(&Ledger) -> u64) -> u64 {
        let mut ledger = self.lock();
        let most = most(&ledger);
        let made = ledger.make_or_skip(&self.config, most, first);
        MutexGuard::unlock_fair(ledger);
        made
    }

    /// The chain's settings.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The shard of an address, or [`METACHAIN`](crate::address::METACHAIN).
    pub fn shard_of(&self, address: &Address) -> u32 {
        self.config.shards.of(address)
    }

    /// The wallets that a new chain funds.
    pub fn wallets(&self) -> &[Wallet] {
        &self.config.wallets
    }

    /// Calls `listener` with every executed transaction.
    pub fn listen(&self, listener: impl Fn(&Record) + Send + 'static) {
        self.lock().listener = Some(Box::new(listener));
    }

    /// Takes a signed transaction. With [`Blocks::OnArrival`] it is executed when this returns,
    /// with everything that follows from it in other shards.
    ///
    /// # Errors
    /// Why the transaction was not accepted.
    pub fn submit(&self, tx: &Transaction) -> Result<String, SubmitError> {
        let tx = tx.check()?;
        if !self.config.bypass_signatures {
            tx.check_signature()?;
        }
        let mut ledger = self.lock();
        ledger.check_account(&tx)?;
        let hash = hex::encode(tx.hash());
        if ledger.now.records.contains_key(&hash) {
            return Ok(hash);
        }
        let mut step = Step {
            waiting: vec![tx.wire.clone()],
            ..ledger.step()
        };
        let kept = match ledger.mode {
            Blocks::OnArrival => ledger.kept(),
            Blocks::Every(_) | Blocks::OnDemand => ledger.write_or_refuse(&step),
        };
        kept.map_err(|error| SubmitError::NotKept(error.to_string()))?;
        ledger.let_wait(hash.clone(), tx);
        if ledger.mode == Blocks::OnArrival {
            ledger.make_block(&self.config, 1);
            self.settle(&mut ledger);
            let record = ledger.now.records.get(&hash);
            if record.is_some_and(|record| record.status == Status::Pending) {
                // Its turn is yet to come: an earlier nonce is missing.
                step.block = ledger.now.state.block.clone();
                ledger.write(&step);
            }
            let kept = ledger.kept();
            kept.map_err(|error| SubmitError::NotKept(error.to_string()))?;
        }
        Ok(hash)
    }

    /// The record of a transaction; `None` if the hash is unknown.
    pub fn transaction(&self, hash: &str) -> Option<Record> {
        self.lock().now.records.get(hash).cloned()
    }

    /// The latest executed transactions that `wanted` picks, newest first.
    pub fn transactions(&self, limit: usize, wanted: impl Fn(&Record) -> bool) -> Vec<Record> {
        let mut found = vec![];
        let mut end = usize::MAX;
        while end > 0 && found.len() < limit {
            let ledger = self.lock();
            end = end.min(ledger.now.order.len());
            let start = end.saturating_sub(SEARCHED_AT_ONCE);
            let hashes = ledger.now.order[start..end].iter().rev();
            let records = hashes.map(|hash| &ledger.now.records[hash]);
            let wanted = records.filter(|record| wanted(record));
            found.extend(wanted.take(limit - found.len()).cloned());
            end = start;
        }
        found
    }

    /// The number of events so far.
    pub fn event_count(&self) -> u64 {
        self.lock().now.events.len()
    }

    /// The first events behind that of the number `after`, at most `limit`, which `wanted` picks.
    pub fn events(
        &self,
        mut after: u64,
        limit: usize,
        wanted: impl Fn(&LoggedEvent) -> bool,
    ) -> Vec<LoggedEvent> {
        let mut found = vec![];
        while found.len() < limit {
            let ledger = self.lock();
            let events = ledger.now.events.after(after);
            let events = &events[..SEARCHED_AT_ONCE.min(events.len())];
            let Some(last) = events.last() else { break };
            after = last.id;
            let wanted = events.iter().filter(|event| wanted(event));
            found.extend(wanted.take(limit - found.len()).cloned());
        }
        found
    }

    /// Notifies of new events, with the numbers of events that were left after each revert.
    pub(crate) fn event_changes(&self) -> watch::Receiver<Vec<u64>> {
        self.lock().now.events.changes()
    }

    /// The number of executed transactions.
    pub fn transaction_count(&self) -> usize {
        self.lock().now.order.len()
    }

    /// The result of a transaction now, for any signature and nonce: nothing is stored. A gas limit
    /// of 0 means the most that the payer can afford.
    ///
    /// # Errors
    /// The fault of the transaction.
    pub fn simulate(&self, tx: &Transaction) -> Result<Record, SubmitError> {
        let mut tx = tx.clone();
        let asks_for_the_most = tx.gas_limit == 0;
        if asks_for_the_most {
            tx.gas_limit = fee::MAX_GAS_LIMIT;
        }
        if tx.gas_price == 0 {
            tx.gas_price = fee::MIN_GAS_PRICE;
        }
        let mut tx = tx.check()?;
        let fork = self.lock().fork();
        tx.wire.nonce = fork.now.state.account(&tx.sender).nonce;
        if asks_for_the_most {
            tx.wire.gas_limit = fork.affordable_gas(&tx);
        }
        Ok(fork.simulate(&tx))
    }

    /// Runs a view.
    pub fn query(&self, query: &Query) -> Answer {
        // on a copy: transactions continue in the meantime
        let fork = self.lock().fork();
        fork.query(query)
    }

    /// The answer to `getTokenProperties`, without the copy that a query takes; `None` if there is no
    /// such token.
    pub fn token_properties(&self, identifier: &str) -> Option<Vec<Vec<u8>>> {
        let args = [identifier.as_bytes().to_vec()];
        crate::esdt::view("getTokenProperties", &args, &self.lock().now.state.tokens).ok()
    }

    /// The account of an address.
    pub fn account(&self, address: &Address) -> Account {
        let account = self.lock().now.state.account(address);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (mut tokens, mut roles, mut frozen) = (vec![], vec![], vec![]);
        for (id, data) in account.esdt.iter() {
            let held = data.instances.get_instances().values();
            let held = held.filter(|instance| instance.balance > BigUint::ZERO);
            tokens.extend(held.map(|held| (text(id), held.nonce, held.balance.clone())));
            frozen.extend(data.frozen.then(|| text(id)));
            let names: Vec<String> = data.get_roles().iter().map(|role| text(role)).collect();
            roles.extend((!names.is_empty()).then(|| (text(id), names)));
        }
        tokens.sort();
        roles.sort();
        let metadata = account.contract_path.as_ref();
        let metadata = metadata.map(|_| account.code_metadata.to_vec());
        Account {
            address: account.address,
            nonce: account.nonce,
            balance: account.egld_balance,
            code_metadata: metadata.unwrap_or_default(),
            code: account.contract_path.unwrap_or_default(),
            owner: account.contract_owner,
            developer_reward: account.developer_rewards,
            tokens,
            frozen,
            roles,
        }
    }

    /// The addresses of all accounts that there are, in order.
    pub fn addresses(&self) -> Vec<Address> {
        let mut addresses: Vec<Address> = {
            let ledger = self.lock();
            ledger.now.state.chain.accounts.keys().cloned().collect()
        };
        addresses.retain(|address| !is_system_sc_address(address));
        addresses.sort_by_key(|address| *address.as_array());
        addresses
    }

    /// The storage of a contract.
    pub fn storage(&self, address: &Address) -> ContractStorage {
        self.lock().now.vm.storage(address)
    }

    /// The value of a storage key; empty if there is none.
    pub fn storage_value(&self, address: &Address, key: &[u8]) -> Vec<u8> {
        self.lock().now.vm.stored(address, key)
    }

    /// The issued tokens.
    pub fn tokens(&self) -> Vec<Token> {
        self.lock().now.state.tokens.values().cloned().collect()
    }

    /// The latest block.
    pub fn block(&self) -> BlockId {
        self.lock().now.state.block.clone()
    }

    /// The block of a nonce; `None` if it is yet to come.
    pub fn block_at(&self, nonce: u64) -> Option<BlockId> {
        self.lock().block_at(nonce)
    }

    /// The block that has this hash, hex.
    pub fn block_of_hash(&self, hash: &str) -> Option<BlockId> {
        let block = self.block_at(BlockId::nonce_of_hash(hash)?)?;
        (block.hash() == hash).then_some(block)
    }

    /// The transactions that wait for a block or for another shard.
    pub fn pending(&self) -> Vec<Record> {
        let ledger = self.lock();
        let waiting = ledger.now.pool.iter().map(|tx| hex::encode(tx.hash()));
        let under_way = ledger.now.messages.values();
        let under_way = under_way.map(|message| message.transaction.clone());
        let hashes: BTreeSet<String> = waiting.chain(under_way).collect();
        let records = hashes
            .iter()
            .filter_map(|hash| ledger.now.records.get(hash));
        records.cloned().collect()
    }

    /// The total of a token in all accounts, in its smallest unit.
    pub fn token_supply(&self, token: &str) -> BigUint {
        let ledger = self.lock();
        let accounts = ledger.now.state.chain.accounts.values();
        accounts
            .filter_map(|account| account.esdt.get_by_identifier(token.as_bytes()))
            .flat_map(|held| held.instances.get_instances().values())
            .map(|instance| &instance.balance)
            .sum()
    }

    /// When the chain was started, Unix time in seconds.
    pub fn start_time(&self) -> u64 {
        self.lock().now.clock.start_ms / 1000
    }

    /// Makes blocks; the first takes the waiting transactions.
    pub fn generate_blocks(&self, count: u64) {
        let mut made = 0;
        while made < count {
            made += self.make_or_skip(made == 0, |_| count - made);
        }
    }

    /// Makes blocks until this epoch; none if it has come already.
    pub fn advance_to_epoch(&self, epoch: u64) {
        let target = epoch.saturating_mul(self.config.epoch_length);
        let missing = |ledger: &Ledger| target.saturating_sub(ledger.now.state.block.round);
        let mut first = true;
        while self.make_or_skip(first, missing) > 0 {
            first = false;
        }
    }

    /// Sets accounts to the given values.
    ///
    /// # Errors
    /// The fault of the given code.
    pub fn set_accounts(&self, changes: Vec<SetAccount>) -> Result<(), String> {
        self.lock().set_accounts(changes)
    }

    /// Adds EGLD to an account that nobody else loses, in 10⁻¹⁸.
    pub fn fund(&self, address: &Address, amount: &BigUint) {
        let add = |account: &mut AccountData| account.egld_balance += amount;
        self.lock().change_account(address, add);
    }

    /// Gives an account this balance of a fungible token, issued or not.
    pub fn set_token_balance(&self, address: &Address, token: &[u8], balance: BigUint) {
        self.lock().change_account(address, |account| {
            let (token, metadata) = (token.to_vec(), EsdtInstanceMetadata::default());
            account.esdt.set_esdt_balance(token, 0, &balance, metadata);
        });
    }
}
