//! Matches from the command line: by hand, and by bots.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

mod command;
mod local;

use command::{Running, begins, has, words};
use std::net::TcpListener;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, sleep};
use std::time::Duration;

use local::{LocalChain, STAKE, until};
use serde_json::Value;

#[test]
fn a_match_is_played_by_transcripts_and_left() {
    let chain = LocalChain::open();
    let (round_0, round_1) = (chain.path("0"), chain.path("1"));
    let by = |player: &str, arguments: &[&str]| chain.run(&chain.by(player, arguments));
    let done = |player: &str, arguments: &[&str]| chain.text(&chain.by(player, arguments));
    let offer = "challenge --rounds 3 --stake 0.05 --side white --key";
    done("frank", &words(offer));
    done("grace", &["accept", "1", "--key"]);
    let before = ["frank", "grace"].map(|name| chain.funds(name));
    let players = ["frank", "grace"].into_iter().cycle();
    for (player, mv) in players.zip(words("f3 e5 g4 Qh4#")) {
        done(player, &["sign", "1", mv, "--transcript", &round_0]);
    }
    let of = ["--transcript", &round_1, "--round", "1", "--points", "0"];
    let say = |player: &str, what: &str| by(player, &[&["sign", "1", what][..], &of].concat());
    // the loser may go first, and can't begin a round and leave before it
    assert_eq!(say("frank", "leave").code, 0);
    let refused = say("frank", "begin");
    has(&refused.err, "you have left the match");
    let early = by("grace", &[&["submit", "1"][..], &of].concat());
    has(&early.err, "both players' signatures are needed");
    assert_eq!(say("grace", "leave").code, 0);
    let shown = done("grace", &[&["transcript", "1"][..], &of].concat());
    has(&shown, "White leaves the match");
    let wrong = by("grace", &words("sign 1 leave --round 4 --points 0"));
    has(&wrong.err, "the chain takes rounds 0 to 3");
    let wrong = by("grace", &words("sign 1 leave --round 1 --points 9"));
    has(&wrong.err, "9 points before round 1 are impossible");
    let told = done("bob", &[&["submit", "1"][..], &of].concat());
    let over = "game 1: The match is over (Left by both): Black wins, White 0 – Black 2.\n\
                paid: White 0.1 EGLD, Black 0.2 EGLD\n";
    begins(&told, over);
    let game = chain.json(&["game", "1"]);
    assert_eq!(game["played"], 1, "{game}");
    // of one round Black has won one: 3 + 1 stakes, and 3 - 1
    let paid = [0, 1].map(|player| {
        let name = ["frank", "grace"][player];
        (chain.funds(name) - &before[player]) / STAKE
    });
    assert_eq!(paid, [2u32.into(), 4u32.into()]);
    done("frank", &words(offer));
    done("grace", &["accept", "2", "--key"]);
    let shown = done("grace", &["game", "2"]);
    has(&shown, "round  1 of 3 (--round 0)\n");
    has(&shown, "play   by signature (sign, submit)\n");
    let of = ["--transcript", &chain.path("2")];
    done("frank", &[&["sign", "2", "resign"][..], &of].concat());
    let told = done("frank", &[&["submit", "2"][..], &of].concat());
    has(
        &told,
        "Resignation after 0 moves: the opponent will have won",
    );
}

/// Starts a bot. `says`: its output.
fn start_bot(
    chain: &LocalChain,
    name: &str,
    relay: &str,
    options: &[&str],
    says: Stdio,
) -> Running {
    let bot = [&["bot", "--relay", relay], options].concat();
    let mut command = chain.command(&chain.by(name, &bot));
    Running(command.stdout(says).spawn().expect("it runs"))
}

#[test]
fn bots_play_a_match_and_continue_after_they_were_killed() {
    let chain = LocalChain::open();
    let relay = chain.relay();
    // one is stronger: otherwise they repeat moves until a draw
    let level = |name: &str| if name == "frank" { "1" } else { "2" };
    let bot = |name: &str| {
        let options = "--games 1 --rounds 2 --begins-after 1 --engine";
        let options = [words(options), vec![level(name)]].concat();
        start_bot(&chain, name, relay.url(), &options, Stdio::null())
    };
    let refused = chain.run(&["bot", "--stake", "0.05", "--relay", relay.url()]);
    has(&refused.err, "add --engines");
    let refused = chain.run(&["bot", "--clock", "10s+1", "--relay", relay.url()]);
    assert_eq!(refused.code, 1);
    has(&refused.err, "10 s + 1 s a move: ");

    let (mut frank, mut grace) = (bot("frank"), bot("grace"));
    let game = until("a game", || {
        let games = chain.json(&["games"]);
        let games = games.as_array().expect("games").clone();
        games.into_iter().find(|game| game["state"] == "ongoing")
    });
    let id = game["id"].to_string();
    // each has its most games
    until("challenges taken back", || {
        (chain.text(&["challenges"]) == "no challenges\n").then_some(())
    });
    let watch = ["watch", &id, "--relay", relay.url(), "--json"];
    let mut watched = chain
        .command(&watch)
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let lines = std::io::BufReader::new(watched.stdout.take().expect("piped"));
    let (mut rounds, mut killed) = (vec![], 0);
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // an end of the last round that nobody can acknowledge stays open for its window
        scope.spawn(|| {
            while !is_over.load(Relaxed) {
                let game = chain.json(&["game", &id]);
                if game["awaits"] == "longer_game" && game["round"] == 1 {
                    chain.chain.generate_blocks(600);
                }
                sleep(Duration::from_secs(1));
            }
        });
        for line in std::io::BufRead::lines(lines) {
            let line: Value = serde_json::from_str(&line.expect("text")).expect("JSON");
            rounds.extend(line["round"].as_u64());
            match line["plies"].as_u64() {
                Some(10..) if rounds.is_empty() && killed == 0 => {
                    frank.kill();
                    frank = bot("frank");
                    killed += 1;
                }
                Some(10..) if rounds == [1] && killed == 1 => {
                    grace.kill();
                    grace = bot("grace");
                    killed += 1;
                }
                _ => {}
            }
        }
        is_over.store(true, Relaxed);
    });
    assert!(watched.wait().expect("it ends").success());
    assert_eq!((&rounds[..], killed), (&[1][..], 2));
    drop((frank, grace));
    let game = chain.json(&["game", &id]);
    assert_eq!(game["played"], 2, "{game}");
    let sent = chain.sent("heidi");
    assert!(sent.iter().all(localnet::Record::succeeded));
}

#[test]
fn a_bot_whose_relay_is_gone_answers_on_the_chain() {
    the_relay_is_gone(false);
}

#[test]
fn a_bot_that_is_started_without_its_relay_answers_on_the_chain() {
    the_relay_is_gone(true);
}

/// `restarts`: the bot is also killed, and then finds a relay that says nothing.
fn the_relay_is_gone(restarts: bool) {
    let chain = LocalChain::open();
    let relay = chain.relay();
    let options = ["--engine", "1", "--clock", "5+3", "--games", "1"];
    let start = |relay: &str| start_bot(&chain, "frank", relay, &options, Stdio::null());
    let mut bot = start(relay.url());
    let offer = "challenge --opponent frank --side white --clock 5+3 --key";
    let id = chain.json(&chain.by("grace", &words(offer)))["gameId"].to_string();
    until("a game", || {
        (chain.json(&["game", &id])["state"] == "ongoing").then_some(())
    });
    // only the bot has its key
    let [file, other] = ["game", "other"].map(|name| chain.path(name));
    let refused = until("a key that is in use", || {
        let sign = ["sign", &id, "e5", "--transcript", &other];
        let said = chain.run(&chain.by("frank", &sign));
        said.err.contains(".toml: another").then_some(said.err)
    });
    has(&refused, "is playing with this key");
    if restarts {
        bot.kill();
        let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("ws://{}/play", silent.local_addr().expect("an address"));
        bot = start(&url);
        thread::spawn(move || silent.incoming().collect::<Vec<_>>());
    }
    drop(relay);
    for what in ["e4", "ask"] {
        chain.text(&chain.by("grace", &["sign", &id, what, "--transcript", &file]));
    }
    chain.text(&chain.by("grace", &["submit", &id, "--transcript", &file]));
    let answered = until("an answer", || {
        let game = chain.json(&["game", &id]);
        (game["awaits"] == "move").then_some(game)
    });
    assert_eq!(answered["moves"].as_array().expect("moves").len(), 2);
    drop(bot);
}

#[test]
fn a_bot_without_money_makes_one_key() {
    let chain = LocalChain::open();
    let relay = chain.relay();
    let options = ["--engine", "1"];
    let _bot = start_bot(&chain, "mike", relay.url(), &options, Stdio::null());
    let count = || std::fs::read_dir(chain.path("keys of mike")).map_or(0, Iterator::count);
    until("a key", || (count() > 0).then_some(()));
    // it tries again every two seconds
    sleep(Duration::from_secs(7));
    assert_eq!(count(), 1);
}

#[test]
fn a_bot_plays_on_when_its_output_has_no_room() {
    let chain = LocalChain::open();
    let relay = chain.relay();
    let full = std::fs::File::options().write(true).open("/dev/full");
    let full = full.expect("a full disk").into();
    let _bot = start_bot(&chain, "frank", relay.url(), &["--engine", "1"], full);
    until("a challenge", || {
        (chain.text(&["challenges"]) != "no challenges\n").then_some(())
    });
}
