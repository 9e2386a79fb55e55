//! Two players and a chess contract on the program, over HTTP.

use localnet::{Address, Transaction, Wallet, address};
use multiversx_chain_core::std::new_address::compute_new_address;
use serde_json::json;

use crate::{
    common::{GAS, NOT_PAYABLE, WAGER, number, wasm},
    process::Process,
};

/// The funded wallets' names in their order.
const WALLETS: usize = 3;

/// The program with a running contract, the chess contract mostly; alice owns it, bob and carol
/// play.
pub struct Session {
    pub process: Process,
    pub wallets: Vec<Wallet>,
    pub contract: Address,
}

impl Session {
    /// Deploys a contract.
    pub fn with(process: Process, code: &[u8]) -> Self {
        let wallets = Wallet::funded(WALLETS);
        let contract = compute_new_address(&wallets[0].address, 0);
        let session = Self {
            process,
            wallets,
            contract,
        };
        let deploy = |tx: Transaction| tx.deploy(code, NOT_PAYABLE, &[], 60_000_000);
        session.done(0, &Address::zero(), deploy);
        session
    }

    /// Deploys and starts the chess contract.
    pub fn of(process: Process) -> Self {
        let session = Self::with(process, &wasm("onchain-chess.wasm"));
        let wager = [b"EGLD-000000".to_vec(), number(WAGER)];
        session.call(0, "setWager", &wager);
        session.call(0, "unpause", &[]);
        session
    }

    /// Sends a transaction with the sender's next nonce; its hash.
    pub fn send(
        &self,
        wallet: usize,
        to: &Address,
        build: impl FnOnce(Transaction) -> Transaction,
    ) -> String {
        let wallet = &self.wallets[wallet];
        let nonce = self.process.nonce(&wallet.address);
        let tx = build(Transaction::new(&wallet.address, nonce, to)).sign(&wallet.key);
        let sent = self.process.post_data("/transaction/send", &json!(tx));
        sent["txHash"].as_str().unwrap().to_string()
    }

    /// The same; it must have succeeded. On a program that makes blocks on arrival.
    pub fn done(
        &self,
        wallet: usize,
        to: &Address,
        build: impl FnOnce(Transaction) -> Transaction,
    ) -> String {
        let hash = self.send(wallet, to, build);
        assert_eq!(self.process.status(&hash), "success", "{hash}");
        hash
    }

    pub fn call(&self, wallet: usize, function: &str, args: &[Vec<u8>]) -> String {
        let call = |tx: Transaction| tx.call(function, args, GAS);
        self.done(wallet, &self.contract, call)
    }

    /// A new game of the wallets 1 (White) and 2 (Black).
    pub fn start_game(&self) {
        for player in [1, 2] {
            let join = |tx: Transaction| tx.call("joinGame", &[], GAS).value(WAGER);
            self.done(player, &self.contract, join);
        }
    }

    pub fn play(&self, wallet: usize, from: u64, to: u64) -> String {
        let args = [number(1), number(from), number(to)];
        self.call(wallet, "makeMove", &args)
    }

    /// The fool's mate: Black wins.
    pub fn fools_mate(&self) {
        self.start_game();
        for (player, from, to) in [(1, 53, 45), (2, 12, 28), (1, 54, 38), (2, 3, 39)] {
            self.play(player, from, to);
        }
    }

    pub fn contract_text(&self) -> String {
        address::encode(&self.contract)
    }
}
