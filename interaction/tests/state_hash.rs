//! A state's hash from three sides, for every position of played games: the contract's view
//! `getStateHash`, the crate game-moves, and its command line.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use chess_interaction::pgn::games::{BUNDLED, Bundled};
use chess_interaction::play::in_process::Chain;
use chess_interaction::play::replay::Replay;
use game_moves::chess::{Move, State};
use game_moves::{Algorithm, Game, GameMove, hex};

/// The output of `game-moves complete` for a game of bare moves: the same game with a hash in each
/// line.
fn completed(bare: &str) -> String {
    // built with the workspace, beside the folder of this test
    let program = Path::new(env!("CARGO_BIN_EXE_chess-interaction")).with_file_name("game-moves");
    let mut child = Command::new(program)
        .arg("complete")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("game-moves is built: cargo build -p game-moves");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(bare.as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", output.status);
    String::from_utf8(output.stdout).expect("text")
}

fn agree_on(bundled: &Bundled) {
    let (name, game) = (bundled.name, bundled.game());
    let artefacts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../output");
    let mut chain = Chain::start(&artefacts).expect("a chain");
    let mut replay = Replay::start(&mut chain, &game).expect("a start");
    let mut state = State::new();
    let mut hashes = vec![];
    let mut bare = format!(r#"{{"game":"chess","state":{}}}"#, state.to_json()) + "\n";
    for ply in 0..=game.plies.len() {
        let id = replay.id;
        let by_contract = replay.table().state_hash(id).expect("a hash");
        assert_eq!(by_contract, state.hash(Algorithm::Sha256), "{name}: {ply}");
        hashes.push(hex::encode(&by_contract));
        let Some(next) = game.plies.get(ply) else {
            break;
        };
        replay.play(ply).expect("a legal move");
        let mv = Move::try_from(next.mv).expect("a move");
        bare += &format!(r#"{{"move":{},"player":{}}}"#, mv.to_json(), state.turn());
        bare += "\n";
        state = state.apply(&mv).expect("a legal move");
    }
    let completed = completed(&bare);
    let by_command_line: Vec<String> = completed
        .lines()
        .filter_map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            Some(line.get("hash")?.as_str()?.to_string())
        })
        .collect();
    assert_eq!(by_command_line, hashes, "{name}");
}

#[test]
fn of_every_position() {
    for name in "opera kasparov-topalov-1999 en-passant-mate stalemate".split(' ') {
        let bundled = BUNDLED.iter().find(|bundled| bundled.name == name);
        agree_on(bundled.expect("a bundled game"));
    }
}
