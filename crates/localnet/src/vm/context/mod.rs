//! The framework's hook context, and the network's rules that it lacks: the price of storage and
//! transfers, gas that a called contract gets and is paid for, and the rules on who may be paid.

mod calls;
mod framework;
mod promises;

use std::fmt;

use multiversx_chain_core::types::{EsdtLocalRole, EsdtLocalRoleFlags, ReturnCode};
use multiversx_chain_vm::{
    blockchain::state::AccountData,
    host::{
        context::TxInput,
        vm_hooks::{TxVMHooksContext, VMHooksContext},
    },
    types::Address,
};
use multiversx_chain_vm_executor::{InstanceState, MemLength, MemPtr, VMHooksEarlyExit};
use multiversx_chain_vm_executor_wasmer_experimental::ExperimentalInstanceState;

use super::env::HookEnv;

/// The prefix of the keys under which the network stores roles.
const ROLES_PREFIX: &[u8] = b"ELRONDroleesdt";

// The production VM's word.
const NOT_ENOUGH_GAS: &str = "not enough gas";

pub(super) struct MeteredContext<'a, 's> {
    env: &'a HookEnv,
    inner: TxVMHooksContext<&'a mut ExperimentalInstanceState<'s>>,
    import: &'static str,
    /// Gas that the contract hands to the contract it calls; `None` for everything that is left.
    handed: Option<u64>,
    /// Gas used when the hook began.
    used: u64,
    /// The input with the gas that is left as its limit: the framework's `getGasLeft` returns the
    /// limit.
    left: Option<TxInput>,
}

impl fmt::Debug for MeteredContext<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MeteredContext")
            .field("import", &self.import)
            .finish()
    }
}

impl<'a, 's> MeteredContext<'a, 's> {
    pub fn new(
        env: &'a HookEnv,
        mut state: &'a mut ExperimentalInstanceState<'s>,
        import: &'static str,
        args: &[i64],
    ) -> Self {
        let used = state.get_points_used();
        let used = used.expect("a metered module has its globals");
        let inner = TxVMHooksContext::new(env.tx.clone(), state);
        let left = (import == "getGasLeft").then(|| {
            let price = inner.gas_schedule().base_ops_api_cost.get_gas_left;
            let mut input = inner.input_ref().clone();
            input.gas_limit = input.gas_limit.saturating_sub(used + price);
            input
        });
        Self {
            env,
            inner,
            import,
            handed: gas_argument(import, args),
            used,
            left,
        }
    }

    /// The value of a key as the current transaction sees it.
    fn value(&self, address: &Address, key: &[u8]) -> Vec<u8> {
        if let Some(token) = key.strip_prefix(ROLES_PREFIX) {
            return self.roles(address, token);
        }
        let written = |account: &AccountData| account.storage.get(key).cloned();
        let cache = &self.env.tx.tx_cache;
        let value = cache.with_account_or_else(address, written, || None);
        value.unwrap_or_else(|| self.env.shared.stored(address, key))
    }

    /// An account's roles for a token as the network stores them: each name behind a tag and its
    /// length.
    fn roles(&self, address: &Address, token: &[u8]) -> Vec<u8> {
        let names = self.role_names(address, token);
        let stored = names.iter().flat_map(|name| {
            let tag_and_len = [b'\n', name.len() as u8];
            tag_and_len.into_iter().chain(name.iter().copied())
        });
        stored.collect()
    }

    fn role_names(&self, address: &Address, token: &[u8]) -> Vec<Vec<u8>> {
        let account = self.account_data(address);
        let token = account
            .as_ref()
            .and_then(|account| account.esdt.get_by_identifier(token));
        token.map(|data| data.roles.get()).unwrap_or_default()
    }

    /// The contract's own roles for a token, as bits. The network reads them from its storage, and
    /// has no bit for `ESDTTransferRole`.
    fn tell_roles(&mut self, token: i64) -> Result<i32, VMHooksEarlyExit> {
        let token = self.m_types_lock().mb_get(token as i32).to_vec();
        let address = self.current_address().clone();
        self.storage_read_any_address(&address, &[ROLES_PREFIX, &token].concat());
        let owed = self.env.owed.take();
        self.use_gas(owed)?;
        let names = self.role_names(&address, &token);
        let flags = names
            .iter()
            .map(|name| EsdtLocalRole::from(name.as_slice()).to_flag());
        let all = flags.fold(EsdtLocalRoleFlags::NONE, |all, flag| all | flag);
        Ok((all - EsdtLocalRoleFlags::TRANSFER).bits() as i32)
    }

    /// The result of a hook that the framework doesn't answer as the network does; `None` for all
    /// others.
    pub fn answer(&mut self, args: &[i64]) -> Result<Option<i32>, VMHooksEarlyExit> {
        if self.import == "getShardOfAddress" && self.env.shared.is_one_shard() {
            self.use_gas(self.gas_schedule().base_ops_api_cost.get_shard_of_address)?;
            return Ok(Some(0));
        }
        if self.import == "getESDTLocalRoles" {
            return self.tell_roles(args[0]).map(Some);
        }
        if let Some(answer) = self.tell_token_rule(args)? {
            return Ok(Some(answer));
        }
        Ok(self.tell_balance_of_another(args)?.then_some(0))
    }

    /// Answers a contract that queries the restrictions on a token; the framework's hooks know only
    /// frozen accounts, and charge too little for queries of tokens.
    fn tell_token_rule(&mut self, args: &[i64]) -> Result<Option<i32>, VMHooksEarlyExit> {
        let token = match (self.import, args) {
            ("managedIsESDTPaused" | "managedIsESDTLimitedTransfer", &[token]) => token,
            ("managedIsESDTFrozen", &[_, token, _]) => token,
            ("managedGetESDTTokenData", _) => {
                let schedule = self.gas_schedule();
                let charged = schedule.managed_buffer_api_cost.m_buffer_get_bytes;
                let price = schedule.base_ops_api_cost.get_external_balance;
                self.use_gas(price.saturating_sub(charged))?;
                return Ok(None);
            }
            _ => return Ok(None),
        };
        self.use_gas(self.gas_schedule().base_ops_api_cost.get_external_balance)?;
        let token = self.m_types_lock().mb_get(token as i32).to_vec();
        let rules = self.env.shared.session().rules.clone();
        let answer = match self.import {
            "managedIsESDTPaused" => rules.paused.contains(&token),
            "managedIsESDTLimitedTransfer" => rules.limited.contains_key(&token),
            _ => {
                let address = Address::from_slice(self.m_types_lock().mb_get(args[0] as i32));
                let account = self.account_data(&address);
                let held = account
                    .as_ref()
                    .and_then(|a| a.esdt.get_by_identifier(&token));
                held.is_some_and(|held| held.frozen)
            }
        };
        Ok(Some(i32::from(answer)))
    }

    /// Answers a contract that queries another account's balance; the framework's hooks know only
    /// the contract's own. Returns whether this was such a query. Accounts of other shards have
    /// nothing.
    fn tell_balance_of_another(&mut self, args: &[i64]) -> Result<bool, VMHooksEarlyExit> {
        let (token, result) = match (self.import, args) {
            ("bigIntGetExternalBalance", &[_, result]) => (None, result),
            ("bigIntGetESDTExternalBalance", &[_, at, len, nonce, result]) => {
                (Some((at as MemPtr, len as MemLength, nonce as u64)), result)
            }
            _ => return Ok(false),
        };
        // SAFETY: a load outside of the contract's memory ends its call
        let address = Address::from_slice(&unsafe { self.memory_load(args[0] as MemPtr, 32) });
        if address == *self.current_address() {
            return Ok(false);
        }
        self.use_gas(self.gas_schedule().big_int_api_cost.big_int_set_int_64)?;
        let sees = self.env.shared.sees(&address);
        let account = self.account_data(&address).filter(|_| sees);
        let balance = account.map(|account| match token {
            None => account.egld_balance,
            Some((at, len, nonce)) => {
                // SAFETY: as above
                let token = unsafe { self.memory_load(at, len) };
                account.esdt.get_esdt_balance(&token, nonce)
            }
        });
        let balance = balance.unwrap_or_default();
        self.m_types_lock()
            .bi_overwrite(result as i32, balance.into());
        Ok(true)
    }

    fn owe(&self, gas: u64) {
        self.env.owed.set(self.env.owed.get() + gas);
    }

    fn gas_left(&self) -> u64 {
        self.input_ref()
            .gas_limit
            .saturating_sub(self.used + self.env.owed.get())
    }
}

/// The gas that a hook's caller gives to the call.
fn gas_argument(import: &str, args: &[i64]) -> Option<u64> {
    let index = match import {
        "managedExecuteOnDestContext"
        | "managedExecuteOnDestContextWithErrorReturn"
        | "managedExecuteReadOnly"
        | "managedCreateContract"
        | "managedDeployFromSourceContract" => 0,
        "managedTransferValueExecute"
        | "managedMultiTransferESDTNFTExecute"
        | "managedMultiTransferESDTNFTExecuteWithReturn" => 2,
        _ => return None,
    };
    Some(args[index] as u64)
}

fn exit(status: ReturnCode, message: impl Into<String>) -> VMHooksEarlyExit {
    VMHooksEarlyExit::new(status.as_u64()).with_message(message.into())
}
