//! The framework's VM as the chain's processor: calls, deployments and queries of
//! compiled contracts on a snapshot of the accounts. Nothing is committed here.

mod asyncs;
mod call;
mod context;
mod env;
mod executor;
pub(crate) mod gas;
mod hook_call;
mod hooks;
mod instance;
mod module;
mod outgoing;
mod place;
mod shared;
mod transfer;
mod trie;

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock},
};

use multiversx_chain_core::types::ReturnCode;
use multiversx_chain_vm::{
    blockchain::{
        VMConfigRef,
        state::{AccountData, BlockchainState},
    },
    host::{
        context::{
            BlockchainUpdate, CallType, TxCache, TxCacheSource, TxContext, TxInput, TxResult,
            async_call_tx_input,
        },
        runtime::{Runtime, RuntimeInstanceCallLambdaDefault, RuntimeRef, RuntimeWeakRef},
    },
    schedule::GasSchedule,
    types::{Address, VMCodeMetadata},
};
use multiversx_chain_vm_executor::Executor;

pub use crate::state::token_rules::TokenRules;
use crate::{fault::caught, state::State, transaction::receipt::NestedCall};

use asyncs::Asyncs;
use executor::CachingExecutor;
use module::Modules;
use shared::{Contract, Shared};

/// The stack of threads that execute contracts, in bytes: contracts that call one another nest.
pub(crate) const STACK: usize = 64 << 20;

pub use asyncs::gas_of;
pub use gas::TRIE_DEPTH;
pub use outgoing::{Callback, Carried, Outgoing};
pub use place::Place;
pub use shared::ContractStorage;
pub use transfer::{Transfer, transfer_topics};
pub use trie::TrieDepth;

/// The accounts as a call sees them: an address that nothing was ever sent to, or of another
/// shard, is an empty account.
#[derive(Clone)]
pub struct World {
    pub chain: Arc<BlockchainState>,
    pub place: Place,
    /// Accounts that differ from the chain's: a sender who has paid the fee already, or who lives
    /// in another shard and has the message's value here.
    pub special: Vec<AccountData>,
    /// The restrictions of tokens' owners on transfers.
    pub rules: Arc<TokenRules>,
}

/// The result of a call.
pub struct Done {
    pub result: TxResult,
    /// Has the accounts of this shard, and the special ones.
    pub updates: BlockchainUpdate,
    /// The messages to other shards; none if the call failed.
    pub outgoing: Vec<Outgoing>,
    /// The calls of contracts by contracts.
    pub nested: Vec<NestedCall>,
}

impl Done {
    /// For a run that neither sends nor calls anything.
    pub fn of(result: TxResult, updates: BlockchainUpdate) -> Self {
        Self {
            result,
            updates,
            outgoing: vec![],
            nested: vec![],
        }
    }
}

impl World {
    /// The view of the shard of an address.
    pub(crate) fn of(state: &State, address: &Address, special: Vec<AccountData>) -> Self {
        Self {
            chain: state.chain.clone(),
            place: Place::of(state.shards, address),
            special,
            rules: state.token_rules(),
        }
    }

    fn special(&self, address: &Address) -> Option<&AccountData> {
        let mut special = self.special.iter();
        special.find(|account| account.address == *address)
    }
}

impl TxCacheSource for World {
    fn load_account(&self, address: &Address) -> Option<AccountData> {
        let accounts = &self.chain.accounts;
        let known = || accounts.get(address).filter(|_| self.place.sees(address));
        let account = self.special(address).or_else(known).cloned();
        Some(account.unwrap_or_else(|| AccountData::new_empty(address.clone())))
    }

    fn blockchain_ref(&self) -> &BlockchainState {
        &self.chain
    }
}

/// The VM with mainnet's gas schedule, the contracts' storage and their compiled modules.
pub struct Vm {
    runtime: RuntimeRef,
    shared: Arc<Shared>,
    modules: Modules,
}

impl Default for Vm {
    /// Tries are counted as [`TRIE_DEPTH`] deep.
    fn default() -> Self {
        Self::with_depth(TrieDepth::Fixed(TRIE_DEPTH))
    }
}

impl Clone for Vm {
    /// The current contracts, for views that run beside transactions.
    fn clone(&self) -> Self {
        let shared = Shared::new(self.shared.schedule.clone(), self.shared.depth);
        *shared.contracts.write() = self.shared.contracts.read().clone();
        Self::of(shared, self.modules.clone())
    }
}

/// An executor for the framework's own worlds (its `ExecutorConfig::Custom`): the same metering and
/// hooks, and a contract is compiled once in the process, while the framework compiles it for every
/// call.
pub fn executor(runtime: RuntimeWeakRef) -> Box<dyn Executor + Send + Sync> {
    static SCHEDULE: LazyLock<Arc<GasSchedule>> = LazyLock::new(|| Arc::new(gas::schedule()));
    static MODULES: LazyLock<Modules> = LazyLock::new(Modules::default);
    let mut shared = Shared::new(SCHEDULE.clone(), TrieDepth::Fixed(TRIE_DEPTH));
    // a scenario's deployment has no metadata
    shared.all_readable = true;
    Box::new(CachingExecutor {
        runtime,
        shared: Arc::new(shared),
        modules: MODULES.clone(),
    })
}

fn new_runtime(shared: &Arc<Shared>, modules: &Modules) -> RuntimeRef {
    RuntimeRef::new_cyclic(|runtime| {
        let mut config = VMConfigRef::new();
        config.change_gas_schedule(shared.schedule.as_ref().clone());
        let executor = CachingExecutor {
            runtime,
            shared: shared.clone(),
            modules: modules.clone(),
        };
        Runtime::new(config, Box::new(executor))
    })
}

impl Vm {
    /// A machine without contracts, which counts storage tries so deep.
    pub fn with_depth(depth: TrieDepth) -> Self {
        let shared = Shared::new(Arc::new(gas::schedule()), depth);
        Self::of(shared, Modules::default())
    }

    fn of(shared: Shared, modules: Modules) -> Self {
        let shared = Arc::new(shared);
        Self {
            runtime: new_runtime(&shared, &modules),
            shared,
            modules,
        }
    }

    /// The depth at which storage tries are counted.
    pub fn depth(&self) -> TrieDepth {
        self.shared.depth
    }

    /// Mainnet's prices.
    pub fn schedule(&self) -> &GasSchedule {
        &self.shared.schedule
    }

    /// Compiles code and keeps the module; the reason if it is no valid contract.
    pub fn check_code(&self, wasm: &[u8]) -> Result<(), String> {
        match caught(|| executor::compiled(&self.modules, self.schedule(), wasm)) {
            Ok(compiled) => compiled.map(drop).map_err(|error| error.to_string()),
            Err(_) => Err("the code cannot be compiled".to_string()),
        }
    }

    /// Calls a contract or a built-in function, with the asynchronous calls that follow from it.
    pub fn call(&mut self, world: &World, input: TxInput) -> Done {
        let asynchronous = [CallType::AsyncCall, CallType::AsyncCallback];
        let in_async = asynchronous.contains(&input.call_type);
        self.guarded(world, in_async, |runtime, shared| {
            let staged = Arc::new(TxCache::new(Arc::new(world.clone())));
            let result = Asyncs::of(runtime, shared, &staged).call(input);
            (result, into_updates(staged))
        })
    }

    /// Sends a user's call or transfer to the shard of its recipient.
    pub fn send(&mut self, world: &World, input: TxInput) -> Done {
        self.guarded(world, false, |runtime, shared| {
            let functions = &runtime.vm_ref.builtin_functions;
            let transfer = Transfer::of(&input, functions);
            let cache = TxCache::new(Arc::new(world.clone()));
            let gas = input.gas_limit;
            match Outgoing::take(input, &transfer, &cache, &world.rules, gas, None) {
                Err(error) => (TxResult::from_panic_obj(&error), BlockchainUpdate::empty()),
                Ok(outgoing) => {
                    shared.session().outgoing.push(outgoing);
                    (TxResult::empty(), cache.into_blockchain_updates())
                }
            }
        })
    }

    /// Creates a contract at `input.to`.
    pub fn deploy(
        &mut self,
        world: &World,
        input: TxInput,
        code: Vec<u8>,
        metadata: VMCodeMetadata,
    ) -> Done {
        self.guarded(world, false, |runtime, shared| {
            let staged = Arc::new(TxCache::new(Arc::new(world.clone())));
            let cache = TxCache::new(staged.clone());
            if let Err(error) =
                cache.transfer_egld_balance(&input.from, &input.to, &input.egld_value)
            {
                return (TxResult::from_panic_obj(&error), BlockchainUpdate::empty());
            }
            let gas_limit = input.gas_limit;
            let owner = input.from.clone();
            cache.with_account_mut(&input.to, |account| {
                account.contract_path = Some(code);
                account.code_metadata = metadata;
                account.contract_owner = Some(owner);
            });
            let context = TxContext::new(runtime.clone(), input, cache);
            let (mut result, updates) = runtime
                .execute(context, RuntimeInstanceCallLambdaDefault)
                .into_results();
            if result.result_status.is_success() {
                staged.commit_updates(updates);
                result = Asyncs::of(runtime, shared, &staged).run(result, gas_limit);
            }
            (result, into_updates(staged))
        })
    }

    /// Runs a view. Its writes are discarded.
    pub fn query(&mut self, world: &World, input: TxInput) -> TxResult {
        self.guarded(world, false, |runtime, _| {
            let cache = TxCache::new(Arc::new(world.clone()));
            let context = TxContext::new(runtime.clone(), input, cache);
            let (result, _) = runtime
                .execute(context, RuntimeInstanceCallLambdaDefault)
                .into_results();
            (result, BlockchainUpdate::empty())
        })
        .result
    }

    /// Storage under a key; empty if there is none.
    pub fn stored(&self, address: &Address, key: &[u8]) -> Vec<u8> {
        self.shared.stored(address, key)
    }

    /// All of a contract's storage.
    pub fn storage(&self, address: &Address) -> ContractStorage {
        let contracts = self.shared.contracts.read();
        let contract = contracts.get(address);
        contract.map_or_else(HashMap::new, |contract| contract.storage.clone())
    }

    /// The storage of every contract.
    pub fn all_storage(&self) -> HashMap<Address, ContractStorage> {
        let contracts = self.shared.contracts.read();
        let storage = |(address, contract): (&Address, &Arc<Contract>)| {
            (address.clone(), contract.storage.clone())
        };
        contracts.iter().map(storage).collect()
    }

    /// Writes storage; an empty value removes the key.
    pub fn store(&self, address: &Address, entries: impl IntoIterator<Item = (Vec<u8>, Vec<u8>)>) {
        self.shared.store(address, entries);
    }

    /// Forgets a contract's storage.
    pub fn clear_storage(&self, address: &Address) {
        self.shared.clear_storage(address);
    }

    /// A panic of the framework's VM (it panics on some unsupported things) fails the transaction
    /// and nothing else.
    fn guarded(
        &mut self,
        world: &World,
        in_async: bool,
        run: impl FnOnce(&RuntimeRef, &Shared) -> (TxResult, BlockchainUpdate),
    ) -> Done {
        self.shared
            .begin(world.place, world.rules.clone(), in_async);
        let runtime = self.runtime.clone();
        let (mut result, mut updates) = match caught(|| run(&runtime, &self.shared)) {
            Ok(done) => done,
            Err(reason) => {
                self.runtime = new_runtime(&self.shared, &self.modules);
                let failed = TxResult::from_error(ReturnCode::ExecutionFailed, reason);
                (failed, BlockchainUpdate::empty())
            }
        };
        let mut outgoing = std::mem::take(&mut self.shared.session().outgoing);
        let nested = std::mem::take(&mut self.shared.session().nested);
        if !result.result_status.is_success() {
            outgoing.clear();
            updates = BlockchainUpdate::empty();
        }
        // Accounts of other shards are unknown here: they were passed as empty ones.
        let accounts = &mut updates.accounts;
        accounts.retain(|one, _| world.place.sees(one) || world.special(one).is_some());
        // A transfer out of the shard is reported as a message.
        let functions = &runtime.vm_ref.builtin_functions;
        result.all_calls.retain(|call| {
            let input = async_call_tx_input(call, CallType::TransferExecute);
            world.place.sees(&Transfer::of(&input, functions).recipient)
        });
        Done {
            outgoing,
            nested,
            ..Done::of(result, updates)
        }
    }
}

fn into_updates(staged: Arc<TxCache>) -> BlockchainUpdate {
    Arc::into_inner(staged)
        .expect("the caches over the staged one are gone")
        .into_blockchain_updates()
}
