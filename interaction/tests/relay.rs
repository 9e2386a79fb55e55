//! Playing and watching through a relay from the command line.

mod command;
mod local;

use command::has;
use std::io::{BufRead, BufReader};
use std::iter;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use chess_interaction::local::relay_server::LocalRelay;
use local::{LocalChain, STAKE};
use localnet::{Blocks, Record};
use multiversx_sc_snippets::sdk::utils::base64_decode;
use serde_json::Value;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

fn start() -> (LocalChain, LocalRelay) {
    let chain = LocalChain::open();
    let relay = chain.relay();
    (chain, relay)
}

/// A program that is stopped until this is dropped.
struct Held(String);

impl Held {
    fn hold(program: &Child) -> Self {
        let held = Held(program.id().to_string());
        held.signal("-STOP");
        held
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.0]).status();
        assert!(sent.expect("it runs").success());
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.signal("-CONT");
    }
}

/// Whether a call has only moves, without a player's message.
fn brings_moves_alone(call: &Record) -> bool {
    let data = base64_decode(&call.transaction.data);
    let data = String::from_utf8(data).expect("text");
    let mut signed = data.split('@').skip(5);
    data.starts_with("play@") && signed.all(|signed| signed.is_empty() || signed.starts_with("00"))
}

#[test]
fn a_game_is_played_and_watched_through_a_relay_and_paid_without_the_players() {
    let (chain, relay) = start();
    let keys = chain.path("keys");
    let before = ["bob", "carol"].map(|name| chain.funds(name));
    let game = ["play", "en-passant-mate", "--relay", relay.url()];
    let more = ["--keys", &keys, "--delay", "0.05", "--json"];
    let mut play = chain.command(&[&game[..], &more].concat());
    let mut play = play.stdout(Stdio::piped()).spawn().expect("it runs");
    let mut lines = BufReader::new(play.stdout.take().expect("piped")).lines();
    let mut line = || -> Option<Value> {
        let line = lines.next()?.expect("text");
        Some(serde_json::from_str(&line).expect("JSON"))
    };
    assert_eq!(line().expect("a move")["san"], "e4");

    // the game continues once someone watches it
    let held = Held::hold(&play);
    let mut watch = chain.command(&["watch", "1", "--relay", relay.url(), "--json"]);
    let watch = watch.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut watch = watch.spawn().expect("it runs");
    let mut watched = BufReader::new(watch.stdout.take().expect("piped")).lines();
    let first = watched.next().expect("a board");
    drop(held);
    let watched: Vec<Value> = iter::once(first)
        .chain(watched)
        .map(|line| serde_json::from_str(&line.expect("text")).expect("JSON"))
        .collect();
    let watch = watch.wait_with_output().expect("it ends");
    let said = String::from_utf8(watch.stderr).expect("UTF-8");
    assert_eq!((watch.status.code(), said.as_str()), (Some(0), ""));
    let mut last = Value::Null;
    while let Some(next) = line() {
        last = next;
    }
    assert!(play.wait().expect("it ends").success());
    assert_eq!(last["state"], 1);
    assert_eq!(last["reason"], "Checkmate");
    assert_eq!(last["paid"]["white"], (2 * STAKE).to_string());

    let moves: Vec<u64> = watched.iter().filter_map(|w| w["plies"].as_u64()).collect();
    assert!(moves.is_sorted() && moves.ends_with(&[28, 29]), "{moves:?}");
    let mated = watched.iter().find(|w| w["plies"] == 29).expect("the mate");
    assert_eq!(mated["san"], "hxg6#");
    let end = watched.last().expect("an end");
    assert_eq!(end["state"], 1);
    assert_eq!(end["reason"], "Checkmate");

    // the players paid only for the start of the game: a call each
    let expected = [&before[0] + STAKE, &before[1] - STAKE];
    assert_eq!(["bob", "carol"].map(|name| chain.funds(name)), expected);
    let mut calls = ["bob", "carol", "heidi"].map(|name| chain.sent(name));
    // if the acknowledgement is late, the relay may submit the mate alone first
    if calls[2].len() == 2 {
        calls[2].retain(|call| !brings_moves_alone(call));
    }
    assert_eq!(calls.map(|calls| calls.len()), [1, 1, 1]);
}

/// As on a network, the relay's call is executed some blocks before both payouts arrive in other
/// shards.
#[test]
fn pending_payouts_are_waited_for() {
    let blocks = Blocks::Every(Duration::from_millis(700));
    let chain = LocalChain::with_blocks(blocks).opened();
    let relay = chain.relay();
    let shards = ["bob", "carol"].map(|name| chain.chain.shard_of(&chain.wallet(name).address));
    let keys = chain.path("keys");
    let play = ["play", "stalemate", "--relay", relay.url(), "--keys", &keys];
    let played = chain.text(&play);
    let paid = "The contract paid White 0.05 EGLD and Black 0.05 EGLD.\n";
    has(&played, paid);
    // alice's contract is in shard 1
    assert_eq!(shards, [0, 2]);
}

#[test]
fn another_server_than_a_relay_is_reported() {
    let chain = LocalChain::open();
    let keys = chain.path("keys");
    let relay = "ws://127.0.0.1:9/play";
    let play = ["play", "stalemate", "--relay", relay, "--keys", &keys];
    let said = chain.run(&[&play[..], &["--json"]].concat());
    assert_eq!(said.code, 1);
    has(&said.err, "cannot reach the relay ws://127.0.0.1:9/play");
    assert!(chain.sent("bob").is_empty(), "a wager is paid");
    let said = chain.run(&["watch", "1", "--relay", "http://127.0.0.1:9"]);
    assert_eq!(said.code, 2);
    has(&said.err, "begins with ws:// or wss://");
}

/// The folder of a certificate for localhost and of the authority that has signed it.
const TLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tls");

/// A proxy with TLS in front of a relay: its runtime, and its port.
fn tls_proxy(relay: &str) -> (Runtime, u16) {
    let certificate = CertificateDer::from_pem_file(format!("{TLS}/localhost.pem")).expect("PEM");
    let key = PrivateKeyDer::from_pem_file(format!("{TLS}/localhost.key")).expect("PEM");
    let config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .expect("a key for the certificate");
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let behind = relay.trim_start_matches("ws://").trim_end_matches("/play");
    let behind = behind.to_string();
    let runtime = Runtime::new().expect("a runtime");
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0"));
    let listener = listener.expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    runtime.spawn(async move {
        while let Ok((outside, _)) = listener.accept().await {
            let (acceptor, behind) = (acceptor.clone(), behind.clone());
            tokio::spawn(async move {
                // a client that doesn't trust the certificate leaves
                if let Ok(mut outside) = acceptor.accept(outside).await {
                    let mut inside = TcpStream::connect(behind).await.expect("the relay");
                    let _ = copy_bidirectional(&mut outside, &mut inside).await;
                }
            });
        }
    });
    (runtime, port)
}

#[test]
fn a_game_is_played_through_a_proxy_with_tls() {
    let (chain, relay) = start();
    let (_runtime, port) = tls_proxy(relay.url());
    let url = format!("wss://localhost:{port}/play");
    let keys = chain.path("keys");
    let mut play = chain.command(&["play", "stalemate", "--relay", &url, "--keys", &keys]);
    command::Said::by(play.env("SSL_CERT_FILE", format!("{TLS}/ca.pem"))).good();

    // a relay with an untrusted certificate is refused
    let untrusted = chain.run(&["watch", "1", "--relay", &url]);
    assert_eq!(untrusted.code, 1, "{}", untrusted.out);
    let words = format!("cannot reach the relay {url}");
    has(&untrusted.err, &words);
    has(&untrusted.err, "certificate");
}
