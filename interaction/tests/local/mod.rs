//! A local chain for a test, and the command line against it.
#![allow(dead_code)] // each test file uses its own part

use std::fmt::Debug;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use chess_interaction::local::relay_server::LocalRelay;
use localnet::{BigUint, Blocks, Chain, Config, Record, Running, Wallet, address};
use multiversx_sc_snippets::sdk::wallet::Wallet as Signer;
use serde_json::Value;
use tempfile::TempDir;

use crate::command::{Said, has, program, words};

/// 0.05 EGLD.
pub const STAKE: u64 = 50_000_000_000_000_000;

/// Longer than anything takes, even on a busy machine.
const LONG: Duration = Duration::from_secs(600);

/// Looks until it finds something.
pub fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < LONG, "no {what}");
        sleep(Duration::from_millis(100));
    }
}

/// A chain on a free port of loopback, with a separate state file.
pub struct LocalChain {
    pub chain: Chain,
    pub server: Running,
    pub folder: TempDir,
}

impl LocalChain {
    /// The chain makes a block for each transaction, and for those that follow from it.
    pub fn start() -> Self {
        Self::with_blocks(Blocks::OnArrival)
    }

    /// The same with the contract for a wager of 0.05 EGLD, open for players.
    pub fn open() -> Self {
        Self::start().opened()
    }

    pub fn opened(self) -> Self {
        self.text(&["deploy"]);
        self.text(&["set-wager", "0.05"]);
        self.text(&["unpause"]);
        self
    }

    pub fn with_blocks(blocks: Blocks) -> Self {
        let config = Config {
            blocks,
            ..Config::default()
        };
        let server = localnet::spawn_with(config).expect("a chain on a free port");
        LocalChain {
            chain: server.chain.clone(),
            server,
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    /// A relay of the chain's contract; Heidi pays for its calls.
    pub fn relay(&self) -> LocalRelay {
        let status = self.json(&["status"]);
        let contract = status["contract"].as_str().and_then(relay::read_address);
        let contract = contract.expect("an address");
        let payer = self.signer("heidi");
        let relay = LocalRelay::start(&self.server.url(), contract, None, payer, &[], 0);
        relay.expect("a relay")
    }

    /// A file or folder next to the chain's.
    pub fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// A player's command, with only that player's keys.
    pub fn by(&self, player: &str, arguments: &[&str]) -> Vec<String> {
        let keys = self.path(&format!("keys of {player}"));
        let own = ["--wallet", player, "--keys", &keys];
        let all = arguments.iter().chain(&own);
        all.map(|argument| argument.to_string()).collect()
    }

    /// A command for this chain, ready to run.
    pub fn command(&self, arguments: &[impl AsRef<str> + Debug]) -> Command {
        let mut command = program();
        let state = self.folder.path().join("state.toml");
        command
            .args(arguments.iter().map(AsRef::as_ref))
            .args(["--gateway", &self.server.url()])
            .arg("--state")
            .arg(state);
        command
    }

    /// Runs a command.
    pub fn run(&self, arguments: &[impl AsRef<str> + Debug]) -> Said {
        Said::by(&mut self.command(arguments))
    }

    /// The output of a command that must succeed.
    pub fn text(&self, arguments: &[impl AsRef<str> + Debug]) -> String {
        let said = self.run(arguments);
        assert_eq!(said.code, 0, "{arguments:?}: {}", said.err);
        said.out
    }

    /// The JSON answer of a command, with nothing on standard error.
    pub fn json(&self, arguments: &[impl AsRef<str> + Debug]) -> Value {
        let said = Said::by(self.command(arguments).arg("--json"));
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{arguments:?}");
        assert_eq!(said.out.lines().count(), 1, "{arguments:?}: {}", said.out);
        serde_json::from_str(&said.out).expect("JSON")
    }

    /// The contract's words when it refuses a command.
    pub fn refusal(&self, arguments: &[impl AsRef<str> + Debug]) -> String {
        let said = self.run(arguments);
        assert_eq!((said.code, said.out.as_str()), (1, ""), "{arguments:?}");
        said.err
    }

    /// Checks the contract's words when it refuses a command.
    #[track_caller]
    pub fn refuses(&self, arguments: &[impl AsRef<str> + Debug], words: &str) {
        has(&self.refusal(arguments), words);
    }

    pub fn wallet(&self, name: &str) -> &Wallet {
        let mut wallets = self.chain.wallets().iter();
        let wallet = wallets.find(|wallet| wallet.name == name);
        wallet.expect("a funded wallet")
    }

    /// The same for calls that the command line's library signs.
    pub fn signer(&self, name: &str) -> Signer {
        Signer::from_private_key(&self.wallet(name).secret_hex()).expect("a key")
    }

    pub fn erd(&self, name: &str) -> String {
        address::encode(&self.wallet(name).address)
    }

    pub fn egld(&self, name: &str) -> BigUint {
        self.chain.account(&self.wallet(name).address).balance
    }

    pub fn give(&self, name: &str, token: &str, amount: u64) {
        let address = &self.wallet(name).address;
        let token = token.as_bytes();
        self.chain.set_token_balance(address, token, amount.into());
    }

    pub fn tokens(&self, name: &str, token: &str) -> BigUint {
        let account = self.chain.account(&self.wallet(name).address);
        let held = account.tokens.into_iter().find(|(id, ..)| id == token);
        held.map(|(_, _, balance)| balance).unwrap_or_default()
    }

    /// The transactions of a wallet.
    pub fn sent(&self, name: &str) -> Vec<Record> {
        let address = self.erd(name);
        let by = |record: &Record| record.transaction.sender == address;
        self.chain.transactions(usize::MAX, by)
    }

    /// Two players' moves in turns, from their accounts: `e4 e5`.
    pub fn play(&self, game: &str, players: [&str; 2], moves: &str) {
        for (mv, player) in words(moves).into_iter().zip(players.iter().cycle()) {
            self.text(&["move", game, mv, "-w", player]);
        }
    }

    /// The fees that a wallet has paid.
    pub fn fees(&self, name: &str) -> BigUint {
        let fee = |record: &Record| record.fee.parse::<BigUint>().unwrap();
        self.sent(name).iter().map(fee).sum()
    }

    /// A wallet's balance plus its paid fees: only wagers and payouts change it.
    pub fn funds(&self, name: &str) -> BigUint {
        self.egld(name) + self.fees(name)
    }
}
