//! Tournaments with a relay or bots that take the steps, and the command line's refusals.

mod command;
mod local;

use command::{Running, has, words};
use std::process::Stdio;

use chess_interaction::local::relay_server::LocalRelay;
use local::{LocalChain, until};
use localnet::Address;
use serde_json::Value;

/// A chain with the contracts.
struct Hall {
    chain: LocalChain,
    /// The contracts of the games and of the tournaments.
    contracts: [[u8; 32]; 2],
}

/// The players by seed.
const NAMES: [&str; 3] = ["alice", "bob", "carol"];

impl Hall {
    /// Opens tournament 1 and enters players.
    fn enter(players: usize, options: &[&str]) -> Self {
        let chain = LocalChain::open();
        let tournaments = chain.json(&["tournament", "deploy"]);
        let games = chain.json(&["status"]);
        let contracts = [&games["contract"], &tournaments["tournaments"]];
        let contracts = contracts.map(|contract| {
            let contract = contract.as_str().and_then(relay::read_address);
            contract.expect("an address")
        });
        let hall = Hall { chain, contracts };
        let open = ["tournament", "open", "--start", "10m", "--sponsor", "1"];
        let opened = hall.chain.json(&[&open, options].concat());
        assert_eq!(opened["tournament"], 1);
        for seed in 0..players {
            hall.by(seed, &["tournament", "enter", "1", "--rating", "1500"]);
        }
        hall
    }

    /// A relay that takes the steps of its tournaments.
    fn relay(&self) -> LocalRelay {
        let [games, tournaments] = self.contracts;
        let (gateway, payer) = (self.chain.server.url(), self.chain.signer(PAYER));
        let relay = LocalRelay::start(&gateway, games, Some(tournaments), payer, &[], 0);
        relay.expect("a relay")
    }

    fn by(&self, seed: usize, arguments: &[&str]) -> Value {
        self.chain.json(&[arguments, &["-w", NAMES[seed]]].concat())
    }

    fn days(&self, days: u8) {
        self.chain
            .text(&["chain", "advance-epoch", &days.to_string()]);
    }

    /// Waits until a condition is true. Blocks come as on a network.
    fn until(&self, is_so: impl Fn(&Value) -> bool) {
        until("such tournament", || {
            self.chain.chain.generate_blocks(1);
            is_so(&self.show()).then_some(())
        });
    }

    fn show(&self) -> Value {
        self.chain.json(&["tournament", "show", "1"])
    }

    /// The boards of the running round: White's and Black's seed.
    fn boards(&self) -> Vec<(usize, usize)> {
        let shown = self.show();
        let seed = |player: &Value| {
            let standings = shown["standings"].as_array().expect("players");
            let found = standings.iter().position(|it| it["player"] == *player);
            found.expect("a player")
        };
        let rounds = shown["pairings"].as_array().expect("rounds");
        let boards = rounds.last().expect("a round")["boards"].as_array();
        let boards = boards.expect("boards").iter();
        boards
            .map(|it| (seed(&it["white"]), seed(&it["black"])))
            .collect()
    }

    fn challenge(&self, from: usize, to: usize, side: &str) -> String {
        let to = NAMES[to];
        let offer = format!("challenge --clock 12h --side {side} --opponent {to}");
        self.by(from, &words(&offer))["gameId"].to_string()
    }

    fn points(&self) -> Vec<f64> {
        let shown = self.show();
        let standings = shown["standings"].as_array().expect("players").iter();
        standings
            .map(|it| it["points"].as_f64().expect("points"))
            .collect()
    }
}

/// The account that pays for the relay.
const PAYER: &str = "heidi";

/// Only the relay reports games and sends `next`.
#[test]
fn a_relay_moves_a_tournament_on() {
    let hall = Hall::enter(3, &["--rounds", "2", "--clock", "12h", "--window", "4d"]);
    let _relay = hall.relay();
    hall.days(1);
    hall.until(|shown| shown["round"] == 1);
    let (white, black) = hall.boards()[0];
    let game = hall.challenge(white, black, "white");
    hall.until(|shown| shown["pairings"][0]["boards"][0]["state"] == "challenge");
    hall.by(black, &["accept", &game]);
    hall.by(black, &["resign", &game]);
    hall.until(|shown| shown["round"] == 2);
    // a pause starts the window again, a day later
    hall.days(3);
    hall.chain.text(&["pause"]);
    hall.days(2);
    hall.chain.text(&["unpause"]);
    // a challenge that nobody accepts counts at the end of the window
    let (white, black) = hall.boards()[0];
    hall.challenge(white, black, "white");
    hall.until(|shown| shown["pairings"][1]["boards"][0]["state"] == "challenge");
    hall.days(5);
    hall.until(|shown| shown["phase"] == "ended");
    assert_eq!(hall.points().iter().sum::<f64>(), 4.0);
    let listed = hall.chain.text(&["tournament", "list"]);
    assert_eq!(listed, "1  Swiss, 3 of 16 players, 1 EGLD: ended\n");
    let sent = hall.chain.sent(PAYER);
    assert_eq!(sent.len(), 5);
    let claims = (0..3).map(|seed| hall.by(seed, &["tournament", "claim", "1"])["amount"].clone());
    let amounts = claims.map(|it| it.as_str().expect("text").parse::<u64>().expect("a number"));
    assert_eq!(amounts.sum::<u64>(), 10u64.pow(18));
}

/// Three bots enter, play, report and claim, and a relay sends `next`. Nobody else does anything.
#[test]
fn bots_play_a_tournament() {
    let options = "--rounds 2 --clock 5+3 --engines --window 1d";
    let hall = Hall::enter(0, &words(options));
    let relay = hall.relay();
    let address = Address::from(hall.contracts[1]).to_bech32("erd").bech32;
    // no two accept each other's further challenges
    let bots = [("bob", "1+1"), ("carol", "2+1"), ("frank", "3+2")].map(|(name, clock)| {
        // by its address, and by the state file
        let contract = if name == "bob" {
            format!(" {address}")
        } else {
            String::new()
        };
        let bot = format!("bot --tournaments{contract} --engine 1 --clock {clock} --wallet {name}");
        let bot = format!("{bot} --relay {} --allow-test-wallets", relay.url());
        let keys = hall.chain.folder.path().join(name);
        let mut command = hall.chain.command(&words(&bot));
        command.arg("--keys").arg(keys).stdout(Stdio::null());
        Running(command.spawn().expect("a bot"))
    });
    hall.until(|shown| shown["entrants"] == 3);
    hall.days(1);
    hall.until(|shown| shown["phase"] == "ended");
    let games = hall.show()["pairings"].clone();
    for round in games.as_array().expect("rounds") {
        assert!(round["boards"][0]["game"].is_number(), "{round}");
    }
    let contract = Address::from(hall.contracts[1]);
    hall.until(|_| hall.chain.chain.account(&contract).balance == 0u32.into());
    drop(bots);
}

#[test]
fn wrong_terms_are_refused_in_words() {
    let chain = LocalChain::start();
    let list = ["tournament", "list"];
    chain.refuses(&list, "no contract is known");
    let deployed = chain.json(&["deploy"]);
    let contract = deployed["contract"].as_str().expect("an address");
    chain.refuses(&list, "no tournament contract is known");
    let at = [&list[..], &["--at", contract]].concat();
    chain.refuses(&at, "no tournament contract at erd1");
    let open = words("tournament open --start 1d --at");
    chain.refuses(
        &[&open[..], &[contract]].concat(),
        "no tournament contract at erd1",
    );
    let deploy = ["tournament", "deploy", "--yes"];
    let [first, _] = [&deploy[..2], &deploy[..]].map(|deploy| {
        let deployed = chain.json(deploy);
        chain.refuses(&deploy[..2], "was deployed here before");
        deployed["tournaments"].to_string()
    });
    let kept = std::fs::read_to_string(chain.path("state.toml")).expect("the state");
    has(&kept, &format!("earlier_tournaments = [{first}]"));
    assert_eq!(chain.text(&list), "there are no tournaments yet\n");
    for (option, value, words) in [
        (
            "--start",
            "soon",
            "soon isn't a time: give 10m, 2h or 3d, or a date",
        ),
        ("--prizes", "60,50", "must add up to 100 percent"),
        ("--prizes", "101", "101 isn't a share"),
        ("--window", "1m", "window: at least 4 times the base"),
        ("--rounds", "10", "rounds: a Swiss tournament has 2 to 9"),
        ("--fee", "1,5", "1,5 isn't an amount"),
    ] {
        let start = match option {
            "--start" => vec![],
            _ => vec!["--start", "1d"],
        };
        let open = [&["tournament", "open", option, value], &start[..]].concat();
        chain.refuses(&open, words);
    }
    chain.refuses(&["tournament", "show", "1"], "tournament not found");
}
