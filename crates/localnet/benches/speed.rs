//! The local chain's speed with the chess contract, medians: a move and a view over
//! HTTP, each next to the bare call in process, and moves a second from 50 games; how long empty blocks
//! take.
//! Run by `make bench WHAT=localnet`.

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/common/http.rs"]
mod http;

use std::time::{Duration, Instant};

use common::*;
use http::Gateway;
use localnet::{Config, Query, Shards, Transaction, Wallet, address};
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

/// A game's first moves, by two new players, ready to be sent.
fn game(chess: &Chess, name: usize) -> Vec<Transaction> {
    let players = [0, 1].map(|side| Wallet::named(&format!("player {name} {side}")));
    for player in &players {
        chess.chain.fund(&player.address, &10u64.pow(18).into());
        chess.join(player);
    }
    let game = chess.view_number("getGameCount", &[]);
    let moves = KNIGHTS.into_iter().cycle().take(MOVES_PER_GAME).enumerate();
    let signed = moves.map(|(ply, (from, to))| {
        let args = [number(game), number(from), number(to)];
        let player = &players[ply % 2];
        Transaction::new(&player.address, 1 + ply as u64 / 2, &chess.contract)
            .call("makeMove", &args, 6_000_000)
            .sign(&player.key)
    });
    signed.collect()
}

/// Moves of games from this name on.
fn moves(chess: &Chess, first: usize) -> Vec<Transaction> {
    let games = (first..).flat_map(|name| game(chess, name));
    games.take(ROUNDS).collect()
}

/// How long empty blocks of 6 s take.
fn blocks() {
    let chain = on_demand(Config {
        round_time: Some(Duration::from_secs(6)),
        ..Config::default()
    });
    let gateway = Gateway::of(chain.clone());
    Sample::of(50, |_| {
        gateway.post_data("/simulator/generate-blocks/100", &json!({}));
    })
    .print("100 empty blocks of 6 s over HTTP");
    Sample::of(20, |_| (0..100).for_each(|_| chain.generate_blocks(1)))
        .print("100 empty blocks of 6 s, one by one in process");
}

/// Moves over HTTP, each sent and its status read, on a chain of that many shards.
fn over_http(chess: &Chess, first: usize, shards: &str) {
    let gateway = Gateway::of(chess.chain.clone());
    let moves: Vec<_> = moves(chess, first).iter().map(|tx| json!(tx)).collect();
    Sample::of(ROUNDS, |round| {
        let sent = gateway.post_data("/transaction/send", &moves[round]);
        let hash = sent["txHash"].as_str().unwrap();
        let status = gateway.data(&format!("/transaction/{hash}/process-status"));
        assert_eq!(status["status"], "success");
    })
    .print(&format!(
        "makeMove over HTTP, sent and its status read, {shards}"
    ));
}

fn main() {
    blocks();
    over_http(&Chess::new(chain_of(Shards::ONE)), 0, "1 shard");
    let chess = Chess::new(chain());
    // signed before the clock starts, as a wallet does that
    let ready = moves(&chess, 1_000);
    Sample::of(ROUNDS, |round| {
        let hash = chess.chain.submit(&ready[round]).unwrap();
        assert!(chess.chain.transaction(&hash).unwrap().succeeded());
    })
    .print("makeMove in process, sent and its status read");
    over_http(&chess, 2_000, "3 shards");

    let gateway = Gateway::of(chess.chain.clone());
    for function in ["getBoard", "getLegalMoves"] {
        let view = Query::new(&chess.views, function, vec![number(1)]);
        Sample::of(ROUNDS, |_| {
            assert!(chess.chain.query(&view).failure.is_none());
        })
        .print(&format!("{function} in process"));
        let views = address::encode(&chess.views);
        let body = json!({"scAddress": views, "funcName": function, "args": ["01"]});
        Sample::of(ROUNDS, |_| {
            let answer = gateway.post_data("/vm-values/query", &body);
            assert_eq!(answer["data"]["returnCode"], "ok");
        })
        .print(&format!("{function} over HTTP"));
    }

    let games = (0..GAMES).map(|name| game(&chess, name));
    let bodies = |moves: Vec<Transaction>| moves.iter().map(|tx| json!(tx).to_string()).collect();
    let games: Vec<Vec<String>> = games.map(bodies).collect();
    let before = chess.chain.transaction_count();
    let start = Instant::now();
    std::thread::scope(|scope| {
        for moves in &games {
            let url = gateway.server.url();
            scope.spawn(move || {
                let client = http::Client::of(url);
                for body in moves {
                    let (status, _) = client.post_bytes("/transaction/send", body.as_bytes());
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
