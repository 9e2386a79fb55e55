//! What every call of the VM shares: contract storage and prices.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, RwLock},
};

use multiversx_chain_vm::types::Address;

use crate::{state::token_rules::TokenRules, transaction::receipt::NestedCall};

use super::{
    gas::Prices,
    outgoing::Outgoing,
    place::Place,
    trie::{Trie, TrieDepth},
};

/// The storage of one contract.
pub type ContractStorage = HashMap<Vec<u8>, Vec<u8>>;

/// The storage of all contracts. A copy is cheap: contracts are shared until one is written.
pub(super) type Storage = HashMap<Address, Arc<ContractStorage>>;

/// Contract storage is kept apart from the framework's account records, which
/// are copied whole for every call; an account's own `storage` holds only what
/// the transaction under way has written.
pub(super) struct Shared {
    pub prices: Prices,
    pub storage: RwLock<Storage>,
    pub depth: TrieDepth,
    /// The tries of all contracts; none where their depth is fixed.
    pub tries: RwLock<HashMap<Address, Arc<Trie>>>,
    /// Whether every contract's storage may be read by others, whatever its metadata.
    pub all_readable: bool,
    /// What the transaction under way has done so far.
    session: Mutex<Session>,
}

/// What one transaction or view has done so far.
#[derive(Default)]
pub(super) struct Session {
    /// The keys that it has already loaded.
    loaded: HashSet<(Address, Vec<u8>)>,
    /// How many contracts wait for the one that runs now.
    pub depth: usize,
    /// Whether an asynchronous call or a callback runs.
    pub in_async: bool,
    /// The gas of the promises made so far, in their order.
    pub promises: Vec<PromiseGas>,
    /// Where it runs.
    pub place: Place,
    /// What the tokens' owners hold against transfers.
    pub rules: Arc<TokenRules>,
    /// What it has sent to other shards.
    pub outgoing: Vec<Outgoing>,
    /// The calls of contracts by contracts.
    pub nested: Vec<NestedCall>,
}

/// What a contract has paid for a promise.
#[derive(Clone, Copy, Default)]
pub(super) struct PromiseGas {
    /// For the call itself; what it doesn't use comes back.
    pub call: u64,
    /// For the callback; it doesn't come back.
    pub callback: u64,
}

impl Shared {
    pub fn new(prices: Prices, depth: TrieDepth) -> Self {
        Self {
            prices,
            depth,
            tries: RwLock::default(),
            storage: RwLock::default(),
            all_readable: false,
            session: Mutex::default(),
        }
    }

    /// The value kept under a key; empty if there is none.
    pub fn stored(&self, address: &Address, key: &[u8]) -> Vec<u8> {
        let storage = self.storage.read().expect("no writer panics");
        storage
            .get(address)
            .and_then(|contract| contract.get(key))
            .cloned()
            .unwrap_or_default()
    }

    /// How deep a key lies in its contract's storage trie.
    pub fn depth(&self, address: &Address, key: &[u8]) -> u64 {
        match self.depth {
            TrieDepth::Fixed(depth) => depth,
            TrieDepth::Grow => {
                let tries = self.tries.read().expect("no writer panics");
                tries.get(address).map_or(0, |trie| trie.depth(key))
            }
        }
    }

    /// Writes storage; an empty value removes the key.
    pub fn store(&self, address: &Address, entries: impl IntoIterator<Item = (Vec<u8>, Vec<u8>)>) {
        let mut storage = self.storage.write().expect("no writer panics");
        let contract = Arc::make_mut(storage.entry(address.clone()).or_default());
        let mut tries = self.tries.write().expect("no writer panics");
        let mut trie = (self.depth == TrieDepth::Grow)
            .then(|| Arc::make_mut(tries.entry(address.clone()).or_default()));
        for (key, value) in entries {
            if value.is_empty() {
                if let Some(trie) = &mut trie {
                    trie.remove(&key);
                }
                contract.remove(&key);
            } else {
                if let Some(trie) = trie.as_mut().filter(|_| !contract.contains_key(&key)) {
                    trie.insert(&key);
                }
                contract.insert(key, value);
            }
        }
    }

    /// Forgets a contract's storage.
    pub fn clear_storage(&self, address: &Address) {
        let mut storage = self.storage.write().expect("no writer panics");
        storage.remove(address);
        let mut tries = self.tries.write().expect("no writer panics");
        tries.remove(address);
    }

    /// Whether this is the transaction's first use of the key.
    pub fn is_first_load(&self, address: &Address, key: &[u8]) -> bool {
        self.session()
            .loaded
            .insert((address.clone(), key.to_vec()))
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

    /// Whether an account is in the shard in which the transaction under way runs.
    pub fn sees(&self, address: &Address) -> bool {
        self.session().place.sees(address)
    }

    /// Whether the chain has one shard, in which every address is.
    pub fn is_one_shard(&self) -> bool {
        self.session().place.is_the_only_shard()
    }

    pub fn session(&self) -> MutexGuard<'_, Session> {
        self.session
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}
