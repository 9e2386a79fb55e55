//! `play-engine`: games in the terminal against the engines on a local chain, compared with the
//! same games against the native engine.

mod command;

use std::io::{Seek, Write};
use std::path::Path;
use std::process::Stdio;

use chess_engine::{Game, Outcome, chess};
use chess_interaction::engine::opponent::Contracts;
use chess_interaction::local::{Artefacts, Local};
use command::{Said, begins, ends, has, interaction, program, words};
use minichess_cli::native::Native;
use minichess_cli::play::play;
use minichess_cli::variant::Variant;

fn local() -> Local {
    let folder = |name| Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let artefacts = Artefacts {
        chess: &folder("../output"),
        minichess: &folder("../contracts/minichess/output"),
        enginechess: &folder("../contracts/enginechess/output"),
        tournament: &folder("../contracts/tournament/output"),
    };
    Local::start(0, artefacts, &mut |_| {}).expect("the contracts are built")
}

/// The command with an engine on the chain.
fn play_engine(local: &Local, engine: &Contracts, options: &[&str], input: &str) -> Said {
    let address = |address| local.client.network.bech32(address);
    let mut file = tempfile::tempfile().expect("a file");
    file.write_all(input.as_bytes()).expect("it is written");
    file.rewind().expect("its beginning");
    let mut command = program();
    command
        .args(["play-engine", "--wallet", "bob"])
        .args(options)
        .args(["--gateway", &local.gateway()])
        .args(["--contract", &address(&engine.engine)])
        .args(["--views", &address(&engine.views)])
        .stdin(Stdio::from(file));
    Said::by(&mut command)
}

/// Moves for the player, which are legal if the engine plays like the native one.
fn moves<G: Variant>(mut engine: Native, is_white: bool, count: usize) -> String {
    let mut game = G::start();
    let mut moves = String::new();
    let mut plies = 0;
    while game.outcome() == Outcome::Ongoing && moves.lines().count() < count {
        if game.white_to_move() == is_white {
            let legal = game.list();
            let mine = legal[plies * 7 % legal.len()];
            moves += &format!("{}\n", G::text(mine));
            game.play_move(mine).expect("a legal move");
        } else {
            let answer = engine.search(&game).expect("it goes on");
            game.play_move(answer.best).expect("a legal move");
        }
        plies += 1;
    }
    moves
}

/// The output of a game against the native engine.
fn natively<G: Variant>(mut engine: Native, is_white: bool, input: &str) -> String {
    let mut out = vec![];
    let input = &mut input.as_bytes();
    play(G::start(), is_white, &mut engine, input, &mut out).expect("a game");
    String::from_utf8(out).expect("UTF-8")
}

/// The lines without the remarks on the engine's moves, and on its thinking.
fn bare(shown: &str) -> String {
    let asks = "Enter: think on, now: move now, all: think to the end: ";
    let mut text = String::new();
    for line in shown.replace(asks, "").split_inclusive('\n') {
        match (line.find("engine thinks: "), line.find("   (")) {
            (Some(thinks), _) => text += &line[..thinks],
            (None, Some(remark)) => text += &format!("{}\n", &line[..remark]),
            (None, None) => text += line,
        }
    }
    text
}

/// Plays a game to its end after some first lines. Returns the output and the remarks.
fn is_the_native_one<G: Variant>(
    engine: Native,
    of: fn(&Local) -> &Contracts,
    options: &str,
    first: &str,
) -> String {
    let local = local();
    let input = first.to_owned() + &moves::<G>(engine.clone(), true, 200);
    let native = natively::<G>(engine, true, &input);
    has(&native, "Checkmate: ");
    let said = play_engine(&local, of(&local), &words(options), &input).good();
    assert_eq!(bare(&said.out), bare(&native));
    has(&said.out, "   (1 transaction, ");
    said.err
}

#[test]
fn a_game_to_its_end_is_the_native_one() {
    let (engine, options) = (Native::ToDepth(3), "--board 6x6 --depth 3");
    let first = "moves\ne2e5\nKf3\n";
    let said = is_the_native_one::<Game>(engine, |local| &local.minichess, options, first);
    assert_eq!(said, "game 1 at depth 3\n");
    let (engine, options) = (Native::with_nodes(500), "--level 1");
    let first = "fen\ne2e5\n";
    let said = is_the_native_one::<chess::Game>(engine, |local| &local.enginechess, options, first);
    begins(&said, "game 1 at level 1: 500 nodes, ");
}

/// Searches that take more than one transaction; the player decides how they continue.
#[test]
fn the_engine_thinks_on() {
    let local = local();
    let deep = Native::ToDepth(18);
    let input = moves::<Game>(deep.clone(), true, 1);
    let options = ["--board", "6x6", "--depth", "18"];
    let said = play_engine(&local, &local.minichess, &options, &input).good();
    assert_eq!(bare(&said.out), bare(&natively::<Game>(deep, true, &input)));
    has(&said.out, "engine thinks: depth ");
    has(&said.out, " transactions, ");

    // the engine begins, and must continue once
    let many = Native::with_nodes(200_000);
    let options = ["--level", "6", "--side", "black"];
    let said = play_engine(&local, &local.enginechess, &options, "\nall\n").good();
    let native = natively::<chess::Game>(many, false, "");
    assert_eq!(bare(&said.out), bare(&native));
    has(&said.out, " of 200000 nodes, best so far ");
}

#[test]
fn the_engine_moves_now() {
    let local = local();
    let said = play_engine(&local, &local.enginechess, &["--level", "6"], "e2e4\nnow\n").good();
    has(&said.out, " of 200000 nodes, best so far ");
    has(&said.out, "   (2 transactions, ");
}

#[test]
fn a_game_from_a_position() {
    let local = local();
    let engine = &local.enginechess;
    let from = |fen, input| play_engine(&local, engine, &["--level", "1", "--fen", fen], input);
    let said = from("k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8\n").good();
    ends(&said.out, "Checkmate: you win.\n");
    let said = from("k6R/8/1K6/8/8/8/8/8 b - - 0 1", "");
    let told = "error: newGame failed: the game would be over in this position\n";
    assert_eq!((said.code, said.err.as_str()), (1, told));
}

#[test]
fn levels_are_listed() {
    let said = interaction(&["engine-levels"]);
    assert_eq!((said.code, said.out.lines().count()), (0, 7));
    let lines = said.out.lines().skip(1);
    let nodes = lines.map(|line| line.split_whitespace().nth(1)?.parse().ok());
    let nodes: Option<Vec<u32>> = nodes.collect();
    assert_eq!(nodes.unwrap(), enginechess::levels::NODES);
}

#[test]
fn faults_are_named() {
    let mut local = local();
    let wrong = |options: &str, code, wanted: &str| {
        let said = interaction(&words(&format!("play-engine {options}")));
        assert!(said.err.contains(wanted), "{options}: {}", said.err);
        assert_eq!((said.code, said.out.as_str()), (code, ""), "{options}");
    };
    wrong("--board 6x6 --depth 2", 2, "3..=20");
    wrong("--level 7", 2, "1..=6");
    wrong("--depth 5", 1, "the 8×8 engine has --level");
    let not_on_6x6 = "--side and --fen are for the 8×8 board";
    wrong("--board 6x6 --side black", 1, not_on_6x6);
    wrong("--fen 8/8", 1, "'8/8': ");
    let nowhere = "--gateway http://127.0.0.1:1";
    wrong(nowhere, 1, "no 8x8 engine is known at");
    let bob = local.wallet("bob").to_address();
    for (address, words) in [
        (bob, "is a wallet's address, not a contract's"),
        (
            local.client.contracts.chess.clone(),
            "newGame isn't sent: the network would fail it: invalid function",
        ),
    ] {
        local.minichess.engine = address;
        let options = ["--board", "6x6", "--depth", "3"];
        let said = play_engine(&local, &local.minichess, &options, "e2e3\n");
        has(&said.err, words);
        assert_eq!((said.code, said.out.as_str()), (1, ""));
    }
}
