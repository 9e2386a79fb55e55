//! Changes of the state that no transaction makes: for tests and the simulator's routes.

use multiversx_chain_core::types::Address;
use multiversx_chain_vm::blockchain::state::{AccountData, EsdtInstanceMetadata};

use crate::{
    address,
    blocks::ledger::Ledger,
    state::{account::SetAccount, only},
};

impl Ledger {
    pub fn set_accounts(&mut self, changes: Vec<SetAccount>) -> Result<(), String> {
        for change in &changes {
            if let Some(code) = change.code.as_ref().filter(|code| !code.is_empty()) {
                let wrong = |reason| format!("{}: {reason}", address::encode(&change.address));
                self.now.vm.check_code(code).map_err(wrong)?;
            }
        }
        let mut step = self.step();
        for change in changes {
            let mut account = if change.overwrite {
                let cleared = self.now.vm.storage(&change.address).into_keys();
                let cleared = cleared.map(|key| (key, vec![])).collect();
                step.add_storage(&change.address, &cleared);
                self.now.vm.clear_storage(&change.address);
                AccountData::new_empty(change.address.clone())
            } else {
                self.now.state.account(&change.address)
            };
            account.nonce = change.nonce.unwrap_or(account.nonce);
            account.egld_balance = change.balance.unwrap_or(account.egld_balance);
            account.developer_rewards =
                change.developer_reward.unwrap_or(account.developer_rewards);
            account.contract_owner = change.owner.or(account.contract_owner);
            if let Some(code) = change.code {
                account.contract_path = Some(code).filter(|code| !code.is_empty());
            }
            if let Some(metadata) = change.code_metadata {
                account.code_metadata = metadata.into();
            }
            for (token, balance) in change.tokens {
                let (esdt, metadata) = (&mut account.esdt, EsdtInstanceMetadata::default());
                esdt.set_esdt_balance(token, 0, &balance, metadata);
            }
            for (token, roles) in change.roles {
                account.esdt.set_roles(token, roles);
            }
            account.storage = change.storage.into_iter().collect();
            self.apply(only(account), &mut step);
        }
        self.write(&step);
        Ok(())
    }

    /// Changes an account.
    pub fn change_account(&mut self, address: &Address, change: impl FnOnce(&mut AccountData)) {
        let mut account = self.now.state.account(address);
        change(&mut account);
        let mut step = self.step();
        self.apply(only(account), &mut step);
        self.write(&step);
    }
}
