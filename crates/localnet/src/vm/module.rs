//! A contract's module, compiled once and kept.

use std::{collections::BTreeMap, sync::Arc};

use parking_lot::Mutex;
use wasmer::{Engine, Module};

use super::hooks::Import;

/// A compiled contract.
#[derive(Clone)]
pub(super) struct CompiledModule {
    pub engine: Engine,
    pub module: Module,
    /// The module's imports, in its order.
    pub imports: Arc<[Import]>,
    /// The wasm's length, which every call pays for.
    pub code_len: usize,
}

/// Compiled modules by their wasm. A search compares only the bytes up to the first difference.
pub(super) type Modules = Arc<Mutex<BTreeMap<Vec<u8>, CompiledModule>>>;
