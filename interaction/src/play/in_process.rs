//! A chain in this process: the compiled contracts on the framework's VM, an owner and two
//! funded players.

use std::path::Path;

use chess_rules::Color;
use multiversx_sc_scenario::imports::*;
use multiversx_sc_scenario::multiversx_sc::codec::TopDecodeMulti;
use multiversx_sc_scenario::scenario::run_vm::ScenarioVMRunner;
use multiversx_sc_scenario::scenario_model::{TxResponse, TxResponseStatus};

use crate::amount::Amount;
use crate::artefacts::{CONTRACT, VIEW_CONTRACT, read_code};
use crate::calls::proxy;
use crate::chess_table::ChessTable;
use crate::failure::Failure;

/// The wager of the games played here: 1 EGLD, in its smallest unit.
const WAGER: u64 = 1_000_000_000_000_000_000;

/// The funds of each player before the first game: a million wagers.
const FUNDS: &str = "1,000,000,000,000,000,000,000,000";
/// The most that mainnet takes in one transaction.
const GAS_LIMIT: u64 = 600_000_000;

const OWNER: &str = "address:owner";
const CHESS: &str = "sc:chess";
const VIEWS: &str = "sc:chess-views";

/// The scenario expression of a player's address.
fn address(player: Color) -> &'static str {
    match player {
        Color::White => "address:white",
        Color::Black => "address:black",
    }
}

/// The chain, with the contract deployed and its wager set. Its clock stands still.
pub struct Chain {
    vm: ScenarioVMRunner,
}

impl Chain {
    /// Deploys the compiled contracts in a folder and makes the contract ready for players.
    ///
    /// # Errors
    /// In words: a contract is missing, can't be read, or refuses a step.
    pub fn start(artefacts: &Path) -> Result<Self, Failure> {
        let contract = read_code(&artefacts.join(CONTRACT))?;
        let views = read_code(&artefacts.join(VIEW_CONTRACT))?;
        let mut chain = Chain {
            vm: ScenarioVMRunner::new(),
        };
        chain.vm.executor_config = ExecutorConfig::Custom(localnet::vm::executor);
        let player = || Account::new().nonce(1u64).balance(FUNDS);
        chain.vm.perform_set_state(
            &SetStateStep::new()
                .put_account(OWNER, Account::new().nonce(1u64))
                .put_account(address(Color::White), player())
                .put_account(address(Color::Black), player())
                .new_address(OWNER, 1u64, CHESS)
                .new_address(OWNER, 2u64, VIEWS),
        );
        chain.deploy(contract, vec![])?;
        let target = AddressValue::from(CHESS).to_address();
        let target = target.as_bytes().to_vec();
        chain.deploy(views, vec![target])?;
        let set_wager = proxy().set_wager(TokenId::<StaticApi>::native(), WAGER);
        chain.send(OWNER, 0, set_wager.data)?;
        chain.send(OWNER, 0, proxy().unpause().data)?;
        Ok(chain)
    }

    fn deploy(&mut self, code: Vec<u8>, arguments: Vec<Vec<u8>>) -> Result<(), Failure> {
        let mut step = ScDeployStep::new()
            .from(OWNER)
            .gas_limit(GAS_LIMIT)
            .no_expect();
        step.tx.contract_code = code.into();
        step.tx.arguments = arguments.into_iter().map(BytesValue::from).collect();
        self.vm.perform_sc_deploy_update_results(&mut step);
        accepted("deploy", step.response())?;
        Ok(())
    }

    /// Sends a call with a payment in EGLD's smallest unit.
    ///
    /// # Errors
    /// The contract's refusal; nothing has changed then.
    fn send(
        &mut self,
        from: &str,
        value: u64,
        call: FunctionCall<StaticApi>,
    ) -> Result<(), Failure> {
        let function = call.function_name.to_string();
        let mut step = ScCallStep::new()
            .from(from)
            .to(CHESS)
            .function(&function)
            .egld_value(value)
            .gas_limit(GAS_LIMIT)
            .no_expect();
        step.tx.arguments = arguments(&call);
        self.vm.perform_sc_call_update_results(&mut step);
        accepted(&function, step.response())?;
        Ok(())
    }

    /// The position's hash as a canonical chess state, by the view `getStateHash`.
    ///
    /// # Errors
    /// The contract's refusal.
    pub fn state_hash(&mut self, game_id: usize) -> Result<[u8; 32], Failure> {
        self.view(proxy().state_hash(game_id).data)
    }
}

impl ChessTable for Chain {
    fn wager(&mut self) -> Result<Amount, Failure> {
        Ok(Amount::egld(WAGER))
    }

    fn start(&mut self) -> Result<usize, Failure> {
        for player in [Color::White, Color::Black] {
            let no_key = OptionalValue::<ManagedBuffer<StaticApi>>::None;
            self.send(address(player), WAGER, proxy().join_game(no_key).data)?;
        }
        self.view(proxy().game_count().data)
    }

    fn funds(&mut self, player: Color) -> Result<RustBigUint, Failure> {
        let address = AddressValue::from(address(player)).to_address();
        let account = &self.vm.blockchain_mock.state.accounts[&address];
        Ok(account.egld_balance.clone())
    }

    fn call(&mut self, player: Color, call: FunctionCall<StaticApi>) -> Result<(), Failure> {
        self.send(address(player), 0, call)
    }

    fn view<T: TopDecodeMulti>(&mut self, view: FunctionCall<StaticApi>) -> Result<T, Failure> {
        let function = view.function_name.to_string();
        let mut step = ScQueryStep::new().to(VIEWS).function(&function).no_expect();
        step.tx.arguments = arguments(&view);
        self.vm.perform_sc_query_update_results(&mut step);
        let mut results = accepted(&function, step.response())?;
        Ok(T::multi_decode(&mut results).expect("a view's result is of its own type"))
    }
}

/// The encoded arguments of a call.
fn arguments(call: &FunctionCall<StaticApi>) -> Vec<BytesValue> {
    let arguments = call.arg_buffer.iter_buffers();
    arguments.map(|argument| argument.to_vec().into()).collect()
}

fn accepted(function: &str, response: &TxResponse) -> Result<Vec<Vec<u8>>, Failure> {
    let TxResponseStatus { status, message } = &response.tx_error;
    if response.tx_error.is_success() {
        Ok(response.out.clone())
    } else {
        Err(Failure::Refused {
            function: function.into(),
            message: format!("{message} (status {})", status.as_u64()),
        })
    }
}
