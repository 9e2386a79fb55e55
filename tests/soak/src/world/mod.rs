//! The compiled contracts in this process, on the framework's VM with what the local chain adds to
//! it: compiled modules are kept, and the network's rules on who may be paid hold.

mod builds;
mod outcome;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use localnet::vm::{ContractStorage, Done, Place, Vm, World as Accounts};
use multiversx_chain_vm::blockchain::state::{AccountData, BlockchainState, EsdtInstanceMetadata};
use multiversx_chain_vm::host::context::{TxInput, TxResult};
use multiversx_chain_vm::types::{Address, VMCodeMetadata};
use multiversx_sc_scenario::scenario_model::AddressValue;
use num_bigint::BigUint;

use crate::cast::{Account, Token};
use crate::model::{Event, Refusal};
use crate::step::{Build, Call, Step};

pub use builds::Builds;
use outcome::outcome;

/// The most that mainnet takes in one transaction, and in one query.
const GAS_LIMIT: u64 = 600_000_000;
const QUERY_GAS_LIMIT: u64 = 1_500_000_000;

/// Where the views are.
const VIEWS: &str = "sc:chess-views";

/// Upgradeable and readable, and payable by nobody, as deployments on the network are.
const METADATA: [u8; 2] = [5, 0];

/// A world that can be gone back to.
#[derive(Clone)]
pub struct Snapshot {
    chain: BlockchainState,
    storage: ContractStorage,
}

/// The contracts and everybody's money, on a VM.
pub struct World {
    vm: Vm,
    chain: Arc<BlockchainState>,
    builds: Builds,
    addresses: BTreeMap<Account, Address>,
    views: Address,
}

impl World {
    /// A world without the contract, in which every account but it has so much of each token.
    pub fn new(builds: Builds, funds: &BigUint) -> Self {
        let address = |expression: &str| AddressValue::from(expression).to_address();
        let addresses = Account::ALL.map(|account| (account, address(account.expression())));
        let mut chain = BlockchainState::default();
        for (account, address) in &addresses[..Account::CALLERS.len()] {
            let mut data = AccountData::new_empty(address.clone());
            data.egld_balance = funds.clone();
            for token in [Token::Chess, Token::Other, Token::Collectible] {
                data.esdt.increase_balance(
                    token.identifier().into(),
                    token.nonce(),
                    funds,
                    EsdtInstanceMetadata::default(),
                );
            }
            if let Some(metadata) = account.code_metadata() {
                data.code_metadata = VMCodeMetadata::from(metadata);
                data.contract_path = Some(b"code".to_vec());
            }
            chain.add_account(data);
        }
        let mut world = World {
            vm: Vm::default(),
            chain: Arc::new(chain),
            builds,
            addresses: addresses.into(),
            views: address(VIEWS),
        };
        world.set_epoch(1_000);
        let chess = world.address(Account::Chess).to_vec();
        let (views, code) = (world.views.clone(), world.builds.views.clone());
        let deployed = world.deploy(views, code, vec![chess]);
        assert!(deployed.result_status.is_success(), "{deployed}");
        world
    }

    /// An account's 32 bytes.
    pub fn address(&self, account: Account) -> &Address {
        &self.addresses[&account]
    }

    /// How each account is written as 32 bytes.
    pub fn addresses(&self) -> BTreeMap<Account, Vec<u8>> {
        let bytes = |(&account, address): (&Account, &Address)| (account, address.to_vec());
        self.addresses.iter().map(bytes).collect()
    }

    /// The world as it is.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            chain: (*self.chain).clone(),
            storage: self.storage(),
        }
    }

    /// Goes back to a world of before.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        let chess = self.addresses[&Account::Chess].clone();
        self.chain = Arc::new(snapshot.chain.clone());
        self.vm.clear_storage(&chess);
        self.vm.store(&chess, snapshot.storage.clone());
    }

    fn chain_mut(&mut self) -> &mut BlockchainState {
        Arc::make_mut(&mut self.chain)
    }

    /// Everything that the contract has stored.
    pub fn storage(&self) -> ContractStorage {
        self.vm.storage(&self.addresses[&Account::Chess])
    }

    fn set_epoch(&mut self, epoch: u64) {
        let config = &mut self.chain_mut().block_config;
        config.current_block_info.block_epoch = epoch;
    }

    /// Takes a step.
    ///
    /// # Errors
    /// The contract's or the machine's refusal.
    pub fn take(&mut self, step: &Step) -> Result<Vec<Event>, Refusal> {
        let chess = self.address(Account::Chess).clone();
        let result = match step {
            Step::Epochs(epochs) => {
                let now = self.chain.block_config.current_block_info.block_epoch;
                self.set_epoch(now + epochs);
                return Ok(vec![]);
            }
            Step::Freeze(account, frozen) => {
                self.freeze(*account, *frozen);
                return Ok(vec![]);
            }
            Step::Upgrade(build) => {
                let code = match build {
                    Build::This => self.builds.chess.clone(),
                    Build::Later => self.builds.later.clone(),
                };
                self.call(
                    Account::Owner,
                    "upgradeContract",
                    vec![code, METADATA.to_vec()],
                    &[],
                )
            }
            Step::Deploy(arguments) => {
                self.deploy(chess, self.builds.chess.clone(), arguments.clone())
            }
            Step::Call(call) => self.run(call),
        };
        outcome(result)
    }

    /// Makes a call of the contract, and commits what it changes.
    pub fn run(&mut self, call: &Call) -> TxResult {
        self.call(
            call.from,
            call.function,
            call.arguments.clone(),
            &call.payments,
        )
    }

    /// Makes a call by any name.
    pub fn call(
        &mut self,
        from: Account,
        function: &str,
        arguments: Vec<Vec<u8>>,
        payments: &[(Token, BigUint)],
    ) -> TxResult {
        let to = self.address(Account::Chess).to_vec();
        let mut input = TxInput {
            from: self.address(from).clone(),
            to: self.address(Account::Chess).clone(),
            func_name: function.into(),
            args: arguments,
            gas_limit: GAS_LIMIT,
            ..TxInput::default()
        };
        match payments {
            [] => {}
            [(Token::Egld, amount)] => input.egld_value = amount.clone(),
            tokens => {
                let mut all = vec![to, crate::step::argument(tokens.len() as u64)];
                for (token, amount) in tokens {
                    all.push(token.identifier().into());
                    all.push(crate::step::argument(token.nonce()));
                    all.push(amount.to_bytes_be());
                }
                all.push(function.into());
                all.append(&mut input.args);
                input.args = all;
                input.to = input.from.clone();
                input.func_name = "MultiESDTNFTTransfer".into();
            }
        }
        let accounts = self.accounts();
        let Done {
            result, updates, ..
        } = self.vm.call(&accounts, input);
        drop(accounts);
        if result.result_status.is_success() {
            self.commit(updates.accounts);
        }
        result
    }

    fn deploy(&mut self, to: Address, code: Vec<u8>, arguments: Vec<Vec<u8>>) -> TxResult {
        let input = TxInput {
            from: self.address(Account::Owner).clone(),
            to,
            func_name: "init".into(),
            args: arguments,
            gas_limit: GAS_LIMIT,
            ..TxInput::default()
        };
        let accounts = self.accounts();
        let Done {
            result, updates, ..
        } = self
            .vm
            .deploy(&accounts, input, code, VMCodeMetadata::from(METADATA));
        drop(accounts);
        if result.result_status.is_success() {
            self.commit(updates.accounts);
        }
        result
    }

    /// Asks a view.
    ///
    /// # Errors
    /// The contract's or the machine's refusal.
    pub fn view(&mut self, function: &str, arguments: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, Refusal> {
        let result = self.query(function, arguments.to_vec());
        let values = result.result_values.clone();
        outcome(result).map(|_| values)
    }

    /// Asks a view by any name.
    pub fn query(&mut self, function: &str, arguments: Vec<Vec<u8>>) -> TxResult {
        let input = TxInput {
            from: self.address(Account::Stranger).clone(),
            to: self.views.clone(),
            func_name: function.into(),
            args: arguments,
            gas_limit: QUERY_GAS_LIMIT,
            readonly: true,
            ..TxInput::default()
        };
        let accounts = self.accounts();
        self.vm.query(&accounts, input)
    }

    fn accounts(&self) -> Accounts {
        Accounts {
            chain: self.chain.clone(),
            place: Place::default(),
            special: vec![],
            paused: Arc::default(),
        }
    }

    /// Keeps what a transaction has changed; what contracts have stored is kept by the VM.
    fn commit(&mut self, accounts: HashMap<Address, AccountData>) {
        let mut written = vec![];
        let chain = self.chain_mut();
        for (address, mut account) in accounts {
            let entries = std::mem::take(&mut account.storage);
            written.push((address.clone(), entries));
            chain.accounts.insert(address, account);
        }
        for (address, entries) in written {
            self.vm.store(&address, entries);
        }
    }

    fn freeze(&mut self, account: Account, frozen: bool) {
        let address = self.address(account).clone();
        let chain = self.chain_mut();
        let empty = || AccountData::new_empty(address.clone());
        let account = chain.accounts.entry(address.clone()).or_insert_with(empty);
        let token = Token::Chess.identifier().as_bytes();
        // an account can be frozen before it holds any
        let roles = account.esdt.get_roles(token);
        account.esdt.set_roles(token.to_vec(), roles);
        if let Some(held) = account.esdt.get_mut_by_identifier(token) {
            held.frozen = frozen;
        }
    }

    /// What an account has of a token.
    pub fn balance(&self, account: Account, token: Token) -> BigUint {
        let Some(account) = self.chain.accounts.get(self.address(account)) else {
            return BigUint::ZERO;
        };
        match token {
            Token::Egld => account.egld_balance.clone(),
            token => {
                let identifier = token.identifier().as_bytes();
                account.esdt.get_esdt_balance(identifier, token.nonce())
            }
        }
    }
}
