//! The additional gas of a payout in a token to a player in another shard than the contract:
//! the same for every call that pays. That one such call takes what it does on the production VM is
//! compared by `gas`.

mod common;

use common::*;
use localnet::{Address, Chain, Record, Shards, Transaction, Wallet, esdt};
use multiversx_chain_vm::system_sc::ESDT_SYSTEM_SC_ADDRESS as MANAGER;
use signed_play::{Action, Game, PlayKey, covered_moves};

use chess_rules::Color;

/// How many parts in ten thousand two payouts may differ by.
const TOLERANCE: u64 = 10;

/// The chess contract, alice's, with a wager in a token of alice's that bob and carol have. With
/// three shards bob's and carol's aren't the contract's.
struct Table {
    chain: Chain,
    contract: Address,
    token: Vec<u8>,
    alice: Wallet,
    bob: Wallet,
    carol: Wallet,
}

impl Table {
    fn new(shards: Shards) -> Self {
        let chain = chain_of(shards);
        let [alice, bob, carol] = [0, 1, 2].map(|index| chain.wallets()[index].clone());
        let text = |text: &str| text.as_bytes().to_vec();
        let token = ["Gold", "GOLD"].map(text);
        let properties = ["canFreeze", "true"].map(text);
        let numbers = [number(100 * WAGER), vec![]];
        let args = [&token[..], &numbers[..], &properties[..]].concat();
        let issue = |tx: Transaction| {
            let tx = tx.call("issue", &args, 60_000_000);
            tx.value(esdt::ISSUE_COST)
        };
        let record = send(&chain, &alice, issue, &MANAGER);
        let token = record.returned_bytes().swap_remove(0);
        let contract = deploy(&chain, &alice, &wasm("onchain-chess.wasm"), &[]);
        let table = Self {
            chain,
            contract,
            token,
            alice,
            bob,
            carol,
        };
        for player in [&table.bob, &table.carol] {
            let args = [table.token.clone(), number(20 * WAGER)];
            table.send(&table.alice, &player.address, "ESDTTransfer", &args);
        }
        let wager = [table.token.clone(), number(WAGER)];
        table.call(&table.alice, "setWager", &wager);
        table.call(&table.alice, "unpause", &[]);
        table
    }

    /// Sends a call with half as much gas again as it needs.
    fn send(&self, from: &Wallet, to: &Address, function: &str, args: &[Vec<u8>]) -> Record {
        let nonce = self.chain.account(&from.address).nonce;
        let tx = |gas| Transaction::new(&from.address, nonce, to).call(function, args, gas);
        let needed = self.chain.simulate(&tx(500_000_000)).unwrap().execution_gas;
        let tx = tx(needed + needed / 2).sign(&from.key);
        let hash = self.chain.submit(&tx).unwrap();
        self.chain.transaction(&hash).unwrap()
    }

    fn call(&self, from: &Wallet, function: &str, args: &[Vec<u8>]) -> u64 {
        let record = self.send(from, &self.contract, function, args);
        assert!(record.succeeded(), "{function}: {:?}", record.failure);
        record.gas_used
    }

    fn join(&self, player: &Wallet, key: &[Vec<u8>]) {
        let join = [self.token.clone(), number(WAGER), b"joinGame".to_vec()];
        self.call(player, "ESDTTransfer", &[&join[..], key].concat());
    }

    /// A game of bob's, who is White, and carol's.
    fn begin(&self) {
        self.join(&self.bob, &[]);
        self.join(&self.carol, &[]);
    }

    /// Fool's mate, signed, and acknowledged by White.
    fn signed_mate(&self, id: u32) -> [Vec<u8>; 6] {
        let [white, black] = [1, 2].map(|seed| PlayKey::from_secret(&[seed; 32]));
        let keys = [&white, &black].map(|key| key.public().to_vec());
        let [first, second] = keys;
        self.join(&self.bob, &[first]);
        self.join(&self.carol, &[second]);
        let game = Game {
            contract: self.contract.as_array(),
            id,
            white_key: &white.public(),
            black_key: &black.public(),
            round: 0,
            points: 0,
        };
        // 1. f3 e5 2. g4 Qh4#
        let moves = [0x0d, 0x15, 0x34, 0x24, 0x0e, 0x1e, 0x3b, 0x1f];
        let says = |key: &PlayKey, action: Action, color: Color| {
            let covered = covered_moves(action, color, 0, &moves).unwrap().unwrap();
            key.sign(&game, action, covered).unwrap().to_argument()
        };
        let white = says(&white, Action::Resign, Color::White).to_vec();
        let black = says(&black, Action::Move, Color::Black).to_vec();
        let id = number(id.into());
        [id, vec![], vec![], moves.to_vec(), white, black]
    }

    /// A payout to carol that comes back, so that it is owed to her.
    fn owe(&self, game: u64) {
        self.begin();
        let account = [self.token.clone(), self.carol.address.to_vec()];
        for function in ["freeze", "unFreeze"] {
            assert!(
                self.send(&self.alice, &MANAGER, function, &account)
                    .succeeded()
            );
            if function == "freeze" {
                let resign = [number(game)];
                let record = self.send(&self.bob, &self.contract, "resign", &resign);
                assert!(record.succeeded(), "{:?}", record.failure);
            }
        }
    }
}

/// Each call that pays: how many players, and the gas it takes.
fn costs(shards: Shards) -> Vec<(&'static str, u64, u64)> {
    let table = Table::new(shards);
    let (bob, carol) = (&table.bob, &table.carol);
    let mut costs = vec![];
    table.join(bob, &[]);
    costs.push(("leaveQueue", 1, table.call(bob, "leaveQueue", &[])));
    table.begin();
    costs.push(("resign", 1, table.call(bob, "resign", &[number(1)])));
    table.begin();
    table.call(bob, "draw", &[number(2)]);
    costs.push(("draw", 2, table.call(carol, "draw", &[number(2)])));
    table.begin();
    for (player, from, to) in [(bob, 53, 45), (carol, 12, 28), (bob, 54, 38)] {
        let step = [3, from, to].map(number);
        table.call(player, "makeMove", &step);
    }
    let mate = [3, 3, 39].map(number);
    costs.push(("makeMove, mate", 1, table.call(carol, "makeMove", &mate)));
    table.owe(4);
    costs.push(("withdraw", 1, table.call(carol, "withdraw", &[])));
    let play = table.signed_mate(5);
    costs.push(("play, mate", 1, table.call(bob, "play", &play)));
    costs
}

#[test]
fn a_payout_to_another_shard_takes_the_same_in_every_call() {
    let (within, across) = (costs(Shards::ONE), costs(Shards::THREE));
    let mut all = vec![];
    for ((what, payouts, within), (_, _, across)) in within.iter().zip(&across) {
        let each = (across - within) / payouts;
        println!("{what}: {within} within the shard, {across} to another: {each} a payout");
        all.push(each);
    }
    let (least, most) = (all.iter().min().unwrap(), all.iter().max().unwrap());
    assert!((most - least) * 10_000 <= most * TOLERANCE, "{all:?}");
    assert!((7_500_000..8_500_000).contains(least), "{all:?}");
}
