//! An operator's view of a relay that isn't well, in its log, `/health`, `/ready` and `/metrics`.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use axum::Router;
use axum::http::{StatusCode, Uri};
use chess_rules::Color;
use tempfile::tempdir;
use tokio::net::TcpListener;

use crate::harness::chess::{Match, contract};
use crate::harness::client::Client;
use crate::harness::gateway::{Gateway, Hold};
use crate::harness::program::{Program, assert_metrics, get, until_page};
use crate::harness::table::Table;

/// A wallet without EGLD, as a PEM file.
pub fn poor_wallet(folder: &Path) -> PathBuf {
    let pem = localnet::Wallet::named("poor").pem();
    let file = folder.join("poor.pem");
    std::fs::write(&file, pem).unwrap();
    let open_to_all = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(&file, open_to_all).unwrap();
    file
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_wallet_is_seen_everywhere() {
    let table = Table::start();
    let game = table.game(1, None);
    let folder = tempdir().unwrap();
    let wallet = poor_wallet(folder.path());
    let options = table.watched(&["--wallet", wallet.to_str().unwrap()]);
    let program = Program::alone(&options);
    program.until_said("WARN event=readable-by-others").await;
    program.until_said("WARN event=wallet-empty").await;
    let empty = "\r\n\r\nok\nthe wallet is empty\n";
    until_page(&program.url, "/health", empty).await;
    let health = get(&program.url, "/health").await;
    assert!(health.starts_with("HTTP/1.1 200"), "{health}");
    // it still carries games
    until_page(&program.url, "/ready", "\r\n\r\nready\n").await;
    let wallet = "relay_wallet_egld{of=\"relay\"} 0.0";
    let lines = ["relay_settles 0", "relay_ready 1", wallet];
    assert_metrics(&program.url, &lines).await;
    let (mut client, state) = Client::enter(&program.url, &game).await;
    assert!(!state.settles);
    client.loses(&game, Color::Black, "e2e4").await;
    let line = "relay_games_not_brought_total{reason=\"funds\"} 1\n";
    until_page(&program.url, "/metrics", line).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_budget_is_seen_everywhere() {
    let table = Table::start();
    let options = table.settled(&["--max-day-fees", "0.0000001"]);
    let program = Program::alone(&options);
    until_page(&program.url, "/health", "ok\nthe budget ends is used up\n").await;
    let line = "relay_budget_left_egld{budget=\"ends\"} 1e-7\n";
    until_page(&program.url, "/metrics", line).await;
    until_page(&program.url, "/metrics", "relay_settles 1\n").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_contract_that_is_not_there_is_named_once() {
    let table = Table::start();
    let nowhere = contract(0);
    let options = ["--gateway", &table.gateway(), "--contract", &nowhere];
    let program = Program::alone(&options);
    let words = format!("no chess contract at {nowhere}: check --contract and --gateway");
    program.until_said(&words).await;
    until_page(&program.url, "/ready", &words).await;
    until_page(&program.url, "/health", &words).await;
    until_page(&program.url, "/metrics", "relay_gateway_failures_total 3\n").await;
    let log = program.log.lock().unwrap();
    let named = log.iter().filter(|line| line.contains("no chess contract"));
    assert_eq!(named.count(), 1, "{log:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_answers_with_nothing_is_named() {
    let table = Table::start();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let target = "https://gateway.example";
    let moved = move |uri: Uri| async move {
        let path = uri.to_string();
        let location = [("location", format!("{target}{path}"))];
        (StatusCode::MOVED_PERMANENTLY, location)
    };
    let router = Router::new()
        .nest("/moved", Router::new().fallback(moved))
        .fallback(async || r#"{"data":null,"error":""}"#);
    tokio::spawn(async { axum::serve(listener, router).await });
    let moved = format!("{url}/moved");
    let words = format!("the gateway: {moved} redirects to {target}: give that address\n");
    for (gateway, words) in [(&moved, &*words), (&url, "the gateway: no data in /")] {
        let program = Program::alone(&table.settled_by(gateway, &[]));
        until_page(&program.url, "/ready", words).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_is_away_at_boot_is_waited_for() {
    let table = Table::start();
    let game: Match = table.game(1, None);
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = free.local_addr().unwrap();
    drop(free);
    let gateway = format!("http://{address}");
    let program = Program::alone(&table.settled_by(&gateway, &[]));
    assert!(program.has_said("WARN event=gateway-awaited"));
    let ready = get(&program.url, "/ready").await;
    assert!(ready.starts_with("HTTP/1.1 503"), "{ready}");
    until_page(&program.url, "/health", "\r\n\r\nok\nthe chain: ").await;
    let listener = TcpListener::bind(address).await.unwrap();
    let _gateway = Gateway::at(listener, table.gateway(), Hold::Nothing);
    until_page(&program.url, "/ready", "\r\n\r\nready\n").await;
    program.until_said("event=settles").await;
    let (mut client, _) = Client::enter(&program.url, &game).await;
    client.loses(&game, Color::Black, "e2e4").await;
    table.until(1, |standing| standing.0 == 1).await;
}
