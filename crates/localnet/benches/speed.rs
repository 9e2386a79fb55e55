//! The local chain's speed with the chess contract, medians: a move and a view over
//! HTTP, each next to the bare call in process, and moves a second from 50 games; how many blocks a
//! move takes between shards, and how long empty blocks take.
//! Run by `make bench WHAT=localnet`.

#![allow(
    clippy::too_many_lines,
    reason = "what is measured, one after the other"
)]

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/common/http.rs"]
mod http;

use std::time::{Duration, Instant};

use common::*;
use http::Gateway;
use localnet::{Blocks, Chain, Config, Query, Shards, Transaction, Wallet, address};
use serde_json::json;

const ROUNDS: usize = 400;
const GAMES: usize = 50;
const MOVES_PER_GAME: usize = 12;

struct Sample(Vec<Duration>);

impl Sample {
    fn of(rounds: usize, mut run: impl FnMut(usize)) -> Self {
        let times = (0..rounds)
            .map(|round| {
                let start = Instant::now();
                run(round);
                start.elapsed()
            })
            .collect();
        Self(times)
    }

    fn print(mut self, what: &str) {
        self.0.sort();
        let at = |part: usize| self.0[(self.0.len() * part / 100).min(self.0.len() - 1)];
        println!(
            "{what:<52} median {:>8.3} ms   95% {:>8.3} ms",
            at(50).as_secs_f64() * 1e3,
            at(95).as_secs_f64() * 1e3
        );
    }
}

/// Two players with a game of their own.
struct Pair {
    players: [Wallet; 2],
    nonces: [u64; 2],
    game: u64,
    ply: usize,
}

impl Pair {
    fn start(chess: &Chess, name: usize) -> Self {
        let players = [0, 1].map(|side| Wallet::named(&format!("player {name} {side}")));
        for player in &players {
            chess.chain.fund(&player.address, &10u64.pow(18).into());
            chess.join(player);
        }
        Self {
            nonces: [1, 1],
            game: chess.view_number("getGameCount", &[]),
            players,
            ply: 0,
        }
    }

    fn next(&mut self, chess: &Chess) -> Transaction {
        let side = self.ply % 2;
        let (from, to) = KNIGHTS[self.ply % KNIGHTS.len()];
        let args = [number(self.game), number(from), number(to)];
        let player = &self.players[side];
        let tx = Transaction::new(&player.address, self.nonces[side], &chess.contract)
            .call("makeMove", &args, 6_000_000)
            .sign(&player.key);
        self.nonces[side] += 1;
        self.ply += 1;
        tx
    }
}

/// Moves without end: a new game whenever the knights have danced enough.
struct Moves<'a> {
    chess: &'a Chess,
    pair: Pair,
    games: usize,
}

impl<'a> Moves<'a> {
    fn new(chess: &'a Chess) -> Self {
        Self {
            chess,
            pair: Pair::start(chess, 1_000),
            games: 1_000,
        }
    }

    fn next(&mut self) -> Transaction {
        if self.pair.ply == MOVES_PER_GAME {
            self.games += 1;
            self.pair = Pair::start(self.chess, self.games);
        }
        self.pair.next(self.chess)
    }
}

fn is_success(chain: &Chain, hash: &str) -> bool {
    chain
        .transaction(hash)
        .is_some_and(|record| record.succeeded())
}

/// How many blocks pass until a transaction of this wallet to the contract is done.
fn blocks_of(chain: &Chain, wallet: &Wallet, contract: &localnet::Address) -> u64 {
    let nonce = chain.account(&wallet.address).nonce;
    let tx = Transaction::new(&wallet.address, nonce, contract)
        .call("joinGame", &[], GAS)
        .value(WAGER)
        .sign(&wallet.key);
    let hash = chain.submit(&tx).unwrap();
    let before = chain.block().nonce;
    while chain.transaction(&hash).unwrap().process_status() == "pending" {
        chain.generate_blocks(1);
    }
    assert!(is_success(chain, &hash));
    chain.block().nonce - before
}

/// Blocks that a call takes in the contract's shard and from another one, and empty blocks of 6 s.
fn blocks() {
    let chess = Chess::new(chain());
    chess.chain.set_blocks(Blocks::OnDemand);
    let wallets = chess.chain.wallets();
    let shard = chess.chain.shard_of(&chess.contract);
    let of = |same: bool| {
        let in_it = |wallet: &&Wallet| (chess.chain.shard_of(&wallet.address) == shard) == same;
        wallets.iter().find(in_it).unwrap()
    };
    let within = blocks_of(&chess.chain, of(true), &chess.contract);
    let across = blocks_of(&chess.chain, of(false), &chess.contract);
    println!("a call takes {within} block in one shard, {across} between two");
    assert!(across <= within + 2);

    let chain = Chain::start(Config {
        blocks: Blocks::OnDemand,
        round_time: Some(Duration::from_secs(6)),
        ..Config::default()
    })
    .unwrap();
    let server = Gateway::of(chain.clone()).server;
    let agent = http::agent();
    let path = "/simulator/generate-blocks/100";
    Sample::of(50, |_| {
        let (status, _) = http::post(&agent, &server.url(), path, b"{}");
        assert_eq!(status, 200);
    })
    .print("100 empty blocks of 6 s over HTTP");
    Sample::of(20, |_| (0..100).for_each(|_| chain.generate_blocks(1)))
        .print("100 empty blocks of 6 s, one by one in process");
}

/// A move over HTTP, sent and its status read.
fn over_http(moves: &mut Moves, agent: &ureq::Agent, url: &str, what: &str) {
    let mut sample = vec![];
    for _ in 0..ROUNDS {
        let tx = moves.next();
        let body = json!(tx).to_string();
        let start = Instant::now();
        let (_, sent) = http::post(agent, url, "/transaction/send", body.as_bytes());
        let hash = sent["data"]["txHash"].as_str().unwrap();
        let path = format!("/transaction/{hash}/process-status");
        let (_, status) = http::get(agent, url, &path);
        sample.push(start.elapsed());
        assert_eq!(status["data"]["status"], "success");
    }
    Sample(sample).print(what);
}

fn one_shard() {
    let chess = Chess::new(chain_of(Shards::ONE));
    let server = Gateway::of(chess.chain.clone()).server;
    let mut moves = Moves::new(&chess);
    over_http(
        &mut moves,
        &http::agent(),
        &server.url(),
        "makeMove over HTTP, sent and its status read, 1 shard",
    );
}

fn main() {
    blocks();
    one_shard();
    let chess = Chess::new(chain());
    let server = Gateway::of(chess.chain.clone()).server;
    let (agent, url) = (http::agent(), server.url());

    let mut moves = Moves::new(&chess);
    let ready: Vec<Transaction> = (0..MOVES_PER_GAME).map(|_| moves.next()).collect();
    Sample::of(ready.len(), |i| {
        chess.chain.submit(&ready[i]).unwrap();
    });

    // Made and signed before the clock starts, as a wallet does that.
    let mut sample = vec![];
    for _ in 0..ROUNDS {
        let tx = moves.next();
        let start = Instant::now();
        let hash = chess.chain.submit(&tx).unwrap();
        sample.push(start.elapsed());
        assert!(is_success(&chess.chain, &hash));
    }
    Sample(sample).print("makeMove in process");

    over_http(
        &mut moves,
        &agent,
        &url,
        "makeMove over HTTP, sent and its status read, 3 shards",
    );

    let game = number(1);
    let board = Query::new(&chess.views, "getBoard", vec![game.clone()]);
    Sample::of(ROUNDS, |_| {
        assert!(chess.chain.query(&board).failure.is_none());
    })
    .print("getBoard in process");
    let legal = Query::new(&chess.views, "getLegalMoves", vec![game]);
    Sample::of(ROUNDS, |_| {
        assert!(chess.chain.query(&legal).failure.is_none());
    })
    .print("getLegalMoves in process");
    for function in ["getBoard", "getLegalMoves"] {
        let body = json!({"scAddress": address::encode(&chess.views), "funcName": function, "args": ["01"]});
        let body = body.to_string();
        Sample::of(ROUNDS, |_| {
            let (_, answer) = http::post(&agent, &url, "/vm-values/query", body.as_bytes());
            assert_eq!(answer["data"]["data"]["returnCode"], "ok");
        })
        .print(&format!("{function} over HTTP"));
    }

    let mut pairs: Vec<Pair> = (0..GAMES).map(|game| Pair::start(&chess, game)).collect();
    let batches: Vec<Vec<String>> = pairs
        .iter_mut()
        .map(|pair| {
            (0..MOVES_PER_GAME)
                .map(|_| json!(pair.next(&chess)).to_string())
                .collect()
        })
        .collect();
    let before = chess.chain.transaction_count();
    let start = Instant::now();
    std::thread::scope(|scope| {
        for batch in &batches {
            let url = &url;
            scope.spawn(move || {
                let agent = http::agent();
                for body in batch {
                    let (status, _) = http::post(&agent, url, "/transaction/send", body.as_bytes());
                    assert_eq!(status, 200);
                }
            });
        }
    });
    let elapsed = start.elapsed();
    let made = GAMES * MOVES_PER_GAME;
    assert_eq!(chess.chain.transaction_count() - before, made);
    let all = chess.chain.transactions(made, |_| true);
    assert!(all.iter().all(|record| record.succeeded()));
    println!(
        "{:<52} {:>8.0} moves a second",
        format!("{GAMES} games at once over HTTP, {made} moves"),
        made as f64 / elapsed.as_secs_f64()
    );
}
