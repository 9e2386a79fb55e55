//! Obstacles: a transaction that the network doesn't take, a block that the gateway has forgotten, a
//! stream of events that ends.

use std::time::{Duration, Instant};

use chess_rules::Color;
use localnet::address;
use relay::protocol::Answer;
use relay::{Chain, FeeLimits, Limits, Payer, Rooms, Store};

use crate::harness::chess::moves;
use crate::harness::client::Client;
use crate::harness::gateway::{Gateway, Hold};
use crate::harness::program::{Program, Stop, assert_metrics, serve_here, until_page};
use crate::harness::table::{BLACK, PAYER, Table, WHITE, arguments};

/// A relay in this process that logs a transaction as stuck after a second, and the signal that
/// stops it.
pub async fn impatient(table: &Table, gateway: &Gateway) -> (String, Stop) {
    let contract = address::decode(&table.contract()).unwrap();
    let chain = Chain::new(&gateway.url, vec![*contract.as_array()]);
    let wallet = wallet_file::open(PAYER, || Ok(String::new().into())).unwrap();
    let payer = Payer {
        stuck: Duration::from_secs(1),
        ..Payer::new(wallet, FeeLimits::default())
    };
    let rooms = Rooms::new(
        Store::in_memory(10).unwrap(),
        Some(chain),
        Limits::default(),
        true,
    );
    serve_here(rooms, Some(payer)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_that_is_not_taken_is_logged_and_sent_again() {
    let table = Table::start();
    let game = table.game(1, None);
    let gateway = Gateway::start(table.gateway(), Hold::Refuse("/transaction/send")).await;
    let (url, stop) = impatient(&table, &gateway).await;
    let (mut client, _) = Client::enter(&url, &game).await;
    client.loses(&game, Color::Black, "e2e4 e7e5").await;
    gateway.holds().await;
    until_page(&url, "/metrics", "\nrelay_transactions_stuck_total 1\n").await;
    assert_eq!(table.standing(1).0, 0);
    gateway.set(Hold::Nothing);
    table.until(1, |standing| standing.0 == 1).await;
    // it was one transaction all along
    assert_eq!(table.paid(), ["play"]);
    assert_metrics(&url, &["relay_transactions_sent_total 1"]).await;
    drop(client);
    let (stop, served) = stop;
    stop.send(()).unwrap();
    served.await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_gateway_has_forgotten_blocks_the_games_are_read() {
    let table = Table::start();
    let game = table.game(1, None);
    let gateway = Gateway::start(table.gateway(), Hold::Nothing).await;
    let options = table.watched_by(&gateway.url, &[]);
    let program = Program::alone(&options);
    // it doesn't read blocks from before it watches
    program.until_said("event=watching").await;
    let (mut client, _) = Client::enter(&program.url, &game).await;
    // blocks with events: when the second one is read, the first one's number is kept
    for (player, from, to) in [(WHITE, 52, 36), (BLACK, 12, 28)] {
        table.makes_move(player, 1, (from, to));
        while !matches!(client.next().await, Answer::Chain { .. }) {}
    }
    let store = program.kill();

    table.chain.generate_blocks(300);
    let newest = table.chain.block().nonce;
    gateway.set(Hold::BlocksBefore(newest - 10));
    let program = Program::on(store, &options);
    gateway.holds().await;
    // later events are seen
    let (mut client, _) = Client::enter(&program.url, &game).await;
    let call = arguments(&game, &moves("e2e4 e7e5 g1f3 b8c6"), [None; 2]);
    table.call(BLACK, 0, "play", &call);
    loop {
        match client.next().await {
            Answer::Chain { chain } if chain.plies == 4 => break,
            Answer::Chain { .. } | Answer::Played { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    program.until_said("event=block-is-gone").await;
    let log = program.log.lock().unwrap();
    let told = log
        .iter()
        .filter(|line| line.contains("event=block-is-gone"));
    assert_eq!(told.count(), 1, "{log:?}");
}

/// Moves from the accounts, as squares counted from a8.
const MOVES: [(u64, u64); 3] = [(52, 36), (12, 28), (51, 35)];

/// The median time until the relay sees a move on the chain.
async fn delay(table: &Table, id: u32, gateway: &str) -> Duration {
    let game = table.game(id, None);
    let program = Program::alone(&table.watched_by(gateway, &[]));
    let (mut client, _) = Client::enter(&program.url, &game).await;
    let mut delays = vec![];
    for (ply, squares) in MOVES.into_iter().enumerate() {
        // so that it isn't the look after the last event that finds this one
        tokio::time::sleep(Duration::from_millis(137)).await;
        table.makes_move([WHITE, BLACK][ply % 2], id, squares);
        let start = Instant::now();
        while !matches!(client.next().await, Answer::Chain { .. }) {}
        delays.push(start.elapsed());
    }
    delays.sort();
    delays[MOVES.len() / 2]
}

#[tokio::test(flavor = "multi_thread")]
async fn the_local_chains_events_are_heard_before_blocks_are_looked_for() {
    let table = Table::with_round_time(Some(Duration::from_secs(6)));
    let without = Gateway::start(table.gateway(), Hold::Nothing).await;
    let heard = delay(&table, 1, &table.gateway()).await;
    // of a round the watch waits half
    let looked_for = delay(&table, 2, &without.url).await;
    println!("{heard:?} with the stream, {looked_for:?} without");
    assert!(heard < looked_for, "{heard:?}, {looked_for:?}");
}
