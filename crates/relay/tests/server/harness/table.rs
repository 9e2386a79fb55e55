//! A local chain with the compiled chess contract, and games on it.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use base64::{Engine, prelude::BASE64_STANDARD};
use chess_player::patience::ACKNOWLEDGED_MILLIS;
use chess_record::GameHead;
use localnet::{
    Address, BigUint, Blocks, Chain, Config, Record, Running, Transaction, Wallet, address,
};
use signed_play::Action;
use tokio::task::block_in_place;

use crate::harness::chess::Match;
use crate::harness::client::{LONG, patiently};

/// Each player's stake, in EGLD's smallest unit: worth the relay's fees for games with a stake.
pub const STAKE: u64 = 100_000_000_000_000_000;

/// Execution gas enough for any one call.
const GAS: u64 = 40_000_000;

/// The same through a contract, which hands on 50,000,000.
const GAS_THROUGH: u64 = 100_000_000;

/// A bit less than a relay waits for the acknowledgement of an end on the board.
const ACKNOWLEDGED: Duration = Duration::from_millis(ACKNOWLEDGED_MILLIS - 10);

/// The wallets by their places: the deployer's, the players', and the one that pays for the relay.
pub const OWNER: usize = 0;
pub const WHITE: usize = 1;
pub const BLACK: usize = 2;
pub const PAYER: &str = "heidi";

/// The caller: a player's account, or the contract that it plays through.
#[derive(Clone)]
pub struct Caller {
    pub player: usize,
    pub through: Option<Address>,
}

impl From<usize> for Caller {
    fn from(player: usize) -> Self {
        Caller {
            player,
            through: None,
        }
    }
}

impl From<&Caller> for Caller {
    fn from(caller: &Caller) -> Self {
        caller.clone()
    }
}

pub struct Table {
    pub chain: Chain,
    pub contract: Address,
    /// Ended on a thread that may block.
    server: Option<Running>,
}

/// Both players' balances with these gains, in stakes.
pub fn gains(before: &[BigUint; 2], stakes: [u64; 2]) -> [BigUint; 2] {
    [0, 1].map(|player| &before[player] + stakes[player] * STAKE)
}

/// A number as a contract's argument.
pub fn number(number: u64) -> Vec<u8> {
    let bytes = number.to_be_bytes();
    bytes[(number.leading_zeros() / 8) as usize..].to_vec()
}

/// The arguments of `play`: these moves of a game or a match's round, with each player's last one
/// signed, or the action that they sign instead.
pub fn arguments(game: &Match, moves: &[u8], says: [Option<Action>; 2]) -> Vec<Vec<u8>> {
    let of = [game.room.game().id, game.round.into(), game.points.into()];
    let of = of.map(|it: u32| number(it.into())).into_iter();
    of.chain([moves.to_vec()])
        .chain(game.signed(moves, says))
        .collect()
}

/// Whether an end on the board may have been submitted before it was acknowledged, by the time
/// since its last move was sent: then the relay may submit it alone, and once more with the action.
pub fn is_late(since: Instant) -> bool {
    since.elapsed() >= ACKNOWLEDGED
}

impl Table {
    pub fn start() -> Self {
        Table::with_round_time(None)
    }

    /// The same with rounds as long as that; without it as long as [`localnet::spawn_with`] says.
    pub fn with_round_time(round_time: Option<Duration>) -> Self {
        block_in_place(|| {
            let server = localnet::spawn_with(Config {
                blocks: Blocks::OnArrival,
                round_time,
                ..Config::default()
            });
            let server = server.unwrap();
            let mut table = Table {
                chain: server.chain.clone(),
                contract: Address::zero(),
                server: Some(server),
            };
            table.contract = table.deploy();
            table
        })
    }

    /// Another contract on the same chain.
    pub fn another(&self) -> Self {
        block_in_place(|| Table {
            chain: self.chain.clone(),
            contract: self.deploy(),
            server: None,
        })
    }

    fn deploy(&self) -> Address {
        let contract = self.deploy_code("output/onchain-chess.wasm", "0500");
        let owner = self.wallet(OWNER);
        let wager = [b"EGLD-000000".to_vec(), number(STAKE)];
        for (function, arguments) in [("setWager", &wager[..]), ("unpause", &[])] {
            let record = self.send(&owner, &contract, |tx| tx.call(function, arguments, GAS));
            assert!(record.succeeded(), "{:?}", record.failure);
        }
        contract
    }

    /// A contract's code on the chain, with these metadata and arguments, in hexadecimals.
    fn deploy_code(&self, file: &str, with: &str) -> Address {
        let code = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .join(file);
        let code = std::fs::read(&code)
            .unwrap_or_else(|_| panic!("{} is missing: run make build", code.display()));
        let data = format!("{}@0500@{with}", hex::encode(code));
        let record = self.send(&self.wallet(OWNER), &Address::zero(), |tx| {
            tx.data(data.as_bytes(), 60_000_000)
        });
        address::decode(&record.new_contract.unwrap()).unwrap()
    }

    /// A contract that a player can play through. One that isn't payable gets its money as a credit.
    pub fn player_contract(&self, is_payable: bool) -> Address {
        let metadata = if is_payable { "0502" } else { "0500" };
        let with = format!("{metadata}@{}", hex::encode(self.contract.as_bytes()));
        block_in_place(|| self.deploy_code("tests/hostile/output/chess-hostile.wasm", &with))
    }

    pub fn gateway(&self) -> String {
        self.server.as_ref().unwrap().url()
    }

    pub fn contract(&self) -> String {
        address::encode(&self.contract)
    }

    /// The options of a relay that watches this contract, and more.
    pub fn watched(&self, more: &[&str]) -> Vec<String> {
        self.watched_by(&self.gateway(), more)
    }

    /// The same by another gateway.
    pub fn watched_by(&self, gateway: &str, more: &[&str]) -> Vec<String> {
        let contract = self.contract();
        let options = ["--gateway", gateway, "--contract", &contract];
        [&options, more]
            .concat()
            .into_iter()
            .map(String::from)
            .collect()
    }

    /// The options of a relay that watches, with a wallet.
    pub fn settled(&self, more: &[&str]) -> Vec<String> {
        self.settled_by(&self.gateway(), more)
    }

    /// The same by another gateway.
    pub fn settled_by(&self, gateway: &str, more: &[&str]) -> Vec<String> {
        self.watched_by(gateway, &[&["--wallet", PAYER], more].concat())
    }

    pub fn wallet(&self, place: usize) -> Wallet {
        self.chain.wallets()[place].clone()
    }

    fn payer(&self) -> Wallet {
        let wallets = self.chain.wallets();
        wallets.iter().find(|w| w.name == PAYER).unwrap().clone()
    }

    fn send(
        &self,
        wallet: &Wallet,
        to: &Address,
        build: impl FnOnce(Transaction) -> Transaction,
    ) -> Record {
        let nonce = self.chain.account(&wallet.address).nonce;
        let tx = build(Transaction::new(&wallet.address, nonce, to)).sign(&wallet.key);
        let hash = self.chain.submit(&tx).unwrap();
        self.chain.transaction(&hash).unwrap()
    }

    /// A call that must be carried out, from an account or from the contract that it plays through.
    pub fn call(&self, by: impl Into<Caller>, value: u64, function: &str, arguments: &[Vec<u8>]) {
        let by = by.into();
        let wallet = self.wallet(by.player);
        let record = block_in_place(|| match by.through {
            None => self.send(&wallet, &self.contract, |tx| {
                tx.call(function, arguments, GAS).value(value)
            }),
            Some(through) => {
                let once = [number(1), function.into()];
                let arguments = [&once[..], arguments].concat();
                self.send(&wallet, &through, |tx| {
                    tx.call("attack", &arguments, GAS_THROUGH).value(value)
                })
            }
        });
        assert!(record.succeeded(), "{function}: {:?}", record.failure);
    }

    /// A move of a player by their account.
    pub fn makes_move(&self, player: usize, game: u32, (from, to): (u64, u64)) {
        let arguments = [game.into(), from, to].map(number);
        self.call(player, 0, "makeMove", &arguments);
    }

    /// A game that has started, the first to have this id. `clock`: base and increment in seconds.
    pub fn game(&self, id: u32, clock: Option<(u32, u32)>) -> Match {
        self.game_for(STAKE, id, clock)
    }

    /// The same for a stake of each, which may be nothing.
    pub fn game_for(&self, stake: u64, id: u32, clock: Option<(u32, u32)>) -> Match {
        self.game_with(&BLACK.into(), stake, id, clock)
    }

    /// The same with this opponent.
    pub fn game_with(
        &self,
        black: &Caller,
        stake: u64,
        id: u32,
        clock: Option<(u32, u32)>,
    ) -> Match {
        let account = self.wallet(black.player).address;
        let address = black.through.as_ref().unwrap_or(&account);
        let opponent = [&[1][..], address.as_bytes()].concat();
        self.begin(black, opponent, 1, stake, id, clock)
    }

    /// A started match of this number of rounds; its game has this id.
    pub fn match_of(&self, rounds: u64, id: u32, clock: (u32, u32)) -> Match {
        let stake = rounds * STAKE;
        self.begin(&BLACK.into(), vec![], rounds, stake, id, Some(clock))
    }

    /// A challenge of White's to this opponent, or to anyone, which Black accepts.
    fn begin(
        &self,
        black: &Caller,
        opponent: Vec<u8>,
        rounds: u64,
        stake: u64,
        id: u32,
        clock: Option<(u32, u32)>,
    ) -> Match {
        let game = Match::of(&self.contract(), id);
        let clock = clock.map_or(vec![], |(base, increment)| {
            [&[1][..], &base.to_be_bytes(), &increment.to_be_bytes()].concat()
        });
        let key = game.room.game().white_key.to_vec();
        let terms = [opponent, vec![], clock, number(rounds), vec![], key];
        self.call(WHITE, stake, "challenge", &terms);
        let key = game.room.game().black_key.to_vec();
        self.call(black, stake, "accept", &[number(id.into()), key]);
        game
    }

    pub fn balance(&self, player: usize) -> BigUint {
        self.chain.account(&self.wallet(player).address).balance
    }

    pub fn balances(&self) -> [BigUint; 2] {
        [self.balance(WHITE), self.balance(BLACK)]
    }

    /// Waits until both players have these balances: one in another shard is paid some blocks later.
    pub async fn pays(&self, wanted: [BigUint; 2]) {
        patiently(async || {
            let balances = self.balances();
            let is_paid = balances == wanted;
            is_paid
                .then_some(())
                .ok_or(format!("{balances:?}, not {wanted:?}"))
        })
        .await;
    }

    /// The fees that a player has paid.
    pub fn fees(&self, player: usize) -> BigUint {
        let sender = address::encode(&self.wallet(player).address);
        let sent = self
            .chain
            .transactions(usize::MAX, |record| record.transaction.sender == sender);
        let fees = sent
            .iter()
            .map(|record| record.fee.parse::<BigUint>().unwrap());
        fees.sum()
    }

    /// A game's state in the record that the contract stores.
    fn head(&self, id: u32) -> GameHead {
        let key = [&b"games.item"[..], &id.to_be_bytes()].concat();
        let record = self.chain.storage_value(&self.contract, &key);
        let game = chess_record::Game::parse(&record).expect("a record");
        game.record.head.clone()
    }

    /// State, what it awaits, the reason of its end, and how many plies it has.
    pub fn standing(&self, id: u32) -> (u8, u8, u8, u16) {
        let head = self.head(id);
        (head.state, head.awaits, head.end_reason, head.ply.get())
    }

    /// The round that the chain knows, and the points before it.
    pub fn round(&self, id: u32) -> (u8, u8) {
        let head = self.head(id);
        (head.round, head.points)
    }

    /// Waits until a game stands as wanted, as long as the relay's wallet sends anything.
    pub async fn until(&self, id: u32, wanted: impl Fn((u8, u8, u8, u16)) -> bool) {
        let (mut start, mut sent) = (Instant::now(), self.sent());
        while !wanted(self.standing(id)) {
            if self.sent() > sent {
                (start, sent) = (Instant::now(), self.sent());
            }
            assert!(start.elapsed() < LONG, "{:?}", self.standing(id));
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until the chain shows this standing.
    pub async fn shows(&self, id: u32, wanted: (u8, u8, u8, u16)) {
        self.until(id, |standing| standing == wanted).await;
    }

    /// The number of transactions that the relay's wallet has sent.
    pub fn sent(&self) -> u64 {
        self.chain.account(&self.payer().address).nonce
    }

    /// The calls of the relay's wallet, all of them successful, in order.
    fn calls(&self) -> Vec<Record> {
        let payer = address::encode(&self.payer().address);
        let mut sent = self
            .chain
            .transactions(usize::MAX, |record| record.transaction.sender == payer);
        sent.sort_by_key(|record| record.transaction.nonce);
        for record in &sent {
            assert!(record.succeeded(), "{:?}", record.failure);
        }
        sent
    }

    /// The functions that the relay's wallet has called, all of them successfully, in order.
    pub fn paid(&self) -> Vec<String> {
        self.paid_but_unsaid(None)
    }

    /// The same without calls that submitted only the moves of these games, to which no player says
    /// anything: their ends were acknowledged, but late ([`is_late`]).
    pub fn paid_but_unsaid(&self, late: impl IntoIterator<Item = u32>) -> Vec<String> {
        let mut calls = self.calls();
        for id in late {
            calls.retain(|call| !self.brings_moves_alone(call, id));
        }
        calls.into_iter().map(|call| call.function).collect()
    }

    fn brings_moves_alone(&self, call: &Record, id: u32) -> bool {
        let data = BASE64_STANDARD.decode(&call.transaction.data).unwrap();
        let data = String::from_utf8(data).unwrap();
        let words: Vec<&str> = data.split('@').collect();
        let ["play", game, _, _, _, signed @ ..] = &words[..] else {
            return false;
        };
        let is_game = u32::from_str_radix(game, 16) == Ok(id);
        let says_nothing = |signed: &&str| signed.is_empty() || signed.starts_with("00");
        call.transaction.receiver == self.contract() && is_game && signed.iter().all(says_nothing)
    }

    /// The fees that the relay's wallet has paid.
    pub fn paid_fees(&self) -> BigUint {
        let payer = self.chain.wallets();
        let place = payer.iter().position(|wallet| wallet.name == PAYER);
        self.fees(place.unwrap())
    }

    /// The contract's debt to another one.
    pub fn owed(&self, to: &Address) -> BigUint {
        let token = b"EGLD-000000";
        let length = (token.len() as u32).to_be_bytes();
        let key = [&b"amountOwed"[..], to.as_bytes(), &length, token].concat();
        BigUint::from_bytes_be(&self.chain.storage_value(&self.contract, &key))
    }

    /// The contract's balance.
    pub fn held(&self) -> BigUint {
        self.chain.account(&self.contract).balance
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let server = self.server.take();
        block_in_place(|| drop(server));
    }
}
