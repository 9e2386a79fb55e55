//! The example alarms, by Prometheus itself: each fires for a relay that is in this trouble.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use chess_rules::Color;
use signed_play::Action;
use tempfile::tempdir;

use crate::condition::poor_wallet;
use crate::harness::chess::{Match, moves};
use crate::harness::client::Client;
use crate::harness::gateway::{Gateway, Hold};
use crate::harness::nats::Nats;
use crate::harness::program::{Program, host, until_page};
use crate::harness::table::{Table, WHITE, arguments};
use crate::stuck::impatient;

fn service() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("service")
}

/// Prometheus, until it is dropped.
struct Prometheus {
    child: Child,
    url: String,
}

impl Prometheus {
    /// With the project's rules, but without their patience, scraping every second.
    fn start(folder: &Path, targets: &[String]) -> Self {
        let rules = std::fs::read_to_string(service().join("alarms.yml")).unwrap();
        let impatient = |line: &&str| !line.trim_start().starts_with("for:");
        let rules: Vec<&str> = rules.lines().filter(impatient).collect();
        std::fs::write(folder.join("alarms.yml"), rules.join("\n")).unwrap();
        let config = std::fs::read_to_string(service().join("prometheus.yml")).unwrap();
        let config = config.replace(": 15s", ": 1s").replace(
            "[\"127.0.0.1:8090\"]",
            &serde_json::to_string(targets).unwrap(),
        );
        let file = folder.join("prometheus.yml");
        std::fs::write(&file, config).unwrap();
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap().to_string();
        drop(free);
        let child = Command::new("prometheus")
            .arg(format!("--config.file={}", file.display()))
            .arg(format!(
                "--storage.tsdb.path={}",
                folder.join("data").display()
            ))
            .arg(format!("--web.listen-address={address}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| {
                panic!("prometheus: {error}; tools/setup.sh prometheus installs it")
            });
        Prometheus {
            child,
            url: format!("http://{address}"),
        }
    }

    /// The names of the alarms that fire; none while it starts.
    fn firing(&self) -> BTreeSet<String> {
        let Ok(mut answer) = ureq::get(format!("{}/api/v1/alerts", self.url)).call() else {
            return BTreeSet::new();
        };
        let answer: serde_json::Value = answer.body_mut().read_json().unwrap();
        let alerts = answer
            .pointer("/data/alerts")
            .and_then(|list| list.as_array());
        let names = alerts
            .into_iter()
            .flatten()
            .filter(|alert| alert["state"] == "firing");
        names
            .map(|alert| alert["labels"]["alertname"].as_str().unwrap().to_string())
            .collect()
    }
}

impl Drop for Prometheus {
    fn drop(&mut self) {
        // it may have ended already
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The names of all alarms in the file.
fn all_alarms() -> BTreeSet<String> {
    let rules = std::fs::read_to_string(service().join("alarms.yml")).unwrap();
    let names = rules
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- alert: "));
    names.map(String::from).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_alarm_fires() {
    let folder = tempdir().unwrap();
    let table = Table::start();
    let game = table.game(1, None);
    let asked = table.game(2, Some((180, 2)));
    let stuck_game = table.game(3, None);

    // an empty wallet and a small budget
    let wallet = poor_wallet(folder.path());
    let wallet = wallet.to_str().unwrap();
    let options = table.watched(&["--wallet", wallet, "--max-day-fees", "0.0000001"]);
    let poor = Program::alone(&options);
    let (mut client, _) = Client::enter(&poor.url, &game).await;
    client.plays(&game, "e2e4").await;

    // a gateway that is away
    let lost = Program::alone(&table.watched_by("http://127.0.0.1:9", &[]));
    until_page(&lost.url, "/metrics", "relay_block_age_seconds inf\n").await;

    // a server of NATS that dies
    let mut nats = Nats::start();
    let on_nats = Program::start_with(&["--nats", &nats.url()]);
    let other = Match::new(9);
    let (mut on_nats_client, _) = Client::enter(&on_nats.url, &other).await;

    // a transaction that the network doesn't take
    let gateway = Gateway::start(table.gateway(), Hold::Refuse("/transaction/send")).await;
    let (stuck, _stop) = impatient(&table, &gateway).await;

    let urls = [&poor.url, &lost.url, &on_nats.url, &stuck];
    let dead = "127.0.0.1:9".to_string();
    let targets: Vec<String> = urls
        .iter()
        .map(|url| host(url).into())
        .chain([dead])
        .collect();
    let prometheus = Prometheus::start(folder.path(), &targets);
    let scraped = Instant::now();
    while !prometheus.firing().contains("RelayDown") {
        assert!(
            scraped.elapsed() < Duration::from_secs(60),
            "nothing is scraped"
        );
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    // counters have a first value by now
    tokio::time::sleep(Duration::from_secs(2)).await;

    client
        .says(&game, Color::Black, Action::Resign, &moves("e2e4"))
        .await;
    until_page(
        &poor.url,
        "/metrics",
        "games_not_brought_total{reason=\"funds\"} 1",
    )
    .await;
    let arguments = arguments(&asked, &moves("e2e4"), [Some(Action::Ask), None]);
    table.call(WHITE, 0, "play", &arguments);
    until_page(&poor.url, "/metrics", "relay_urgent_seconds{what=\"ask\"}").await;
    table.chain.generate_blocks(1_000);
    nats.kill();
    on_nats_client.ask(&other.last_move(&moves("e2e4"))).await;
    let (mut stuck_client, _) = Client::enter(&stuck, &stuck_game).await;
    stuck_client.loses(&stuck_game, Color::Black, "e2e4").await;
    until_page(&stuck, "/metrics", "relay_transactions_stuck_total 1").await;

    let all = all_alarms();
    let mut fired = BTreeSet::new();
    let start = Instant::now();
    while fired != all {
        fired.extend(prometheus.firing());
        let missing: Vec<_> = all.difference(&fired).collect();
        assert!(
            start.elapsed() < Duration::from_secs(90),
            "not fired: {missing:?}"
        );
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}
