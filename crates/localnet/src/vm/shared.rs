//! What every call of the VM shares: contract storage, prices, compiled modules.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard, RwLock},
};

use multiversx_chain_vm::types::Address;

use super::{gas::Prices, module::Modules};

/// The storage of one contract.
pub type ContractStorage = HashMap<Vec<u8>, Vec<u8>>;

/// Contract storage is kept apart from the framework's account records, which
/// are copied whole for every call; an account's own `storage` holds only what
/// the transaction under way has written.
pub(super) struct Shared {
    pub prices: Prices,
    pub storage: RwLock<HashMap<Address, ContractStorage>>,
    pub modules: Modules,
    /// Whether every contract's storage may be read by others, whatever its metadata.
    pub all_readable: bool,
    /// The keys that the transaction under way has already loaded.
    loaded: Mutex<HashSet<(Address, Vec<u8>)>>,
}

impl Shared {
    pub fn new(prices: Prices) -> Self {
        Self {
            prices,
            storage: RwLock::default(),
            modules: Modules::default(),
            all_readable: false,
            loaded: Mutex::default(),
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

    /// Whether this is the transaction's first use of the key.
    pub fn is_first_load(&self, address: &Address, key: &[u8]) -> bool {
        self.loaded().insert((address.clone(), key.to_vec()))
    }

    pub fn forget_loads(&self) {
        self.loaded().clear();
    }

    fn loaded(&self) -> MutexGuard<'_, HashSet<(Address, Vec<u8>)>> {
        self.loaded
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}
