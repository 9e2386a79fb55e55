//! The state file against kill −9: ten times in the middle of a thousand moves.

mod common;
#[path = "common/http.rs"]
mod http;
#[path = "common/process.rs"]
mod process;

use std::{collections::HashMap, path::Path, process::Command, time::Duration};

use common::*;
use localnet::{Address, BigUint, Blocks, Chain, Transaction, Wallet, address};
use process::Process;
use serde_json::{Value, json};
use ureq::Agent;

const MOVES: usize = 1_000;
const KILLS: usize = 10;
/// A game's moves before the next game begins; knights that go out and back four
/// times would repeat the position five times and end the game as a draw.
const PLIES: usize = 12;

fn start(state: &Path) -> Process {
    let state = state.to_str().unwrap();
    Process::start(&["--quiet", "--block-time", "0", "--state", state])
}

/// Sends a transaction; `None` if the chain was killed before it answered.
fn send(agent: &Agent, url: &str, tx: &Transaction) -> Option<String> {
    let mut response = agent
        .post(format!("{url}/transaction/send"))
        .send(json!(tx).to_string().as_bytes())
        .ok()?;
    let answer: Value = serde_json::from_str(&response.body_mut().read_to_string().ok()?).ok()?;
    let hash = answer["data"]["txHash"].as_str();
    Some(hash.unwrap_or_else(|| panic!("{answer}")).to_string())
}

#[test]
fn kill_in_the_middle_of_a_thousand_moves() {
    let dir = tempfile::tempdir().unwrap();
    let state = dir.path().join("state");
    // The contracts, in a state file that the process then takes over.
    let (contract, views, white, black) = {
        let chain = Chain::start(with_state(&state, Blocks::OnArrival)).unwrap();
        let chess = Chess::new(chain);
        (
            chess.contract.clone(),
            chess.views.clone(),
            chess.wallet(1),
            chess.wallet(2),
        )
    };

    let mut process = start(&state);
    let mut acknowledged: Vec<String> = vec![];
    for kill in 0..=KILLS {
        let mut player = Play::take_up(&process, &contract, &views, [&white, &black]);
        let target = (kill + 1) * MOVES / (KILLS + 1);
        while player.made < target {
            assert!(player.step(), "the chain ended by itself");
        }
        if kill < KILLS {
            // At another moment of a transaction's way each time.
            let pid = process.child.id().to_string();
            let moment = Duration::from_micros(kill as u64 * 731 % 5_000);
            let killer = std::thread::spawn(move || {
                std::thread::sleep(moment);
                let killed = Command::new("kill").args(["-9", &pid]).status().unwrap();
                assert!(killed.success());
            });
            while player.step() {}
            killer.join().unwrap();
        }
        acknowledged.extend(player.acknowledged);
        if kill < KILLS {
            process.kill();
            process = start(&state);
        }
        check(&process, &acknowledged, &contract, &views, [&white, &black]);
    }
    assert!(played(&process, &views).1 >= MOVES);
    process.kill();
}

/// Two players who make game after game of [`PLIES`] moves.
struct Play<'a> {
    agent: Agent,
    url: String,
    contract: Address,
    players: [&'a Wallet; 2],
    nonces: [u64; 2],
    games: u64,
    made: usize,
    one_waits: bool,
    acknowledged: Vec<String>,
}

impl<'a> Play<'a> {
    /// Continues from what the chain tells.
    fn take_up(
        process: &Process,
        contract: &Address,
        views: &Address,
        players: [&'a Wallet; 2],
    ) -> Self {
        let (games, made) = played(process, views);
        Self {
            agent: process.agent.clone(),
            url: process.url.clone(),
            contract: contract.clone(),
            players,
            nonces: players.map(|player| process.nonce(&player.address)),
            games,
            made,
            one_waits: !view(process, views, "getIsPlayerWaitingOpt", &[]).is_empty(),
            acknowledged: vec![],
        }
    }

    /// Sends the next transaction; `false` if the chain was killed before it answered.
    fn step(&mut self) -> bool {
        if self.made == self.games as usize * PLIES {
            let join = |tx: Transaction| tx.call("joinGame", &[], GAS).value(WAGER);
            let player = usize::from(self.one_waits);
            self.games += u64::from(self.one_waits);
            self.one_waits = !self.one_waits;
            return self.send(player, join);
        }
        let ply = self.made % PLIES;
        let (from, to) = KNIGHTS[ply % KNIGHTS.len()];
        let args = [number(self.games), number(from), number(to)];
        self.made += 1;
        self.send(ply % 2, |tx| tx.call("makeMove", &args, 6_000_000))
    }

    fn send(&mut self, player: usize, build: impl FnOnce(Transaction) -> Transaction) -> bool {
        let wallet = self.players[player];
        let tx = Transaction::new(&wallet.address, self.nonces[player], &self.contract);
        self.nonces[player] += 1;
        let hash = send(&self.agent, &self.url, &build(tx).sign(&wallet.key));
        let alive = hash.is_some();
        self.acknowledged.extend(hash);
        alive
    }
}

fn view(process: &Process, contract: &Address, function: &str, args: &[Vec<u8>]) -> Vec<u8> {
    use base64::Engine;
    let args: Vec<String> = args.iter().map(|arg| hex(arg)).collect();
    let body = json!({"scAddress": address::encode(contract), "funcName": function, "args": args});
    let (_, answer) = http::post(
        &process.agent,
        &process.url,
        "/vm-values/query",
        body.to_string().as_bytes(),
    );
    let data = &answer["data"]["data"];
    assert_eq!(data["returnCode"], "ok", "{answer}");
    let value = data["returnData"][0].as_str().unwrap_or_default();
    base64::engine::general_purpose::STANDARD
        .decode(value)
        .unwrap()
}

fn count(process: &Process, views: &Address, function: &str, args: &[Vec<u8>]) -> u64 {
    BigUint::from_bytes_be(&view(process, views, function, args))
        .try_into()
        .unwrap()
}

/// The games begun and the moves made, as the contract tells. A game that one
/// player has joined and the other not is begun by the test when it continues.
fn played(process: &Process, views: &Address) -> (u64, usize) {
    let games = count(process, views, "getGameCount", &[]);
    let moves = (1..=games)
        .map(|game| view(process, views, "getMoves", &[number(game)]).len() / 2)
        .sum();
    (games, moves)
}

/// The state is whole: what was acknowledged is there once, and nonces, moves and money agree.
fn check(
    process: &Process,
    acknowledged: &[String],
    contract: &Address,
    views: &Address,
    players: [&Wallet; 2],
) {
    let (_, list) = http::get(&process.agent, &process.url, "/transactions?size=10000");
    let list = list.as_array().unwrap();
    let mut by_sender: HashMap<&str, Vec<u64>> = HashMap::new();
    let (mut moves, mut joins, mut fees) = (0, 0, [BigUint::ZERO, BigUint::ZERO]);
    let erd = players.map(|player| address::encode(&player.address));
    for tx in list {
        assert_eq!(tx["status"], "success", "{tx}");
        let sender = tx["sender"].as_str().unwrap();
        by_sender
            .entry(sender)
            .or_default()
            .push(tx["nonce"].as_u64().unwrap());
        moves += usize::from(tx["function"] == "makeMove");
        joins += u64::from(tx["function"] == "joinGame");
        if let Some(index) = erd.iter().position(|player| player == sender) {
            fees[index] += tx["fee"].as_str().unwrap().parse::<BigUint>().unwrap();
        }
    }
    let known: std::collections::HashSet<&str> =
        list.iter().filter_map(|tx| tx["txHash"].as_str()).collect();
    assert_eq!(known.len(), list.len(), "a transaction is there twice");
    for hash in acknowledged {
        assert!(
            known.contains(hash.as_str()),
            "an acknowledged transaction is lost"
        );
    }
    for (sender, mut nonces) in by_sender {
        nonces.sort_unstable();
        let all: Vec<u64> = (0..nonces.len() as u64).collect();
        assert_eq!(nonces, all, "nonces of {sender}");
        let address = address::decode(sender).unwrap();
        assert_eq!(process.nonce(&address), all.len() as u64);
    }
    let (games, made) = played(process, views);
    assert_eq!(made, moves);
    assert_eq!(games, joins / 2);
    let balance = |address: &Address| -> BigUint {
        let path = format!("/address/{}/balance", address::encode(address));
        process.get(&path)["balance"]
            .as_str()
            .unwrap()
            .parse()
            .unwrap()
    };
    assert_eq!(balance(contract), BigUint::from(joins * WAGER));
    let start = BigUint::from(10u32).pow(24);
    for (index, player) in players.iter().enumerate() {
        let paid = joins.div_ceil(2) - u64::from(index == 1 && joins % 2 == 1);
        assert_eq!(
            balance(&player.address),
            &start - paid * WAGER - &fees[index]
        );
    }
}

#[test]
fn a_restart_goes_on_where_the_chain_was() {
    let dir = tempfile::tempdir().unwrap();
    let config = || with_state(&dir.path().join("state"), Blocks::OnArrival);
    let chess = Chess::new(Chain::start(config()).unwrap());
    let game = chess.start_game();
    chess.chain.advance_to_epoch(7);
    let (block, storage) = (chess.chain.block(), chess.chain.storage(&chess.contract));
    let (contract, views) = (chess.contract.clone(), chess.views.clone());
    let count = chess.chain.transaction_count();
    drop(chess);

    for _ in 0..2 {
        let chain = restart(config).unwrap();
        assert_eq!(chain.block(), block);
        assert_eq!(chain.transaction_count(), count);
        assert_eq!(chain.storage(&contract), storage);
    }
    let chess = Chess {
        chain: restart(config).unwrap(),
        contract,
        views,
    };
    // The game was started in epoch 0 and has come too late for a move.
    assert!(chess.play(&chess.wallet(1), game, 52, 36).failure.is_some());
    assert!(
        chess
            .call(&chess.wallet(2), "signalInactivity", &[number(game)])
            .succeeded()
    );
    assert!(chess.chain.block().timestamp_ms > block.timestamp_ms);
}

#[test]
fn waiting_transactions_outlive_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let config = || with_state(&dir.path().join("state"), Blocks::OnDemand);
    let chain = Chain::start(config()).unwrap();
    let [alice, bob] = [0, 1].map(|i| chain.wallets()[i].clone());
    let tx = Transaction::new(&alice.address, 0, &bob.address)
        .value(5u32)
        .sign(&alice.key);
    let hash = chain.submit(&tx).unwrap();
    drop(chain);
    let chain = restart(config).unwrap();
    assert_eq!(
        chain.transaction(&hash).unwrap().process_status(),
        "pending"
    );
    chain.generate_blocks(2);
    drop(chain);
    let chain = restart(config).unwrap();
    assert!(chain.transaction(&hash).unwrap().succeeded());
    chain.generate_blocks(1);
    assert_eq!(chain.account(&alice.address).nonce, 1);
}
