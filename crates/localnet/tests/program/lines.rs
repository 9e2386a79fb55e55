//! The program's output about transactions.

use serde_json::json;

use crate::{
    common::{repo, self_caller, wasm},
    process::{Process, ended},
    session::Session,
};

const ON_ARRIVAL: [&str; 2] = ["--block-time", "0"];

fn abi() -> String {
    let path = repo().join("output/onchain-chess.abi.json");
    path.to_str().unwrap().to_string()
}

#[test]
fn a_chess_player_reads_the_lines() {
    let session = Session::of(Process::start(
        &[&ON_ARRIVAL[..], &["--abi", &abi()]].concat(),
    ));
    session.fools_mate();
    let process = &session.process;
    process.line_with(&["alice -> erd1qqq", "deploy init()  ok"]);
    process.line_with(&["unpause()  ok"]);
    process.line_with(&["bob -> ", "joinGame() with 0.000000001 EGLD  ok"]);
    let terms = "rounds 1, engines false, base 0, increment 0";
    process.line_with(&["gameStarted(game 1, white bob, black carol, ", terms]);
    process.line_with(&["bob -> ", "makeMove(game 1, f2f3)  ok"]);
    process.line_with(&["moveMade(game 1, player bob, ply 0, f2f3)"]);
    process.line_with(&["carol -> ", "makeMove(game 1, d8h4)"]);
    process.line_with(&[
        "gameEnded(game 1, white bob, black carol, ",
        "BlackWon, Checkmate, rounds 1, points 0)",
    ]);
    process.line_with(&["pays carol 0.000000002 EGLD"]);
}

#[test]
fn nested_calls_are_shown_on_demand_and_a_contract_knows_the_time_between_blocks() {
    let flags = [&ON_ARRIVAL[..], &["-v", "--round-time", "6000"]].concat();
    let session = Session::with(Process::start(&flags), &self_caller());
    session.call(0, "nested", &[]);
    session.process.line_with(&["alice -> ", "nested()  ok"]);
    let below = session.process.line_with(&["calls "]);
    assert!(below.trim_start().starts_with("calls erd1qqq"), "{below}");
    assert!(below.ends_with(".roundTime()"), "{below}");
    session.process.line_with(&["completedTxEvent("]);

    let query = json!({"scAddress": session.contract_text(), "funcName": "roundTime"});
    let told = session.process.post_data("/vm-values/int", &query);
    assert_eq!(told["data"], "6000");
}

#[test]
fn contracts_are_known_by_their_code_and_others_stay_plain() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    std::fs::copy(abi(), at("chess.abi.json")).unwrap();
    std::fs::write(at("chess.wasm"), b"another contract").unwrap();
    let folder = dir.path().to_str().unwrap();
    let arguments = [&ON_ARRIVAL[..], &["--abi", folder]].concat();
    let session = Session::of(Process::start(&arguments));
    session.start_game();
    session.play(1, 52, 36);
    session.process.line_with(&["makeMove(1, 52, 36)  ok"]);
    drop(session);

    std::fs::write(at("chess.wasm"), wasm("onchain-chess.wasm")).unwrap();
    let session = Session::of(Process::start(&arguments));
    session.start_game();
    session.play(1, 52, 36);
    session.process.line_with(&["makeMove(game 1, e2e4)  ok"]);
}

#[test]
fn wrong_abis_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let torn = dir.path().join("torn.abi.json");
    std::fs::write(&torn, "{").unwrap();
    let empty = tempfile::tempdir().unwrap();
    for (path, words) in [
        (dir.path().to_path_buf(), "isn't an ABI"),
        (dir.path().join("nothing.json"), "cannot read"),
        (empty.path().to_path_buf(), "there is no ABI"),
    ] {
        let (code, [_, said]) = ended(&["--port", "0", "--abi", path.to_str().unwrap()]);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(words) && said.lines().count() == 1, "{said}");
    }
}
