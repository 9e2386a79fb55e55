//! One call of a host function, with its cost.

use multiversx_chain_vm::host::vm_hooks::{TxVMHooksContext, VMHooksContext, VMHooksDispatcher};
use multiversx_chain_vm_executor::{VMHooks, VMHooksEarlyExit};
use multiversx_chain_vm_executor_wasmer_experimental::ExperimentalInstanceState;
use wasmer::FunctionEnvMut;

use super::{context::MeteredContext, env::HookEnv, gas};

/// The result of a hook in wasm.
pub(super) trait HookResult {
    fn of(value: i32) -> Self;
}
impl HookResult for () {
    fn of(_: i32) {}
}
impl HookResult for i32 {
    fn of(value: i32) -> i32 {
        value
    }
}
impl HookResult for i64 {
    fn of(value: i32) -> i64 {
        value.into()
    }
}

/// The result that says "it failed" if the contract may continue.
const FAILED: i32 = 1;

/// Runs one hook with its cost. `call` is no type parameter, so that this is compiled once for each
/// type of result.
pub(super) fn with_hooks<R: HookResult>(
    mut env: FunctionEnvMut<HookEnv>,
    import: &'static str,
    args: &[i64],
    call: &mut dyn FnMut(&mut dyn VMHooks) -> Result<R, VMHooksEarlyExit>,
) -> Result<R, VMHooksEarlyExit> {
    let (env, mut store) = env.data_and_store_mut();
    let mut state = ExperimentalInstanceState {
        wasmer_inner: env.inner.clone(),
        store_mut: &mut store,
    };

    let schedule = &env.shared.schedule;
    let bytes = gas::bytes(schedule, import, args, &env.tx.m_types_lock());
    if bytes > 0 {
        TxVMHooksContext::new(env.tx.clone(), &mut state).use_gas(bytes)?;
    }

    let mut context = MeteredContext::new(env, &mut state, import, args);
    if import == "managedCreateAsyncCall" {
        context.pay_for_promise(args[8] as u64, args[9] as u64)?;
    }
    if let Some(answer) = context.answer(args)? {
        return Ok(R::of(answer));
    }
    let result = call(&mut VMHooksDispatcher::new(context))?;

    let owed = env.owed.take();
    if owed > 0 {
        TxVMHooksContext::new(env.tx.clone(), &mut state).use_gas(owed)?;
    }
    let failed = env.failed.take();
    Ok(if failed { R::of(FAILED) } else { result })
}
