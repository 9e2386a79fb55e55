//! Insight into a player: ratings and the comparison with a program, on a local chain.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

mod command;
mod local;

use std::collections::BTreeMap;
use std::path::Path;

use chess_interaction::local::relay_server::LocalRelay;
use command::{begins, ends, has, interaction};
use local::{LocalChain, until};
use ratings::Rating;
use serde_json::{Value, json};

/// Starts a game of two wallets, White's first. Returns its id.
fn begin(chain: &LocalChain, players: [&str; 2], terms: &[&str]) -> String {
    let offer = [&["challenge", "--side", "white", "-w", players[0]], terms].concat();
    let id = chain.json(&offer)["gameId"].to_string();
    chain.text(&["accept", &id, "-w", players[1]]);
    id
}

const FOOLS_MATE: &str = "f3 e5 g4 Qh4";

/// The ratings from the views of some games, in the order in which they ended: by player, category
/// and whether programs were allowed.
fn by_views(chain: &LocalChain, games: &[&str]) -> BTreeMap<(String, String, bool), Rating> {
    let mut ratings = BTreeMap::new();
    for id in games {
        let game = chain.json(&["game", id]);
        let points = match game["state"].as_str().unwrap() {
            "white_won" => 2,
            "black_won" => 0,
            "draw" if game["endReason"] == "Agreement" && game["plies"].as_u64() < Some(2) => {
                continue;
            }
            "draw" => 1,
            "no_result" => continue,
            other => panic!("{other}"),
        };
        let seconds = game["clock"]["base"].as_u64();
        let category = match seconds {
            None => "correspondence",
            Some(180) => "blitz",
            other => panic!("{other:?}"),
        };
        let key = |color: &str| {
            let player = game[color].as_str().unwrap().to_owned();
            (player, category.to_owned(), game["engines"] == true)
        };
        let keys = ["white", "black"].map(key);
        let before = [0, 1].map(|side| *ratings.get(&keys[side]).unwrap_or(&Rating::NEW));
        let [white, black] = keys;
        ratings.insert(white, before[0].after(&before[1], 1, points));
        ratings.insert(black, before[1].after(&before[0], 1, 2 - points));
    }
    ratings
}

fn assert_equal(told: &Value, wanted: &BTreeMap<(String, String, bool), Rating>) {
    let told = told["ratings"].as_array().unwrap();
    assert_eq!(told.len(), wanted.len(), "{told:?}");
    for rating in told {
        let text = |name: &str| rating[name].as_str().unwrap().to_owned();
        let engines = rating["engines"].as_bool().unwrap();
        let wanted = wanted[&(text("player"), text("category"), engines)];
        for (name, wanted) in [
            ("rating", wanted.rating),
            ("deviation", wanted.deviation),
            ("volatility", wanted.volatility),
        ] {
            let found = rating[name].as_f64().unwrap();
            assert!((found - wanted).abs() < 1e-5, "{name} {wanted}: {rating}");
        }
        assert_eq!(rating["provisional"], wanted.deviation > 110.0);
    }
}

/// Waits until a relay's ratings of some players equal the command line's, to the last digit.
fn assert_same(relay: &LocalRelay, chain: &LocalChain, players: &[&str]) {
    let http = relay.url().replacen("ws://", "http://", 1);
    for name in players {
        until("ratings of the relay's that are the same", || {
            let told = chain.json(&["ratings", "--player", name]);
            assert!(!told["course"].as_array().unwrap().is_empty(), "{told}");
            let contract = told["contract"].as_str().unwrap();
            let url = http.replace("/play", &format!("/ratings/{contract}/{}", chain.erd(name)));
            let mut answer = ureq::get(url).call().expect("an answer");
            let relays: Value = answer.body_mut().read_json().expect("JSON");
            // either may have read more blocks without games
            let mut parts = ["contract", "first", "player", "ratings", "course"].iter();
            parts.all(|part| relays[part] == told[part]).then_some(())
        });
    }
}

#[test]
fn ratings_follow_from_the_games() {
    let chain = LocalChain::open();
    ends(&chain.text(&["ratings"]), "nobody has a rating\n");
    let kept = chain.folder.path().join("ratings.json");
    let kept = kept.to_str().unwrap();
    let players = ["bob", "carol"];
    let blitz = ["--clock", "3"];
    let one = begin(&chain, players, &blitz);
    let two = begin(&chain, ["carol", "frank"], &blitz);
    chain.text(&["resign", &two, "-w", "frank"]);
    chain.play(&one, players, FOOLS_MATE);
    let told = chain.json(&["ratings", "--kept", kept]);
    assert_eq!(told["ratings"].as_array().unwrap().len(), 3);
    let relay = chain.relay();
    assert_same(&relay, &chain, &["bob", "carol", "frank"]);

    // another category, a draw; programs; a challenge that nobody accepts; a game that players
    // abort
    let draw = begin(&chain, players, &[]);
    chain.play(&draw, players, "e4 e5");
    chain.text(&["draw", &draw, "-w", "bob"]);
    chain.text(&["draw", &draw, "-w", "carol"]);
    let engines = begin(&chain, ["frank", "bob"], &["--clock", "3", "--engines"]);
    chain.text(&["resign", &engines, "-w", "bob"]);
    let nobody = chain.json(&["challenge", "-w", "bob"])["gameId"].to_string();
    chain.text(&["decline", &nobody, "-w", "bob"]);
    let aborted = begin(&chain, players, &blitz);
    chain.play(&aborted, players, "e4");
    for player in players {
        chain.text(&["draw", &aborted, "-w", player]);
    }
    let games = [&*two, &one, &draw, &engines, &nobody, &aborted];
    let told = chain.json(&["ratings"]);
    assert_equal(&told, &by_views(&chain, &games));
    assert_eq!(chain.json(&["ratings", "--kept", kept]), told);

    // an end that is later undone on the chain
    let three = begin(&chain, players, &blitz);
    let snapshot = chain.json(&["chain", "snapshot"])["snapshot"].to_string();
    chain.text(&["resign", &three, "-w", "carol"]);
    let lost = chain.json(&["ratings", "--kept", kept]);
    assert_same(&relay, &chain, &players);
    chain.text(&["chain", "revert", &snapshot]);
    chain.text(&["chain", "generate-blocks", "3"]);
    chain.text(&["resign", &three, "-w", "bob"]);
    let told = chain.json(&["ratings", "--kept", kept]);
    assert_ne!(told["ratings"], lost["ratings"]);
    assert_same(&relay, &chain, &players);
    assert_eq!(told, chain.json(&["ratings"]));
    let games = [&games[..], &[&three]].concat();
    assert_equal(&told, &by_views(&chain, &games));

    let course = chain.json(&["ratings", "--player", "carol"]);
    assert_eq!(course["player"], chain.erd("carol"));
    let steps = course["course"].as_array().unwrap().iter();
    let points: Vec<_> = steps
        .map(|step| json!([step["game"], step["points"]]))
        .collect();
    assert_eq!(json!(points), json!([[2, 2], [1, 2], [3, 1], [7, 2]]));
    let text = chain.text(&["ratings", "--player", "carol"]);
    has(&text, "? deviation ");
    has(&text, "  game 1  blitz  won against erd1");
    let text = chain.text(&["ratings"]);
    let carol = format!("   3 games  {}\n", chain.erd("carol"));
    has(&text, "\nblitz\n   1  ");
    has(&text, &carol);
    has(&text, "\nblitz with programs\n");

    // bob is a purse of grace's, so her games count as if she had played them
    let links = chain.folder.path().join("purses.json");
    let contract = told["contract"].as_str().unwrap();
    let [bob, grace] = ["bob", "grace"].map(|name| chain.erd(name));
    let message = relay::purse_message(contract, &bob, &grace).to_vec();
    let signed = |name| chain.signer(name).sign_bytes(message.clone()).to_vec();
    let [by_bob, by_grace] = ["bob", "grace"].map(signed);
    let link = json!([{
        "contract": contract, "purse": bob, "wallet": grace,
        "walletSignature": hex::encode(by_grace), "purseSignature": hex::encode(by_bob),
    }]);
    std::fs::write(&links, link.to_string()).unwrap();
    let purses = ["ratings", "--purses", links.to_str().unwrap()];
    let renamed = told["ratings"].to_string().replace(&bob, &grace);
    let named = chain.json(&purses)["ratings"].to_string();
    assert_eq!(named, renamed);
    let courses =
        ["bob", "grace"].map(|one| chain.json(&[&purses[..], &["--player", one]].concat()));
    assert_eq!(courses[0], courses[1]);
    assert_eq!(courses[0]["player"], grace);
    let forged = link.to_string().replace(&grace, &chain.erd("frank"));
    std::fs::write(&links, forged).unwrap();
    chain.refuses(&purses, "must both sign the text");

    let said = chain.refusal(&["ratings", "--kept", kept, "--from", "3"]);
    let words = format!("error: {kept} was read from block 0 on, not from 3\n");
    assert_eq!(said, words);
    std::fs::write(kept, "{}").unwrap();
    let said = chain.refusal(&["ratings", "--kept", kept]);
    has(&said, "keeps no ratings: missing field");
}

#[test]
fn a_players_moves_are_compared_with_a_programs() {
    let chain = LocalChain::open();
    let players = ["bob", "carol"];
    let mate = begin(&chain, players, &[]);
    let said = chain.refusal(&["fair-play", "--games", &mate]);
    let words = "error: game 1 isn't over: what a program says of it before would be help\n";
    assert_eq!(said.lines().last(), words.lines().last());
    chain.play(&mate, players, FOOLS_MATE);
    let gif = chain.folder.path().join("mate.gif");
    let file = gif.to_str().unwrap();
    let told = chain.json(&["gif", &mate, "--output", file]);
    let bytes = std::fs::read(&gif).unwrap();
    assert!(bytes.starts_with(b"GIF89a"));
    assert_eq!(told["plies"], 4);
    assert_eq!(told["bytes"], bytes.len());
    chain.refuses(&["gif", "7"], "there is no game 7");

    let allowed = begin(&chain, players, &["--engines"]);
    chain.play(&allowed, players, "e4 e5");
    chain.text(&["resign", &allowed, "-w", "bob"]);

    let arguments = ["fair-play", "--games", "1,2", "--nodes", "5000"];
    let told = chain.json(&arguments);
    assert_eq!(told, chain.json(&arguments));
    assert_eq!(told["judge"]["nodes"], 5_000);
    let [game, with_engines] = [0, 1].map(|at| &told["games"][at]);
    assert_eq!(game["game"], 1);
    assert_eq!(game["judgedPlies"], 4);
    let number = |side: &str, name: &str| game[side][name].as_f64().unwrap();
    assert_eq!(number("white", "moves"), 2.0);
    assert_eq!(number("black", "moves"), 2.0);
    // g4 loses everything; Qh4 is the only good move
    assert!(number("white", "averageLoss") > 400.0, "{game}");
    assert!(number("white", "accuracy") < 50.0, "{game}");
    assert!(number("black", "accuracy") > 80.0, "{game}");
    assert!(number("black", "firstChoices") >= 1.0, "{game}");
    assert_eq!(with_engines["engines"], true);

    let text = chain.text(&["fair-play", "--player", "carol", "--nodes", "5000"]);
    let judge = "judged by onchain-chess engine 0.1.0, 5000 nodes a position\n";
    begins(&text, judge);
    has(&text, " in 1 game:\n");
    has(&text, "skipped 1 game with programs allowed\n");
    has(&text, "This is evidence and no verdict");

    // built with the workspace, next to this command line
    let program =
        Path::new(env!("CARGO_BIN_EXE_chess-interaction")).with_file_name("minichess-cli");
    assert!(program.is_file(), "cargo build -p minichess-cli");
    let program = format!("{} --board 8x8 uci", program.display());
    let carol = chain.erd("carol");
    let by = ["--player", &carol, "--engine", &program, "--nodes", "5000"];
    let by_program = chain.json(&[&["fair-play"], &by[..]].concat());
    assert_ne!(by_program["judge"]["program"], told["judge"]["program"]);
    let total = &by_program["total"];
    assert_eq!(total["moves"], 2);
    assert!(total["accuracy"].as_f64().unwrap() > 80.0, "{total}");
    let said = chain.refusal(&["fair-play", "--games", "1", "--engine", "no-such-program"]);
    begins(&said, "error: no-such-program: ");
    assert_eq!(interaction(&["fair-play"]).code, 2);
}
