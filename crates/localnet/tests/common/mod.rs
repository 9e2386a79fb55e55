//! The chess contract on a local chain, for tests.
#![allow(dead_code)] // each test file uses its part

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use localnet::{
    Address, BigUint, Blocks, Chain, Config, Query, Record, Shards, StartError, Transaction,
    Wallet, address, esdt::ISSUE_COST,
};

/// 10⁻¹⁸ EGLD.
pub const WAGER: u64 = 1_000_000_000;

/// Execution gas enough for any one call.
pub const GAS: u64 = 20_000_000;

/// The sides' knights, out and back, in turn.
pub const KNIGHTS: [(u64, u64); 8] = [
    (62, 45),
    (6, 21),
    (45, 62),
    (21, 6),
    (57, 42),
    (1, 18),
    (42, 57),
    (18, 1),
];

/// Built by `make build`.
pub fn wasm(name: &str) -> Vec<u8> {
    let path = repo().join("output").join(name);
    std::fs::read(&path).unwrap_or_else(|_| panic!("{} is missing: run make build", path.display()))
}

pub fn repo() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A chain in memory that makes a block for each transaction, and those that follow from it.
pub fn chain() -> Chain {
    chain_of(Shards::THREE)
}

pub fn chain_of(shards: Shards) -> Chain {
    Chain::start(Config {
        blocks: Blocks::OnArrival,
        shards,
        ..Config::default()
    })
    .unwrap()
}

/// A chain that makes blocks on demand.
pub fn on_demand(config: Config) -> Chain {
    let blocks = Blocks::OnDemand;
    Chain::start(Config { blocks, ..config }).unwrap()
}

/// The settings of a chain that continues from a state file.
pub fn with_state(path: &Path, blocks: Blocks) -> Config {
    Config {
        blocks,
        state_file: Some(path.to_path_buf()),
        ..Config::default()
    }
}

/// A chain again that was dropped a moment ago.
pub fn restart(config: impl Fn() -> Config) -> Result<Chain, StartError> {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        match Chain::start(config()) {
            // a process that another test starts also has the file's lock, until its program runs
            Err(StartError::InUse(_)) if Instant::now() < until => std::thread::yield_now(),
            started => return started,
        }
    }
}

/// A number as a contract's argument.
pub fn number(n: u64) -> Vec<u8> {
    let bytes = n.to_be_bytes();
    bytes[(n.leading_zeros() / 8) as usize..].to_vec()
}

/// Sends a signed transaction with the sender's next nonce and returns its record.
pub fn send(
    chain: &Chain,
    wallet: &Wallet,
    build: impl FnOnce(Transaction) -> Transaction,
    to: &Address,
) -> Record {
    let nonce = chain.account(&wallet.address).nonce;
    let tx = build(Transaction::new(&wallet.address, nonce, to)).sign(&wallet.key);
    let hash = chain.submit(&tx).unwrap();
    chain.transaction(&hash).unwrap()
}

pub fn call(
    chain: &Chain,
    wallet: &Wallet,
    to: &Address,
    function: &str,
    args: &[Vec<u8>],
) -> Record {
    send(chain, wallet, |tx| tx.call(function, args, GAS), to)
}

/// Metadata of contracts: upgradeable, readable, and payable by nobody or by anyone.
pub const NOT_PAYABLE: [u8; 2] = [5, 0];
pub const PAYABLE: [u8; 2] = [5, 2];

pub fn deploy(chain: &Chain, wallet: &Wallet, code: &[u8], args: &[Vec<u8>]) -> Address {
    let deploy = |tx: Transaction| tx.deploy(code, NOT_PAYABLE, args, 60_000_000);
    deployed(&send(chain, wallet, deploy, &Address::zero()))
}

/// The contract that was deployed.
pub fn deployed(record: &Record) -> Address {
    assert!(record.succeeded(), "{:?}", record.failure);
    address::decode(record.new_contract.as_ref().unwrap()).unwrap()
}

/// The issue of a million of a token with these properties.
pub fn issue(tx: Transaction, properties: &[&str]) -> Transaction {
    let named = [
        b"Token".to_vec(),
        b"TOKEN".to_vec(),
        number(1_000_000),
        vec![],
    ];
    let properties = properties.iter().flat_map(|property| [*property, "true"]);
    let properties = properties.map(|word| word.as_bytes().to_vec());
    let args: Vec<_> = named.into_iter().chain(properties).collect();
    tx.call("issue", &args, 60_000_000).value(ISSUE_COST)
}

/// The token that was issued.
pub fn issued(record: &Record) -> Vec<u8> {
    assert!(record.succeeded(), "{:?}", record.failure);
    record.returned_bytes().swap_remove(0)
}

/// A contract that calls itself in each of the ways there are, and one function that burns all gas it gets.
pub fn self_caller() -> Vec<u8> {
    wat::parse_str(include_str!("self_caller.wat")).unwrap()
}

/// A running chess contract; alice owns it.
pub struct Chess {
    pub chain: Chain,
    pub contract: Address,
    /// The contract that answers the views which no transaction needs.
    pub views: Address,
}

impl Chess {
    /// With a wager of [`WAGER`] in EGLD.
    pub fn new(chain: Chain) -> Self {
        Self::with_wager(chain, b"EGLD-000000", WAGER)
    }

    pub fn with_wager(chain: Chain, token: &[u8], amount: u64) -> Self {
        let alice = chain.wallets()[0].clone();
        let contract = deploy(&chain, &alice, &wasm("onchain-chess.wasm"), &[]);
        let target = contract.to_vec();
        let views = deploy(&chain, &alice, &wasm("onchain-chess-views.wasm"), &[target]);
        let chess = Self {
            chain,
            contract,
            views,
        };
        chess.ok(&alice, "setWager", &[token.to_vec(), number(amount)]);
        chess.ok(&alice, "unpause", &[]);
        chess
    }

    pub fn wallet(&self, index: usize) -> Wallet {
        self.chain.wallets()[index].clone()
    }

    pub fn call(&self, wallet: &Wallet, function: &str, args: &[Vec<u8>]) -> Record {
        call(&self.chain, wallet, &self.contract, function, args)
    }

    pub fn ok(&self, wallet: &Wallet, function: &str, args: &[Vec<u8>]) -> Record {
        let record = self.call(wallet, function, args);
        assert!(record.succeeded(), "{function}: {:?}", record.failure);
        record
    }

    pub fn join(&self, wallet: &Wallet) -> Record {
        let join = |tx: Transaction| tx.call("joinGame", &[], GAS).value(WAGER);
        let record = send(&self.chain, wallet, join, &self.contract);
        assert!(record.succeeded(), "joinGame: {:?}", record.failure);
        record
    }

    /// A new game of the wallets 1 (White) and 2 (Black); its id.
    pub fn start_game(&self) -> u64 {
        self.join(&self.wallet(1));
        self.join(&self.wallet(2));
        self.view_number("getGameCount", &[])
    }

    pub fn play(&self, wallet: &Wallet, game: u64, from: u64, to: u64) -> Record {
        self.call(
            wallet,
            "makeMove",
            &[number(game), number(from), number(to)],
        )
    }

    pub fn view(&self, function: &str, args: &[Vec<u8>]) -> Vec<Vec<u8>> {
        let answer = self
            .chain
            .query(&Query::new(&self.views, function, args.to_vec()));
        assert!(answer.failure.is_none(), "{function}: {:?}", answer.failure);
        answer.returned
    }

    pub fn view_number(&self, function: &str, args: &[Vec<u8>]) -> u64 {
        let value = self.view(function, args).swap_remove(0);
        BigUint::from_bytes_be(&value).try_into().unwrap()
    }
}
