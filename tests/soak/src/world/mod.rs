//! The compiled contracts in this process, on the framework's VM with the local chain's additions:
//! compiled modules are cached, the network's rules on payments apply, and there are three shards,
//! whose messages to one another wait until they arrive.

mod accounts;
mod builds;
mod outcome;
mod shards;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use chess_model::chain::{Account, Token};
use chess_model::model::Event;
use chess_model::refusal::Refusal;
use chess_model::step::{Attack, Build, Call, Step, Time};
use localnet::Shards;
use localnet::vm::{ContractStorage, Done, Place, TokenRules, Vm, World as Accounts};
use multiversx_chain_vm::blockchain::state::{AccountData, BlockchainState};
use multiversx_chain_vm::chain_core::types::TimestampMillis;
use multiversx_chain_vm::host::context::{TxInput, TxResult};
use multiversx_chain_vm::types::{Address, VMCodeMetadata};
use multiversx_sc_scenario::scenario_model::AddressValue;
use num_bigint::BigUint;

pub use builds::Builds;
use outcome::outcome;
use shards::Message;

/// The most that mainnet takes in one transaction, and in one query.
const GAS_LIMIT: u64 = 600_000_000;
const QUERY_GAS_LIMIT: u64 = 1_500_000_000;

/// The address of the views.
const VIEWS: &str = "sc:chess-views#01";

/// Upgradeable and readable, and payable by nobody, as deployments on the network are.
const METADATA: [u8; 2] = [5, 0];

/// A world to return to.
#[derive(Clone)]
pub struct Snapshot {
    chain: BlockchainState,
    storage: ContractStorage,
    rules: Arc<TokenRules>,
    messages: Vec<Message>,
}

/// The contracts and all accounts' money, on a VM.
pub struct World {
    vm: Vm,
    chain: Arc<BlockchainState>,
    builds: Builds,
    addresses: BTreeMap<Account, Address>,
    views: Address,
    /// The tokens that are paused or limited.
    rules: Arc<TokenRules>,
    /// The messages between shards, the oldest first.
    messages: Vec<Message>,
}

impl World {
    /// A world without the contract, in which every other account has these funds in each token. It
    /// begins at the model's time.
    pub fn new(builds: Builds, funds: &BigUint) -> Self {
        let address = |expression: &str| AddressValue::from(expression).to_address();
        let contracts = [Account::Chess, Account::Tournament];
        let all = Account::CALLERS.into_iter().chain(contracts);
        let addresses: BTreeMap<Account, Address> = all
            .map(|account| (account, address(account.expression())))
            .collect();
        let mut chain = BlockchainState::default();
        for account in Account::CALLERS {
            chain.add_account(accounts::of(account, &addresses[&account], funds));
        }
        let mut world = World {
            vm: Vm::default(),
            chain: Arc::new(chain),
            builds,
            addresses,
            views: address(VIEWS),
            rules: Arc::default(),
            messages: vec![],
        };
        let chess = world.address(Account::Chess).to_vec();
        let hostile = (
            world.address(Account::Hostile).clone(),
            world.builds.hostile.clone(),
        );
        let views = (world.views.clone(), world.builds.views.clone());
        for (address, code) in [views, hostile] {
            let before = world.chain.accounts.get(&address).cloned();
            let deployed = world.deploy(address.clone(), code, vec![chess.clone()]);
            assert!(deployed.result_status.is_success(), "{deployed}");
            // the deployment knew nothing of its money
            if let (Some(before), Some(now)) =
                (before, world.chain_mut().accounts.get_mut(&address))
            {
                (now.egld_balance, now.esdt) = (before.egld_balance, before.esdt);
                now.code_metadata = before.code_metadata;
            }
        }
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

    /// The current world.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            chain: (*self.chain).clone(),
            storage: self.storage(),
            rules: self.rules.clone(),
            messages: self.messages.clone(),
        }
    }

    /// Returns to an earlier world.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        let chess = self.addresses[&Account::Chess].clone();
        self.chain = Arc::new(snapshot.chain.clone());
        self.vm.clear_storage(&chess);
        self.vm.store(&chess, snapshot.storage.clone());
        self.rules = snapshot.rules.clone();
        self.messages.clone_from(&snapshot.messages);
    }

    fn chain_mut(&mut self) -> &mut BlockchainState {
        Arc::make_mut(&mut self.chain)
    }

    /// Everything that the contract has stored.
    pub fn storage(&self) -> ContractStorage {
        self.vm.storage(&self.addresses[&Account::Chess])
    }

    /// Begins at another time, on a chain with other rounds.
    pub fn begin_at(&mut self, ms: u64, epoch: u64, round_ms: u64) {
        let config = &mut self.chain_mut().block_config;
        config.block_round_time_ms = round_ms;
        config.current_block_info.block_timestamp_millis = TimestampMillis::new(ms);
        config.current_block_info.block_epoch = epoch;
    }

    fn pass(&mut self, time: &Time) {
        let block = &mut self.chain_mut().block_config.current_block_info;
        let now = block.block_timestamp_millis.as_u64_millis() + time.ms;
        block.block_timestamp_millis = TimestampMillis::new(now);
        block.block_epoch += time.epochs;
        block.block_random_seed[0] = time.seed;
    }

    /// Takes a step.
    ///
    /// # Errors
    /// The contract's or the machine's refusal.
    pub fn take(&mut self, step: &Step) -> Result<Vec<Event>, Refusal> {
        let chess = self.address(Account::Chess).clone();
        let result = match step {
            Step::Time(time) => {
                self.pass(time);
                return Ok(vec![]);
            }
            Step::Freeze(account, token, frozen) => {
                self.freeze(*account, *token, *frozen);
                return Ok(vec![]);
            }
            Step::PauseToken(token, paused) => {
                let (rules, token) = (Arc::make_mut(&mut self.rules), identifier(*token));
                match paused {
                    true => rules.paused.insert(token),
                    false => rules.paused.remove(&token),
                };
                return Ok(vec![]);
            }
            Step::LimitToken(token, limited) => {
                let (rules, token) = (Arc::make_mut(&mut self.rules), identifier(*token));
                match limited {
                    true => drop(rules.limited.insert(token, HashSet::new())),
                    false => drop(rules.limited.remove(&token)),
                }
                return Ok(vec![]);
            }
            Step::Arrive => return self.messages_arrive(),
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
            Step::Attack(attack) => self.attack(attack),
        };
        outcome(result)
    }

    /// Makes a call of the contract, and commits its changes.
    pub fn run(&mut self, call: &Call) -> TxResult {
        self.call(
            call.from,
            call.function,
            call.arguments.clone(),
            &call.payments,
        )
    }

    fn attack(&mut self, attack: &Attack) -> TxResult {
        let (from, to) = (Account::Stranger, Account::Hostile);
        let function = attack.function();
        self.call_of(from, to, function, attack.arguments(), &attack.payments())
    }

    /// Makes a call by any name.
    pub fn call(
        &mut self,
        from: Account,
        function: &str,
        arguments: Vec<Vec<u8>>,
        payments: &[(Token, BigUint)],
    ) -> TxResult {
        self.call_of(from, Account::Chess, function, arguments, payments)
    }

    /// Makes a call of any contract, and commits its changes.
    pub fn call_of(
        &mut self,
        from: Account,
        to: Account,
        function: &str,
        arguments: Vec<Vec<u8>>,
        payments: &[(Token, BigUint)],
    ) -> TxResult {
        let mut input = TxInput {
            from: self.address(from).clone(),
            to: self.address(to).clone(),
            func_name: function.into(),
            args: arguments,
            gas_limit: GAS_LIMIT,
            ..TxInput::default()
        };
        match payments {
            [] => {}
            [(Token::Egld, amount)] => input.egld_value = amount.clone(),
            tokens => {
                let to = self.address(to).to_vec();
                let mut all = vec![to, chess_model::step::argument(tokens.len() as u64)];
                for (token, amount) in tokens {
                    all.push(token.identifier().into());
                    all.push(chess_model::step::argument(token.nonce()));
                    all.push(amount.to_bytes_be());
                }
                all.push(function.into());
                all.append(&mut input.args);
                input.args = all;
                input.to = input.from.clone();
                input.func_name = "MultiESDTNFTTransfer".into();
            }
        }
        self.carry_out(input)
    }

    /// Deploys a contract of the owner's at an address.
    pub fn deploy(&mut self, to: Address, code: Vec<u8>, arguments: Vec<Vec<u8>>) -> TxResult {
        let input = TxInput {
            from: self.address(Account::Owner).clone(),
            to,
            func_name: "init".into(),
            args: arguments,
            gas_limit: GAS_LIMIT,
            ..TxInput::default()
        };
        let accounts = self.accounts(&input.to, vec![]);
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
        self.query_of(self.views.clone(), function, arguments)
    }

    /// Asks a view of any contract.
    pub fn query_of(&mut self, to: Address, function: &str, arguments: Vec<Vec<u8>>) -> TxResult {
        let accounts = self.accounts(&to, vec![]);
        let input = TxInput {
            from: self.address(Account::Stranger).clone(),
            to,
            func_name: function.into(),
            args: arguments,
            gas_limit: QUERY_GAS_LIMIT,
            readonly: true,
            ..TxInput::default()
        };
        self.vm.query(&accounts, input)
    }

    /// The accounts as the shard of an address sees them.
    fn accounts(&self, shard_of: &Address, special: Vec<AccountData>) -> Accounts {
        Accounts {
            chain: self.chain.clone(),
            place: Place::of(Shards::THREE, shard_of),
            special,
            rules: self.rules.clone(),
        }
    }

    /// Stores the changes of a transaction; the VM has the contracts' storage.
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

    fn freeze(&mut self, account: Account, token: Token, frozen: bool) {
        let address = self.address(account).clone();
        let chain = self.chain_mut();
        let empty = || AccountData::new_empty(address.clone());
        let account = chain.accounts.entry(address.clone()).or_insert_with(empty);
        let token = token.identifier().as_bytes();
        // an account can be frozen before it holds any
        let roles = account.esdt.get_roles(token);
        account.esdt.set_roles(token.to_vec(), roles);
        if let Some(held) = account.esdt.get_mut_by_identifier(token) {
            held.frozen = frozen;
        }
    }

    /// An account's balance of a token.
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

fn identifier(token: Token) -> Vec<u8> {
    token.identifier().into()
}
