//! With a gateway, only the chain's games are taken, and the relay follows the chain's changes.

use std::collections::BTreeMap;

use relay::protocol::{Answer, ChainState, Hex, Request};
use signed_play::Action;
use tempfile::tempdir;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::net::TcpStream;

use crate::harness::chess::{Match, moves};
use crate::harness::client::Client;
use crate::harness::nats::Nats;
use crate::harness::program::{Program, get, stream, until_page};
use crate::harness::table::{BLACK, STAKE, Table, WHITE, arguments, number};

/// Squares as `makeMove` takes them, counted from a8.
const E2E4: (u64, u64) = (52, 36);
const E7E5: (u64, u64) = (12, 28);

#[tokio::test(flavor = "multi_thread")]
async fn only_the_chains_games_are_taken() {
    let table = Table::start();
    let game = table.game(1, None);
    let program = Program::alone(&["--gateway", &table.gateway()]);

    let (mut client, state) = Client::enter(&program.url, &game).await;
    assert_eq!(state.chain.unwrap().plies, 0);
    client.plays(&game, "e2e4").await;
    // another game, and this one with keys of someone else's making
    let mut forged = game.enter();
    if let Request::Enter { black, .. } = &mut forged {
        black.0 = Match::new(8).room.game().black_key.to_vec();
    }
    for other in [Match::of(&table.contract(), 8).enter(), forged] {
        client
            .is_told(
                &other,
                "keys: the chain has no game with this id and these keys",
            )
            .await;
    }

    // with a contract named, no other's games
    let program = program.again(&table.watched(&[]));
    let mut client = Client::connect(&program.url).await;
    client
        .is_told(
            &Match::new(8).enter(),
            "contract: this relay doesn't carry this contract's games",
        )
        .await;

    // a running game continues without the gateway, and a new one can't begin
    let program = program.again(&["--gateway", "http://127.0.0.1:9"]);
    let (mut client, state) = Client::enter(&program.url, &game).await;
    assert_eq!((state.current.plies, state.chain), (1, None));
    client.plays(&game, "e2e4 e7e5").await;
    client.is_refused(&Match::new(8).enter(), "gateway").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_no_game_yet() {
    let table = Table::start();
    let game = Match::of(&table.contract(), 1);
    let key = game.room.game().white_key.to_vec();
    let terms = [vec![], vec![], vec![], number(1), vec![], key];
    table.call(WHITE, STAKE, "challenge", &terms);
    let options = ["--gateway", &table.gateway()];
    let program = Program::alone(&options);
    let mut client = Client::connect(&program.url).await;
    client.is_refused(&game.enter(), "keys").await;
}

/// The next message, which says that the chain shows moves.
async fn shown(client: &mut Client) -> (usize, usize, Vec<u8>) {
    match client.next().await {
        Answer::Played {
            plies,
            first,
            new,
            white: None,
            black: None,
            ..
        } => (plies, first, new.0),
        other => panic!("not shown by the chain: {other:?}"),
    }
}

async fn standing(client: &mut Client) -> ChainState {
    match client.next().await {
        Answer::Chain { chain } => chain,
        other => panic!("not about the chain: {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_continues_here_from_its_moves_on_the_chain() {
    let table = Table::start();
    let game = table.game(1, Some((180, 2)));
    let program = Program::alone(&table.watched(&[]));
    let (mut client, _) = Client::enter(&program.url, &game).await;

    table.makes_move(WHITE, 1, E2E4);
    assert_eq!(shown(&mut client).await, (1, 0, moves("e2e4")));
    let on_chain = ChainState {
        plies: 1,
        state: 0,
        awaits: 0,
        reason: 0,
        round: 0,
        points: 0,
        played: 0,
    };
    assert_eq!(standing(&mut client).await, on_chain);
    // one signature is enough if the chain has the moves before
    let two = moves("e2e4 e7e5");
    client.keep(&game.last_move(&two)).await;
    let store = program.kill();

    // a relay that is back finds the changes in between, from the last block that it had read
    table.makes_move(BLACK, 1, E7E5);
    let three = moves("e2e4 e7e5 g1f3");
    let mut ask = arguments(&game, &three, [Some(Action::Ask), None]);
    ask[5].clear();
    table.call(WHITE, 0, "play", &ask);
    table.chain.generate_blocks(120);
    let program = Program::on(store, &table.watched(&[]));
    let (mut client, state) = Client::enter(&program.url, &game).await;
    assert_eq!(state.current.moves, Hex(three.clone()));
    // a player who moved on the chain has signed nothing that proves the move
    assert!(state.current.white.is_none());
    let asked = ChainState {
        plies: 3,
        awaits: 1,
        ..on_chain
    };
    assert_eq!(state.chain, Some(asked));
    let four = moves("e2e4 e7e5 g1f3 b8c6");
    client.keep(&game.last_move(&four)).await;

    // another line of the same length on the chain replaces unproved moves
    table.makes_move(BLACK, 1, (11, 27)); // d7d5
    assert_eq!(shown(&mut client).await, (4, 3, moves("d7d5")));
    assert_eq!(standing(&mut client).await.plies, 4);
    let (_, state) = Client::enter(&program.url, &game).await;
    assert_eq!(state.current.moves, Hex(moves("e2e4 e7e5 g1f3 d7d5")));

    table.call(BLACK, 0, "resign", &[number(1)]);
    assert_eq!(standing(&mut client).await.state, 1);
    let five = moves("e2e4 e7e5 g1f3 d7d5 e4d5");
    client.is_refused(&game.last_move(&five), "over").await;
}

/// The lobby's events of one name, as they come.
pub struct LobbyEvents {
    lines: Lines<BufReader<TcpStream>>,
    name: &'static str,
}

impl LobbyEvents {
    pub async fn open(url: &str, name: &'static str) -> Self {
        let request = "GET /lobby HTTP/1.1\r\nHost: relay\r\nOrigin: http://localhost:8080\r\n\r\n";
        let lines = BufReader::new(stream(url, request.as_bytes()).await).lines();
        LobbyEvents { lines, name }
    }

    pub async fn next(&mut self) -> serde_json::Value {
        let mut is_wanted = false;
        loop {
            let line = tokio::time::timeout(crate::harness::client::LONG, self.lines.next_line());
            let line = line.await.expect("an event").unwrap().expect("an event");
            if let Some(event) = line.strip_prefix("event: ") {
                is_wanted = event == self.name;
            } else if let Some(json) = line.strip_prefix("data: ").filter(|_| is_wanted) {
                return serde_json::from_str(json).unwrap();
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_shows_the_queue_and_the_pause() {
    let table = Table::start();
    table.game(1, None);
    let program = Program::alone(&table.watched(&[]));
    let mut lobby = LobbyEvents::open(&program.url, "contract").await;
    let stands = |games: u32, paused: bool, waiting: Option<&str>| {
        serde_json::json!({"contract": table.contract(), "games": games, "paused": paused,
                           "waiting": waiting})
    };
    assert_eq!(lobby.next().await, stands(1, false, None));
    let waiting = localnet::address::encode(&table.wallet(WHITE).address);
    table.call(WHITE, STAKE, "joinGame", &[]);
    assert_eq!(lobby.next().await, stands(1, false, Some(&waiting)));
    table.call(BLACK, STAKE, "joinGame", &[]);
    assert_eq!(lobby.next().await, stands(2, false, None));
    table.call(0, 0, "pause", &[]);
    assert_eq!(lobby.next().await, stands(2, true, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_shows_challenges_games_and_results() {
    let table = Table::start();
    let first = table.game(1, Some((180, 2)));
    let program = Program::alone(&table.watched(&[]));
    let health = get(&program.url, "/health").await;
    assert!(health.contains("ok"), "{health}");

    let mut lobby = LobbyEvents::open(&program.url, "game").await;
    let game = lobby.next().await;
    assert_eq!(game["contract"], table.contract());
    assert_eq!((&game["game"], &game["state"]), (&1.into(), &0.into()));
    assert_eq!(game["stake"]["amount"], STAKE.to_string());
    assert_eq!(game["clock"]["base"], 180);

    let (mut client, _) = Client::enter(&program.url, &first).await;
    client.plays(&first, "e2e4").await;
    let game = lobby.next().await;
    assert_eq!(game["plies"], 1);
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(game["fen"], fen);
    assert_eq!(game["lastMove"], "e2e4");

    let challenge = [vec![], vec![2], vec![], number(1), vec![]];
    table.call(WHITE, STAKE, "challenge", &challenge);
    let game = lobby.next().await;
    assert_eq!((&game["game"], &game["state"]), (&2.into(), &4.into()));
    assert_eq!(game["drawnSides"], true);
    assert!(game["black"].is_null());

    table.call(WHITE, 0, "resign", &[number(1)]);
    let game = lobby.next().await;
    assert_eq!((&game["game"], &game["state"]), (&1.into(), &2.into()));
    // a later client gets the games unchanged
    let mut lobby = LobbyEvents::open(&program.url, "game").await;
    let mut states = BTreeMap::new();
    for _ in 0..2 {
        let game = lobby.next().await;
        states.insert(game["game"].as_u64(), game["state"].as_u64());
    }
    assert_eq!(
        states,
        BTreeMap::from([(Some(1), Some(2)), (Some(2), Some(4))])
    );
}

/// A relay with these options and this store takes out a game that is over, and keeps the others.
async fn forgets_what_is_over(table: &Table, options: &[&str], store: &[&str]) {
    let [over, goes_on] = [1, 2].map(|id| table.game(id, None));
    let start = |more: &[&str]| Program::start_with(&[store, options, more].concat());
    let program = start(&[]);
    for game in [&over, &goes_on] {
        let (mut client, _) = Client::enter(&program.url, game).await;
        client.plays(game, "e2e4").await;
    }
    let (mut client, _) = Client::enter(&program.url, &over).await;
    table.call(WHITE, 0, "resign", &[number(1)]);
    assert_eq!(standing(&mut client).await.state, 2);
    let kept = |games: u32| format!("relay_rooms_kept {games}\n");
    assert!(get(&program.url, "/metrics").await.contains(&kept(2)));
    program.kill();

    // the command line comes before the file
    let program = start(&["--keep-days", "0"]);
    until_page(&program.url, "/metrics", &kept(1)).await;
    let (_, state) = Client::enter(&program.url, &goes_on).await;
    assert_eq!(state.current.plies, 1);
    // a room's number isn't given twice
    let third = table.game(3, None);
    let (mut client, state) = Client::enter(&program.url, &third).await;
    assert_eq!(state.current.plies, 0);
    client.plays(&third, "d2d4").await;
    let (_, state) = Client::enter(&program.url, &goes_on).await;
    assert_eq!(state.current.moves, Hex(moves("e2e4")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_over_is_taken_out_after_its_time() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (config, file, nats) = (at("relay.toml"), at("games"), Nats::start());
    for store in [["--store", &file], ["--nats", &nats.url()]] {
        let table = Table::start();
        let (contract, gateway) = (table.contract(), table.gateway());
        let text =
            format!("contract = [\"{contract}\"]\ngateway = \"{gateway}\"\nkeep-days = 90\n");
        std::fs::write(&config, text).unwrap();
        forgets_what_is_over(&table, &["--config", &config], &store).await;
    }
    let error = Program::refusal(&["--config", "no-such-file.toml"]);
    assert!(error.starts_with("relay: no-such-file.toml: "), "{error}");
}
