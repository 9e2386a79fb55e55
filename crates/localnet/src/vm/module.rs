//! A contract's module, compiled once and kept.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use wasmer::{Engine, Module};

/// A compiled contract.
#[derive(Clone)]
pub(super) struct CompiledModule {
    pub engine: Engine,
    pub module: Module,
    /// The wasm's length, which every call pays for.
    pub code_len: usize,
}

/// Compiled modules by their wasm.
pub(super) type Modules = Arc<Mutex<HashMap<Vec<u8>, CompiledModule>>>;
