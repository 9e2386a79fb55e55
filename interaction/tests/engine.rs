//! `play-engine`: 6×6 chess in the terminal against the engine on a local chain, beside the same
//! game against the native engine.

mod command;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use chess_interaction::local::Local;
use command::Said;
use minichess_cli::native::Native;
use minichess_cli::play::play;
use minichess_engine::{Game, Outcome, Search};

fn local() -> Local {
    let folder = |name| Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let (chess, minichess) = (folder("../output"), folder("../contracts/minichess/output"));
    Local::start(0, &chess, &minichess, &mut |_| {}).expect("the contracts are built")
}

/// The command with the chain's contracts.
fn play_engine(local: &Local, depth: &str, input: &str) -> Said {
    let address = |address| local.client.network.bech32(address);
    let mut file = tempfile::tempfile().expect("a file");
    file.write_all(input.as_bytes()).expect("it is written");
    std::io::Seek::rewind(&mut file).expect("its beginning");
    let mut command = Command::new(env!("CARGO_BIN_EXE_chess-interaction"));
    command
        .args(["play-engine", "--depth", depth, "--wallet", "bob"])
        .args(["--gateway", &local.gateway()])
        .args(["--minichess", &address(&local.minichess)])
        .args(["--minichess-views", &address(&local.minichess_views)])
        .stdin(Stdio::from(file));
    Said::by(&mut command)
}

/// Moves for the player, legal where the engine plays as it does natively.
fn moves(depth: u8, count: u16) -> String {
    let mut game = Game::start();
    let mut moves = String::new();
    while game.outcome() == Outcome::Ongoing && game.plies() < 2 * count {
        let legal = game.legal_moves();
        let legal = legal.as_slice();
        let mine = legal[usize::from(game.plies()) * 7 % legal.len()];
        moves += &format!("{mine}\n");
        game.play(mine).expect("a legal move");
        if let Some(mut search) = Search::new(&game, depth) {
            search.run(u32::MAX, |_| false);
            game.play(search.answer().best).expect("a legal move");
        }
    }
    moves
}

/// What is shown where the engine plays natively.
fn natively(depth: u8, input: &str) -> String {
    let mut out = vec![];
    let engine = &mut Native { depth };
    play(Game::start(), engine, &mut input.as_bytes(), &mut out).expect("a game");
    String::from_utf8(out).expect("UTF-8")
}

/// The lines without what is said beside the engine's moves.
fn bare(shown: &str) -> Vec<&str> {
    let end = |line: &str| line.find("   (").unwrap_or(line.len());
    shown.lines().map(|line| &line[..end(line)]).collect()
}

#[test]
fn a_game_to_its_end_is_the_native_one() {
    let local = local();
    let input = format!("moves\ne2e5\nKf3\n{}", moves(3, 200));
    let native = natively(3, &input);
    assert!(native.contains("Checkmate: "), "{native}");
    let said = play_engine(&local, "3", &input);
    assert_eq!((said.code, said.err.as_str()), (0, "game 1 at depth 3\n"));
    assert_eq!(bare(&said.out), bare(&native));
    assert!(said.out.contains("   (1 transaction, "), "{}", said.out);
}

/// A search that takes more than one transaction.
#[test]
fn the_engine_thinks_on() {
    let local = local();
    let input = moves(16, 1);
    let said = play_engine(&local, "16", &input);
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(bare(&said.out), bare(&natively(16, &input)));
    let told = "game 1 at depth 16\nthe engine thinks on, transaction 2\n";
    assert!(said.err.starts_with(told), "{}", said.err);
    assert!(said.out.contains(" transactions, "), "{}", said.out);
}

#[test]
fn what_is_wrong_is_named() {
    let mut local = local();
    assert_eq!(play_engine(&local, "2", "").code, 2);
    let bob = local.wallet("bob").to_address();
    for (address, words) in [
        (bob, "is a wallet's address, not a contract's"),
        (
            local.client.contracts.chess.clone(),
            "error: newGame failed: invalid function",
        ),
    ] {
        local.minichess = address;
        let said = play_engine(&local, "3", "e2e3\n");
        assert!(said.err.contains(words), "{}", said.err);
        assert_eq!((said.code, said.out.as_str()), (1, ""));
    }
}
