//! mxpy against the local chain: deploys, sets the wager, joins with EGLD and with
//! an ESDT, moves, and queries every view, with the commands that serve devnet too.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

mod common;
#[path = "common/http.rs"]
mod http;

use std::{path::PathBuf, process::Command, sync::Mutex};

use common::*;
use http::Gateway;
use localnet::{Wallet, address};
use serde_json::Value;

/// mxpy with a gateway, and pem files for the chain's wallets.
struct Mxpy {
    program: PathBuf,
    gateway: Gateway,
    folder: tempfile::TempDir,
    wallets: Vec<Wallet>,
    outputs: Mutex<u32>,
}

impl Mxpy {
    fn new() -> Self {
        let program = repo().join("target/venv/bin/mxpy");
        assert!(
            program.exists(),
            "mxpy is missing: run tools/setup.sh python"
        );
        let chain = chain();
        let folder = tempfile::tempdir().unwrap();
        let wallets = chain.wallets().to_vec();
        for wallet in &wallets {
            let pem = folder.path().join(format!("{}.pem", wallet.name));
            std::fs::write(pem, wallet.pem()).unwrap();
        }
        Self {
            program,
            gateway: Gateway::of(chain),
            folder,
            wallets,
            outputs: Mutex::default(),
        }
    }

    /// Runs mxpy; its output, which must be that of a success.
    fn run(&self, args: &[&str]) -> String {
        let output = Command::new(&self.program)
            .args(args)
            .args(["--proxy", &self.gateway.server.url()])
            // mxpy keeps its configuration under the home folder
            .env("HOME", self.folder.path())
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "mxpy {args:?}\n{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).unwrap()
    }

    /// Sends a transaction and waits for its result; what mxpy wrote of it.
    fn send(&self, wallet: &str, args: &[&str]) -> Value {
        let number = {
            let mut outputs = self.outputs.lock().unwrap();
            *outputs += 1;
            *outputs
        };
        let out = self.folder.path().join(format!("out-{number}.json"));
        let pem = self.folder.path().join(format!("{wallet}.pem"));
        let (out, pem) = (out.to_str().unwrap(), pem.to_str().unwrap());
        let rest = ["--pem", pem, "--send", "--wait-result", "--outfile", out];
        self.run(&[args, &rest].concat());
        serde_json::from_str(&std::fs::read_to_string(out).unwrap()).unwrap()
    }

    /// The contract's address, as mxpy itself computes it.
    fn deploy(&self, file: &str, arguments: &[&str]) -> String {
        let path = repo().join("output").join(file);
        assert!(
            path.exists(),
            "{} is missing: run make build",
            path.display()
        );
        let mut args = vec![
            "contract",
            "deploy",
            "--bytecode",
            path.to_str().unwrap(),
            "--gas-limit",
            "120000000",
        ];
        if !arguments.is_empty() {
            args.push("--arguments");
            args.extend(arguments);
        }
        let sent = self.send("alice", &args);
        assert_eq!(self.status(&sent), "success", "{sent}");
        let contract = sent["contractAddress"].as_str().unwrap().to_string();
        let data = self.gateway.data(&format!("/address/{contract}"));
        assert_ne!(
            data["account"]["code"], "",
            "no code at the address that mxpy computed"
        );
        contract
    }

    fn call(&self, wallet: &str, contract: &str, function: &str, rest: &[&str]) -> Value {
        let args = [
            "contract",
            "call",
            contract,
            "--function",
            function,
            "--gas-limit",
            "20000000",
        ];
        self.send(wallet, &[&args, rest].concat())
    }

    fn ok(&self, wallet: &str, contract: &str, function: &str, rest: &[&str]) {
        let sent = self.call(wallet, contract, function, rest);
        assert_eq!(self.status(&sent), "success", "{function}: {sent}");
    }

    /// mxpy exits with success also when the execution failed.
    fn status(&self, sent: &Value) -> String {
        let hash = sent["emittedTransactionHash"].as_str().unwrap();
        let data = self
            .gateway
            .data(&format!("/transaction/{hash}/process-status"));
        data["status"].as_str().unwrap().to_string()
    }

    fn query(&self, contract: &str, function: &str, arguments: &[&str]) -> Value {
        let mut args = vec!["contract", "query", contract, "--function", function];
        if !arguments.is_empty() {
            args.push("--arguments");
            args.extend(arguments);
        }
        let text = self.run(&args);
        serde_json::from_str(&text).unwrap_or_else(|_| panic!("{function}: {text}"))
    }

    fn erd(&self, index: usize) -> String {
        address::encode(&self.wallets[index].address)
    }
}

#[test]
fn deploy_wager_join_move_and_every_view() {
    let mxpy = Mxpy::new();
    let chess = mxpy.deploy("onchain-chess.wasm", &[]);
    let views = mxpy.deploy("onchain-chess-views.wasm", &[&format!("addr:{chess}")]);
    mxpy.ok(
        "alice",
        &chess,
        "setWager",
        &["--arguments", "str:EGLD-000000", "1000000"],
    );
    mxpy.ok("alice", &chess, "unpause", &[]);
    mxpy.ok("bob", &chess, "joinGame", &["--value", "1000000"]);
    mxpy.ok("carol", &chess, "joinGame", &["--value", "1000000"]);
    mxpy.ok("bob", &chess, "makeMove", &["--arguments", "1", "52", "36"]);
    mxpy.ok(
        "carol",
        &chess,
        "makeMove",
        &["--arguments", "1", "12", "28"],
    );
    let not_hers = mxpy.call(
        "carol",
        &chess,
        "makeMove",
        &["--arguments", "1", "11", "27"],
    );
    assert_eq!(mxpy.status(&not_hers), "fail");

    let bob = format!("addr:{}", mxpy.erd(1));
    let arguments = |view: &str| -> Vec<&str> {
        match view {
            "getScore" | "getCredit" | "getCredits" => vec![&bob],
            "getSurplus" => vec!["str:EGLD-000000"],
            "getOpenChallenges" => vec!["0", "10"],
            "getSnapshot" => vec!["1", "0"],
            "getPlayerGames" | "getOngoingGames" => vec![&bob, "0", "10"],
            "getGamesPage" => vec!["1", "10"],
            "isPaused"
            | "getWagerTokenId"
            | "getWagerAmount"
            | "getIsPlayerWaitingOpt"
            | "getGames"
            | "getGameCount"
            | "getIllegalMoveRule" => vec![],
            _ => vec!["1"],
        }
    };
    // Every view that the ABI names, two at a time.
    let abi: Value = serde_json::from_slice(&wasm("onchain-chess-views.abi.json")).unwrap();
    let wanted: Vec<&str> = abi["endpoints"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|endpoint| endpoint["mutability"] == "readonly")
        .map(|endpoint| endpoint["name"].as_str().unwrap())
        .collect();
    assert!(wanted.len() >= 19, "the ABI lacks views");
    let answers = Mutex::new(vec![]);
    std::thread::scope(|scope| {
        for half in wanted.chunks(wanted.len().div_ceil(2)) {
            let (answers, arguments, mxpy, views) = (&answers, &arguments, &mxpy, &views);
            scope.spawn(move || {
                for view in half {
                    let answer = mxpy.query(views, view, &arguments(view));
                    answers.lock().unwrap().push((*view, answer));
                }
            });
        }
    });
    let answers = answers.into_inner().unwrap();
    let answer = |view: &str| {
        let found = answers.iter().find(|(asked, _)| *asked == view);
        found
            .unwrap_or_else(|| panic!("{view} was not asked"))
            .1
            .clone()
    };
    assert_eq!(answer("getWagerAmount")[0], "0f4240");
    assert_eq!(answer("isPaused")[0], "");
    let board = answer("getBoard")[0].as_str().unwrap().to_string();
    assert_eq!(board.len(), 128);
    // e2 is as empty as d4 and d5; e4 isn't.
    let square = |index: usize| &board[2 * index..2 * index + 2];
    assert_eq!((square(52), square(27)), (square(35), square(35)));
    assert_ne!(square(36), square(35));
    assert_eq!(answer("getGameCount")[0], "01");
}

#[test]
fn joining_with_an_esdt() {
    let mxpy = Mxpy::new();
    let issue = mxpy.send(
        "alice",
        &[
            "token",
            "issue-fungible",
            "--token-name",
            "Wager",
            "--token-ticker",
            "WAGER",
            "--initial-supply",
            "100000",
            "--num-decimals",
            "0",
            "--gas-limit",
            "120000000",
        ],
    );
    assert_eq!(mxpy.status(&issue), "success", "{issue}");
    let held = mxpy.gateway.data(&format!("/address/{}/esdt", mxpy.erd(0)))["esdts"].clone();
    let token = held.as_object().unwrap().keys().next().unwrap().clone();
    assert_eq!(held[&token]["balance"], "100000");

    let chess = mxpy.deploy("onchain-chess.wasm", &[]);
    mxpy.ok(
        "alice",
        &chess,
        "setWager",
        &["--arguments", &format!("str:{token}"), "500"],
    );
    mxpy.ok("alice", &chess, "unpause", &[]);
    let bob = mxpy.erd(1);
    let sent = mxpy.send(
        "alice",
        &[
            "tx",
            "new",
            "--receiver",
            &bob,
            "--token-transfers",
            &token,
            "700",
            "--gas-limit",
            "1000000",
        ],
    );
    assert_eq!(mxpy.status(&sent), "success", "{sent}");
    mxpy.ok(
        "bob",
        &chess,
        "joinGame",
        &["--token-transfers", &token, "500"],
    );
    let views = mxpy.deploy("onchain-chess-views.wasm", &[&format!("addr:{chess}")]);
    let waiting = mxpy.query(&views, "getIsPlayerWaitingOpt", &[]);
    assert!(
        waiting[0]
            .as_str()
            .unwrap()
            .ends_with(&mxpy.wallets[1].address.to_hex())
    );
    mxpy.ok("bob", &chess, "leaveQueue", &[]);
    let left = mxpy.gateway.data(&format!("/address/{bob}/esdt/{token}"));
    assert_eq!(left["tokenData"]["balance"], "700");
}
