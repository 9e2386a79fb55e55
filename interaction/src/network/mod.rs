//! A network behind a gateway: sends transactions and waits for them, and queries views, without
//! asynchronous code. The framework's interactor makes the transactions.

pub mod account;
pub mod client;
pub mod deployment;
pub(crate) mod estimate;
pub mod gateway;
mod prepared;
mod receipt;
pub mod simulator;

use std::collections::HashMap;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant};

use futures::executor::block_on;
use multiversx_sc_scenario::imports::*;
use multiversx_sc_scenario::mandos_system::run_list::ScenarioRunnerList;
use multiversx_sc_scenario::multiversx_sc::codec::TopDecodeMulti;
use multiversx_sc_snippets::sdk::data::vm::VMQueryInput;
use multiversx_sc_snippets::sdk::gateway::{
    GatewayAsyncService, GatewayRequest, GetAccountEsdtTokensRequest, GetAccountRequest, GetTxCost,
    GetTxProcessStatus, NetworkConfigRequest, SendTxRequest, VMQueryRequest,
};
use multiversx_sc_snippets::sdk::retrieve_tx_on_network::parse_reason;
use multiversx_sc_snippets::sdk::wallet::Wallet;
use multiversx_sc_snippets::{InteractorBase, InteractorEnvExec, InteractorIntoSdkTransaction};
use network_transaction::fee;

pub use crate::failure::Failure;
use estimate::Refusal;
pub use gateway::Gateway;
pub use prepared::{Confirm, PreparedTransaction};
pub use receipt::Receipt;

use crate::amount::Amount;

/// How long to wait for a transaction: a few blocks of each of two shards take seconds.
const PATIENCE: Duration = Duration::from_secs(120);

/// The environment of the interactor's transactions.
pub type Env<'a> = InteractorEnvExec<'a, Gateway>;

/// A network, and the nonces of the transactions sent to it.
pub struct Network {
    interactor: InteractorBase<Gateway>,
    /// By sender: an account's nonce may lag behind the sent transactions.
    next_nonces: HashMap<Address, u64>,
    /// Asked before each transaction is sent.
    pub confirm: Option<Box<Confirm>>,
    /// The gas limit of every transaction, if the user has set one. Then the gateway isn't asked for
    /// estimates.
    pub gas_limit: Option<u64>,
    /// How long to wait for a transaction.
    patience: Duration,
}

impl Network {
    /// Queries the gateway's network settings. On the official chain simulator (`is_simulator`) it
    /// requests a block after each transaction.
    ///
    /// # Errors
    /// Names the address, if no gateway answers there.
    pub fn connect(gateway: &str, is_simulator: bool) -> Result<Self, Failure> {
        gateway::check_address(gateway)?;
        let proxy = Gateway::from_uri(gateway);
        let network_config = block_on(proxy.request(NetworkConfigRequest))?;
        // its own `new` panics if the gateway doesn't answer it
        let interactor = InteractorBase {
            proxy,
            use_chain_simulator: is_simulator,
            gas_price: network_config.min_gas_price,
            network_config,
            sender_map: HashMap::new(),
            waiting_time_ms: 0,
            pre_runners: ScenarioRunnerList::empty(),
            post_runners: ScenarioRunnerList::empty(),
            current_dir: PathBuf::new(),
            explorer_url: None,
        };
        Ok(Network {
            interactor,
            next_nonces: HashMap::new(),
            confirm: None,
            gas_limit: None,
            patience: PATIENCE,
        })
    }

    /// `1` mainnet, `T` testnet, `D` devnet, `chain` a local chain.
    pub fn chain_id(&self) -> &str {
        &self.interactor.network_config.chain_id
    }

    /// An address as people write it.
    pub fn bech32(&self, address: &Address) -> String {
        address.to_bech32(self.interactor.get_hrp()).bech32
    }

    /// Begins a transaction of a wallet.
    pub fn tx(
        &mut self,
        from: &Wallet,
        gas: u64,
    ) -> Tx<Env<'_>, Address, (), (), ExplicitGas<u64>, (), ()> {
        self.interactor.tx().from(from.to_address()).gas(gas)
    }

    /// Begins the call of a contract's endpoint, with a payment.
    pub fn call(
        &mut self,
        from: &Wallet,
        to: &Address,
        call: FunctionCall<StaticApi>,
        payment: Option<&Amount>,
        gas: u64,
    ) -> PreparedTransaction {
        let function = call.function_name.to_string();
        let tx = self.tx(from, gas).to(to.clone());
        let transaction = match payment {
            None => tx.raw_data(call).into_sdk_transaction(),
            Some(payment) => {
                let token = EgldOrEsdtTokenIdentifier::from(payment.token.as_str());
                let amount = BigUint::from_bytes_be(&payment.amount.to_bytes_be());
                tx.egld_or_single_esdt(&token, 0, &amount)
                    .raw_data(call)
                    .into_sdk_transaction()
            }
        };
        PreparedTransaction {
            transaction,
            function,
            payment: payment.cloned(),
        }
    }

    /// Sends a transaction with the gateway's gas estimate and a margin, and waits until it is
    /// executed. If the gateway can't estimate, the prepared limit stays. If the estimate shows that
    /// the contract would refuse the call, nothing is sent and no fee is paid.
    ///
    /// # Errors
    /// The contract's refusal, or why the transaction isn't executed.
    pub fn send(
        &mut self,
        wallet: &Wallet,
        mut prepared: PreparedTransaction,
    ) -> Result<Receipt, Failure> {
        if self.gas_limit.is_none() {
            let needed = self.estimate(wallet, &prepared);
            let needed = needed.map_err(|failure| self.explain(wallet, &prepared, failure))?;
            if let Some(needed) = needed {
                prepared.transaction.gas_limit = fee::with_margin(prepared.move_gas(), needed);
            }
        }
        let sent = self.send_at_limit(wallet, prepared.clone());
        sent.map_err(|failure| self.explain(wallet, &prepared, failure))
    }

    /// Explains a failure if the wallet has less than the payment: the network only says `invalid
    /// transaction` then.
    fn explain(
        &self,
        wallet: &Wallet,
        prepared: &PreparedTransaction,
        failure: Failure,
    ) -> Failure {
        let Some(payment) = &prepared.payment else {
            return failure;
        };
        match self.balance(&wallet.to_address(), &payment.token) {
            Ok(amount) if amount < payment.amount => {
                let token = payment.token.clone();
                let held = Amount { token, amount };
                let function = &prepared.function;
                Failure::Network(format!(
                    "{function} failed: the wallet has {held}, and it takes {payment}"
                ))
            }
            _ => failure,
        }
    }

    /// Sends a transaction with its own gas limit or the user's, and waits until it is executed.
    ///
    /// # Errors
    /// The contract's refusal, or why the transaction isn't executed.
    pub fn send_at_limit(
        &mut self,
        wallet: &Wallet,
        mut prepared: PreparedTransaction,
    ) -> Result<Receipt, Failure> {
        if let Some(limit) = self.gas_limit {
            prepared.transaction.gas_limit = limit;
        }
        self.sign(wallet, &mut prepared)?;
        if let Some(confirm) = &self.confirm {
            confirm(&prepared).map_err(Failure::Network)?;
        }
        let (transaction, function) = (prepared.transaction, prepared.function);
        let hash = self.ask(SendTxRequest(&transaction));
        let hash = hash.map_err(|failure| format!("the gateway refuses {function}: {failure}"))?;
        self.next_nonces
            .insert(wallet.to_address(), transaction.nonce + 1);
        let waited = self.wait(&hash);
        if waited.is_err() {
            // a lost transaction would hold back all later ones
            self.next_nonces.remove(&wallet.to_address());
        }
        let reason =
            waited.map_err(|failure| format!("{function}, transaction {hash}: {failure}"))?;
        let page = format!("transaction/{hash}?withResults=true");
        let mut receipt = Receipt::read(&hash, self.interactor.proxy.data(&page)?)?;
        match receipt.refusal().or(reason) {
            None => Ok(receipt),
            // the network calls the whole failed if a payout comes back from another shard
            returned if receipt.was_carried_out(&function) => {
                receipt.returned = returned;
                Ok(receipt)
            }
            Some(message) => Err(Failure::Refused { function, message }),
        }
    }

    /// The gas that a transaction of a wallet would take now; `None` if the gateway can't estimate. The
    /// request has no limit, which means the highest one: an estimate within a limit fails if the limit
    /// is too low.
    ///
    /// # Errors
    /// The contract's or the network's refusal, which costs no fee here.
    pub fn estimate(
        &self,
        wallet: &Wallet,
        prepared: &PreparedTransaction,
    ) -> Result<Option<u64>, Failure> {
        let mut prepared = prepared.clone();
        prepared.transaction.gas_limit = 0;
        self.sign(wallet, &mut prepared)?;
        let Ok(cost) = self.ask(GetTxCost(&prepared.transaction)) else {
            return Ok(None);
        };
        if cost.tx_gas_units > 0 {
            return Ok(Some(cost.tx_gas_units));
        }
        let function = prepared.function;
        match estimate::refusal(&cost.return_message) {
            Some(Refusal::ByContract(message)) => Err(Failure::Refused {
                function,
                message: message.into(),
            }),
            Some(Refusal::ByNetwork(reason)) => {
                Err(format!("{function} isn't sent: the network would fail it: {reason}").into())
            }
            None => Ok(None),
        }
    }

    /// The nonce of a wallet's next transaction.
    pub fn next_nonce(&self, wallet: &Wallet) -> Result<u64, Failure> {
        let address = wallet.to_address();
        let account = address.to_bech32(self.interactor.get_hrp());
        let account = self.ask(GetAccountRequest::new(&account))?;
        let sent = self.next_nonces.get(&address).copied();
        Ok(account.nonce.max(sent.unwrap_or_default()))
    }

    /// Gives a transaction the wallet's next nonce, and signs it.
    fn sign(&self, wallet: &Wallet, prepared: &mut PreparedTransaction) -> Result<(), Failure> {
        let transaction = &mut prepared.transaction;
        transaction.nonce = self.next_nonce(wallet)?;
        transaction.signature = None;
        transaction.signature = Some(hex::encode(wallet.sign_tx(transaction)));
        Ok(())
    }

    /// Waits until a transaction is executed. Returns why it failed, if it did.
    fn wait(&self, hash: &str) -> Result<Option<String>, Failure> {
        block_on(self.interactor.generate_blocks_until_tx_processed(hash))?;
        let start = Instant::now();
        let mut pause = Duration::from_millis(2);
        while start.elapsed() < self.patience {
            // a gateway may not know a new transaction yet
            match self.ask(GetTxProcessStatus::new(hash)) {
                Ok((status, _)) if status == "success" => return Ok(None),
                Ok((status, reason)) if status == "fail" => {
                    return Ok(Some(parse_reason(&reason).1));
                }
                Err(failure) if start.elapsed() > self.patience / 4 => return Err(failure),
                _ => {}
            }
            sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(500));
        }
        let seconds = self.patience.as_secs();
        Err(format!("it isn't carried out after {seconds} seconds; it may still be").into())
    }

    /// Queries a view; `T` is the type of its result.
    ///
    /// # Errors
    /// The contract's refusal, or an answer that no chess contract gives.
    pub fn view<T: TopDecodeMulti>(
        &self,
        contract: &Address,
        view: FunctionCall<StaticApi>,
    ) -> Result<T, Failure> {
        let function = view.function_name.to_string();
        let arguments = view.arg_buffer.iter_buffers();
        let query = VMQueryInput {
            sc_address: contract.to_bech32(self.interactor.get_hrp()),
            func_name: function.clone(),
            args: arguments.map(|arg| hex::encode(arg.to_vec())).collect(),
        };
        let contract = self.bech32(contract);
        let answer = self.ask(VMQueryRequest(&query));
        let answer = answer.map_err(|failure| format!("{function} of {contract}: {failure}"))?;
        if !answer.data.is_ok() {
            return Err(Failure::Refused {
                function,
                message: answer.data.return_message,
            });
        }
        let mut results = answer.data.return_data_base64_decode();
        T::multi_decode(&mut results).map_err(|_| {
            format!("{contract} answers {function} in no way that the chess contract's views do")
                .into()
        })
    }

    /// An account's balance of a token, in its smallest unit.
    pub fn balance(&self, address: &Address, token: &str) -> Result<RustBigUint, Failure> {
        let address = address.to_bech32(self.interactor.get_hrp());
        let balance = if Amount::is_egld(token) {
            self.ask(GetAccountRequest::new(&address))?.balance
        } else {
            let tokens = self.ask(GetAccountEsdtTokensRequest::new(&address))?;
            let held = tokens.get(token).map(|held| held.balance.clone());
            held.unwrap_or_else(|| "0".into())
        };
        let number = balance.parse();
        number.map_err(|_| format!("{balance} isn't a balance").into())
    }

    fn ask<G: GatewayRequest>(&self, request: G) -> Result<G::Result, Failure> {
        Ok(block_on(self.interactor.proxy.request(request))?)
    }
}

#[cfg(test)]
mod tests;
