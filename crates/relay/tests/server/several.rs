//! Several relays serve the same games, and one may die, or the server that keeps the games.

use std::path::Path;
use std::time::Duration;

use chess_rules::Color;
use ed25519_dalek::Signer;
use relay::protocol::{Answer, GameState};
use relay::purse_message;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::games::play_all;
use crate::harness::chess::{HOPELESS, Match, first, moves, random_game, split};
use crate::harness::client::Client;
use crate::harness::nats::Nats;
use crate::harness::program::{Program, post, until_page_is};
use crate::harness::table::{BLACK, Table, WHITE, gains, number};

pub fn relay(nats: &Nats, more: &[String]) -> Program {
    relay_of(&nats.url(), more)
}

/// A relay of one or more servers, `nats://…,nats://…`.
pub fn relay_of(urls: &str, more: &[String]) -> Program {
    let options = ["--nats", urls, "--max-rate", "100000"].map(String::from);
    Program::start_with(&[&options[..], more].concat())
}

fn assert_whole(state: &GameState, all: &[u8]) {
    assert_eq!(state.current.moves.0, all);
    assert_eq!(state.current.plies, split(all).len());
}

#[tokio::test(flavor = "multi_thread")]
async fn white_on_one_and_black_on_the_other_and_spectators_on_both() {
    let nats = Nats::start();
    let relays = [relay(&nats, &[]), relay(&nats, &[])];
    let games = (1..=6).map(|id| {
        let urls = [relays[0].url.clone(), relays[1].url.clone()];
        async move {
            let all = random_game(id.into(), 60);
            play_all([&urls[0], &urls[1]], &Match::new(id), &all).await;
        }
    });
    games.collect::<JoinSet<_>>().join_all().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_relay_shows_the_people_in_a_room() {
    let nats = Nats::start();
    let [one, other] = [relay(&nats, &[]), relay(&nats, &[])];
    let game = Match::new(1);
    let (mut white, state) = Client::enter(&one.url, &game).await;
    white.send(&game.here(Color::White, &state.nonce.0)).await;
    white.people(|people| people.white.here).await;
    let (mut black, state) = Client::enter(&other.url, &game).await;
    // the other relay may have learnt of it before Black was let in
    if !state.people.white.here {
        black.people(|people| people.white.here).await;
    }
    black.send(&game.here(Color::Black, &state.nonce.0)).await;
    white.people(|people| people.black.here).await;
    let (watcher, _) = Client::enter(&other.url, &game).await;
    white.people(|people| people.spectators == 1).await;
    drop(watcher);
    white.people(|people| people.spectators == 0).await;
    // a relay that dies says nothing: it is forgotten after a while
    other.kill();
    let people = white.people(|people| !people.black.here).await;
    assert!(people.white.here);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_relays_do_not_both_keep_a_message_at_one_ply() {
    let nats = Nats::start();
    let relays = [relay(&nats, &[]), relay(&nats, &[])];
    let (mut won, mut lost) = (0, 0);
    for id in 1..=20 {
        let game = Match::new(id);
        let mut clients = vec![];
        for program in &relays {
            clients.push(Client::enter(&program.url, &game).await.0);
        }
        // White has signed two first moves, and sends them to both at the same time
        let lines = [moves("e2e4"), moves("d2d4")];
        for (client, line) in clients.iter_mut().zip(&lines) {
            client.send(&game.last_move(line)).await;
        }
        let mut stands = None;
        for (client, line) in clients.iter_mut().zip(&lines) {
            // the message that the other relay has kept may come before the answer
            match client.answer().await {
                Answer::Kept { .. } => {
                    assert_eq!(stands.replace(line.clone()), None, "both were kept");
                    won += 1;
                }
                Answer::Error { code, game, .. } => {
                    assert_eq!((&*code, game.unwrap().current.plies), ("fork", 1));
                    lost += 1;
                }
                other => panic!("{other:?}"),
            }
        }
        for program in &relays {
            let (_, state) = Client::enter(&program.url, &game).await;
            assert_whole(&state, stands.as_ref().unwrap());
        }
    }
    assert_eq!((won, lost), (20, 20));
}

/// A player's second device may know a move before the relay that it is connected to.
#[tokio::test(flavor = "multi_thread")]
async fn a_relay_looks_up_messages_that_it_has_not_read_yet() {
    let nats = Nats::start();
    let relays = [relay(&nats, &[]), relay(&nats, &[])];
    let games = (1..=8).map(|id| {
        let urls = [relays[0].url.clone(), relays[1].url.clone()];
        async move {
            let (game, all) = (Match::new(id), random_game(id.into(), 60));
            let (mut white, _) = Client::enter(&urls[0], &game).await;
            let (mut black, _) = Client::enter(&urls[1], &game).await;
            for ply in 1..=split(&all).len() {
                let mover = if ply % 2 == 1 { &mut white } else { &mut black };
                mover.keep(&game.last_move(first(&all, ply))).await;
            }
        }
    });
    games.collect::<JoinSet<_>>().join_all().await;
}

/// Copies the disk of a server that was killed.
pub fn copy_folder(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let copy = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            std::fs::create_dir(&copy).unwrap();
            copy_folder(&entry.path(), &copy);
        } else {
            std::fs::copy(entry.path(), copy).unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_relay_reports_that_the_server_has_lost_its_messages_and_ends() {
    let mut nats = Nats::start();
    let mut relay = relay(&nats, &[]);
    let game = Match::new(1);
    let all = random_game(1, 12);
    let (mut white, _) = Client::enter(&relay.url, &game).await;
    for ply in 1..=6 {
        white.keep(&game.last_move(first(&all, ply))).await;
    }
    nats.kill();
    let earlier = tempfile::tempdir().unwrap();
    copy_folder(nats.folder.path(), earlier.path());
    nats.restart();
    // the relay finds the server again automatically
    white.until_kept(&game.last_move(first(&all, 7))).await;
    nats.kill();
    nats.folder = earlier;
    nats.restart();
    // it says so instead of trying forever, and a relay that is started again continues
    let status = loop {
        if let Some(status) = relay.child.try_wait().unwrap() {
            break status;
        }
        // whether it is still there or not
        white.try_send(&game.last_move(first(&all, 8))).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    assert_eq!(status.code(), Some(1));
    let log = relay.last_words();
    assert!(log.contains("not there any more"), "{log}");
    assert!(log.contains("start the relay again"), "{log}");
    let again = self::relay(&nats, &[]);
    let (mut white, state) = Client::enter(&again.url, &game).await;
    assert_whole(&state, first(&all, 6));
    white.keep(&game.last_move(first(&all, 7))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_relays_settles_and_the_other_takes_its_place() {
    let nats = Nats::start();
    let table = Table::start();
    let games = [table.game(1, None), table.game(2, None)];
    let before = table.balances();
    let options = table.settled(&[]);
    let one = relay(&nats, &options);
    one.until_said("event=settles").await;
    let other = relay(&nats, &options);
    // sent to the one that doesn't settle
    let (mut client, _) = Client::enter(&other.url, &games[0]).await;
    client.loses(&games[0], Color::White, HOPELESS).await;
    table.until(1, |standing| standing.0 == 2).await;
    assert!(!other.has_said("event=settles"));
    one.kill();
    let (mut client, _) = Client::enter(&other.url, &games[1]).await;
    client.loses(&games[1], Color::White, HOPELESS).await;
    // after the lease has ended
    table.until(2, |standing| standing.0 == 2).await;
    assert!(other.has_said("event=settles"));
    table.chain.generate_blocks(3);
    assert_eq!(table.paid(), ["play", "play"]);
    assert_eq!(table.held(), 0u32.into());
    table.pays(gains(&before, [0, 4])).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_purse_s_name_posted_at_one_relay_is_served_and_rated_by_the_other() {
    let nats = Nats::start();
    let table = Table::start();
    let options = table.watched(&["--ratings-from", "0"]);
    let [one, other] = [relay(&nats, &options), relay(&nats, &options)];
    table.game(1, Some((180, 2)));
    table.call(BLACK, 0, "resign", &[number(1)]);

    // White is the purse of a wallet that plays nothing; both relays have rated its game without it
    let (purse, wallet) = (table.wallet(WHITE), localnet::Wallet::named("owner"));
    let [shown_purse, shown_wallet] =
        [&purse, &wallet].map(|account| localnet::address::encode(&account.address));
    let contract = table.contract();
    let course = |player: &str| format!("/ratings/{contract}/{player}");
    let has_won = |told: &Value| told["course"][0]["points"] == 2;
    for relay in [&one, &other] {
        until(relay, &course(&shown_purse), has_won).await;
    }
    let message = purse_message(&contract, &shown_purse, &shown_wallet);
    let sign = |key: &ed25519_dalek::SigningKey| hex::encode(key.sign(&message).to_bytes());
    let link = json!({
        "contract": contract, "purse": shown_purse, "wallet": shown_wallet,
        "walletSignature": sign(&wallet.key), "purseSignature": sign(&purse.key),
    });
    let posted = post(&one.url, "/purses", &link.to_string()).await;
    assert_eq!(posted, (204, String::new()));
    let links = format!("/purses/{contract}");
    until(&other, &links, |links| *links == json!([link])).await;
    // the next game makes it look again, and either relay has the purse's game under the wallet
    table.game(2, None);
    for relay in [&one, &other] {
        until(relay, &course(&shown_wallet), has_won).await;
    }
    // also a relay that starts later
    let later = relay(&nats, &options);
    until(&later, &links, |links| *links == json!([link])).await;
}

/// Waits for this JSON answer of a relay.
async fn until(relay: &Program, path: &str, is_there: impl Fn(&Value) -> bool) {
    until_page_is(&relay.url, path, |answer| {
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).is_ok_and(|told| is_there(&told))
    })
    .await;
}

#[tokio::test]
async fn a_server_that_is_not_there_is_said_in_words() {
    let error = Program::refusal(&["--nats", "nats://127.0.0.1:1"]);
    assert!(error.starts_with("relay: NATS: "), "{error}");
}
