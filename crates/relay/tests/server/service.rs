//! The systemd unit: systemd takes it, and its command starts the relay. The proxy's file: it passes
//! the public routes alone.

use std::path::Path;
use std::process::Command;

use tempfile::tempdir;

use crate::condition::poor_wallet;
use crate::harness::program::{Program, until_page};
use crate::harness::table::Table;

fn text_of(file: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

fn unit() -> String {
    text_of("service/relay.service").replace("/usr/local/bin/relay", env!("CARGO_BIN_EXE_relay"))
}

#[test]
fn the_proxy_passes_every_public_route_and_no_other() {
    let proxy = text_of("service/nginx.conf");
    let passes = |route: &str| {
        let locations = proxy
            .lines()
            .filter_map(|line| line.trim().strip_prefix("location "));
        locations
            .map(|line| line.trim_end_matches(" {"))
            .any(|location| match location.strip_prefix("= ") {
                Some(exact) => route == exact,
                None => location != "/" && route.starts_with(location),
            })
    };
    for file in ["mod.rs", "purse_routes.rs", "notice_routes.rs"] {
        let source = text_of(&format!("src/server/{file}"));
        let routes = source.split(".route(\"").skip(1);
        for route in routes.map(|rest| rest.split('"').next().unwrap()) {
            let private = ["/health", "/ready", "/metrics"].contains(&route);
            assert_eq!(passes(route), !private, "{route}");
        }
    }
}

#[test]
fn systemd_takes_the_unit() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("relay.service");
    std::fs::write(&file, unit()).unwrap();
    match Command::new("systemd-analyze")
        .arg("verify")
        .arg(&file)
        .output()
    {
        Ok(said) => {
            let words = String::from_utf8_lossy(&said.stderr);
            assert!(said.status.success() && words.is_empty(), "{words}");
        }
        Err(error) => eprintln!("not tried, as there is no systemd-analyze: {error}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_units_command_starts_the_relay() {
    let table = Table::start();
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    std::fs::rename(poor_wallet(folder.path()), at("wallet.pem")).unwrap();
    let lines = format!(
        "gateway = {:?}\ncontract = [{:?}]\nallow-origin = [\"https://chess.example\"]\n",
        table.gateway(),
        table.contract()
    );
    std::fs::write(at("relay.toml"), lines).unwrap();
    let unit = unit();
    let command = unit
        .lines()
        .find_map(|line| line.strip_prefix("ExecStart="));
    let command = command.unwrap().replace("/etc/chess-relay", &at(""));
    let command = command.replace("${STATE_DIRECTORY}", &at(""));
    let command = command.replace("${CREDENTIALS_DIRECTORY}", &at(""));
    let options: Vec<&str> = command.split(' ').skip(1).collect();
    let program = Program::start_with(&options);
    until_page(&program.url, "/ready", "\r\n\r\nready\n").await;
    assert!(Path::new(&at("games.redb")).exists());
}
