//! The data that all calls of the VM share: contract storage and prices.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use multiversx_chain_vm::{schedule::GasSchedule, types::Address};
use parking_lot::{Mutex, MutexGuard, RwLock};

use crate::{state::token_rules::TokenRules, transaction::receipt::NestedCall};

use super::{
    outgoing::Outgoing,
    place::Place,
    trie::{Trie, TrieDepth},
};

/// The storage of one contract.
pub type ContractStorage = HashMap<Vec<u8>, Vec<u8>>;

/// The cached data of one contract.
#[derive(Clone, Default)]
pub(super) struct Contract {
    pub storage: ContractStorage,
    /// Empty if the depth of tries is fixed.
    trie: Trie,
}

/// All contracts. A copy is cheap: they are shared until one is written.
pub(super) type Contracts = HashMap<Address, Arc<Contract>>;

/// Contracts' storage is apart from the framework's account records, which are copied whole for
/// every call; an account's own `storage` has only the current transaction's writes.
pub(super) struct Shared {
    /// Mainnet's prices.
    pub schedule: Arc<GasSchedule>,
    pub depth: TrieDepth,
    pub contracts: RwLock<Contracts>,
    /// Whether every contract's storage may be read by others, regardless of its metadata.
    pub all_readable: bool,
    /// The effects of the current transaction until now.
    session: Mutex<Session>,
}

/// The effects of one transaction or view until now.
#[derive(Default)]
pub(super) struct Session {
    /// The keys that it has already loaded.
    loaded: HashSet<(Address, Vec<u8>)>,
    /// The number of contracts that wait for the one that runs now.
    pub depth: usize,
    /// Whether an asynchronous call or a callback runs.
    pub in_async: bool,
    /// The gas of the promises made so far, in their order.
    pub promises: Vec<PromiseGas>,
    /// Its shard.
    pub place: Place,
    /// The restrictions of tokens' owners on transfers.
    pub rules: Arc<TokenRules>,
    /// Its messages to other shards.
    pub outgoing: Vec<Outgoing>,
    /// The calls of contracts by contracts.
    pub nested: Vec<NestedCall>,
}

/// The gas that a contract has paid for a promise.
#[derive(Clone, Copy, Default)]
pub(super) struct PromiseGas {
    /// For the call itself; the unused part returns.
    pub call: u64,
    /// For the callback; it doesn't return.
    pub callback: u64,
}

impl Shared {
    pub fn new(schedule: Arc<GasSchedule>, depth: TrieDepth) -> Self {
        Self {
            schedule,
            depth,
            contracts: RwLock::default(),
            all_readable: false,
            session: Mutex::default(),
        }
    }

    /// The value kept under a key; empty if there is none.
    pub fn stored(&self, address: &Address, key: &[u8]) -> Vec<u8> {
        let contracts = self.contracts.read();
        let contract = contracts.get(address);
        let value = contract.and_then(|contract| contract.storage.get(key));
        value.cloned().unwrap_or_default()
    }

    /// How deep a key lies in its contract's storage trie.
    pub fn depth(&self, address: &Address, key: &[u8]) -> u64 {
        match self.depth {
            TrieDepth::Fixed(depth) => depth,
            TrieDepth::Grow => {
                let contracts = self.contracts.read();
                contracts.get(address).map_or(0, |c| c.trie.depth(key))
            }
        }
    }

    /// Writes storage; an empty value removes the key.
    pub fn store(&self, address: &Address, entries: impl IntoIterator<Item = (Vec<u8>, Vec<u8>)>) {
        let mut contracts = self.contracts.write();
        let Contract { storage, trie } =
            Arc::make_mut(contracts.entry(address.clone()).or_default());
        let grows = self.depth == TrieDepth::Grow;
        for (key, value) in entries {
            let is_kept = !value.is_empty();
            if grows && is_kept != storage.contains_key(&key) {
                match is_kept {
                    true => trie.insert(&key),
                    false => trie.remove(&key),
                }
            }
            match is_kept {
                true => storage.insert(key, value),
                false => storage.remove(&key),
            };
        }
    }

    /// Forgets a contract's storage.
    pub fn clear_storage(&self, address: &Address) {
        self.contracts.write().remove(address);
    }

    /// Whether this is the transaction's first use of the key.
    pub fn is_first_load(&self, address: &Address, key: &[u8]) -> bool {
        let key = (address.clone(), key.to_vec());
        self.session().loaded.insert(key)
    }

    /// Begins a transaction, a message or a view.
    pub fn begin(&self, place: Place, rules: Arc<TokenRules>, in_async: bool) {
        *self.session() = Session {
            place,
            rules,
            in_async,
            ..Session::default()
        };
    }

    /// Whether an account is in the shard in which the current transaction runs.
    pub fn sees(&self, address: &Address) -> bool {
        self.session().place.sees(address)
    }

    /// Whether the chain has one shard, in which every address is.
    pub fn is_one_shard(&self) -> bool {
        self.session().place.is_the_only_shard()
    }

    pub fn session(&self) -> MutexGuard<'_, Session> {
        self.session.lock()
    }
}
