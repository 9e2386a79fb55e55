//! The environment of one instance's host functions.

use std::{cell::Cell, rc::Weak, sync::Arc};

use multiversx_chain_vm::host::context::TxContextRef;
use multiversx_chain_vm_executor_wasmer_experimental::ExperimentalInstanceInner;

use super::shared::Shared;

/// The environment of one instance's host functions.
pub(super) struct HookEnv {
    pub tx: TxContextRef,
    pub shared: Arc<Shared>,
    pub inner: Weak<ExperimentalInstanceInner>,
    /// Gas owed by the current hook, charged when it returns.
    pub owed: Cell<u64>,
    /// Whether the transfer that the current hook made failed in a way that its caller may see.
    pub failed: Cell<bool>,
}

// An instance is made, called and dropped on one thread; wasmer asks for the bounds regardless.
unsafe impl Send for HookEnv {}
unsafe impl Sync for HookEnv {}
