//! The command line: what it prints, and its errors.

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

use crate::recorded::{bare_record, steps};
use game_moves::{Algorithm, Game, chess, dominos, hex, ludo};

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_game-moves"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // who reads no input may be gone already
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

#[track_caller]
fn prints(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn fails(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    assert!(
        !output.status.success() && output.stdout.is_empty(),
        "{output:?}"
    );
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn encode_and_decode() {
    let moves =
        "{\"from\": [4, 1], \"to\": [4, 3]}\n\n{\"from\":[4,6],\"promotion\":\"q\",\"to\":[4,7]}\n";
    assert_eq!(
        prints(&["encode", "--game", "chess"], moves),
        "0x0C1C00\n0x343C01\n"
    );
    let canonical = "{\"from\":[4,1],\"promotion\":null,\"to\":[4,3]}\n{\"from\":[4,6],\"promotion\":\"q\",\"to\":[4,7]}\n";
    assert_eq!(
        prints(&["decode", "--game", "1"], "0x0C1C00\n0x343C01\n"),
        canonical
    );
    assert_eq!(
        run(&["encode", "--game", "chess", "--to", "binary"], moves).stdout,
        [12, 28, 52, 124, 0]
    );
    assert_eq!(
        prints(
            &["decode", "--game", "chess", "--from", "binary"],
            "\x0C\x1C\x34\x7C\x00"
        ),
        canonical
    );
}

#[test]
fn states_from_the_start_to_their_hash() {
    let start = prints(
        &["new", "--game", "ludo", "--players", "3", "--seed", "4"],
        "",
    );
    let mut state = ludo::State::new(3, 4).unwrap();
    assert_eq!(start, state.to_json() + "\n");
    while state.must_roll() {
        state = state.roll_dice().unwrap().1;
    }
    let legal: String = state
        .legal_moves()
        .iter()
        .map(|mv| game_moves::GameMove::to_hex(mv) + "\n")
        .collect();
    let json = state.to_json();
    assert_eq!(
        prints(&["legal", "--game", "ludo", "--to", "hex"], &json),
        legal
    );
    let sha = hex::encode(&state.hash(Algorithm::Sha256)) + "\n";
    let poseidon = hex::encode(&state.hash(Algorithm::Poseidon)) + "\n";
    assert_eq!(prints(&["hash", "--game", "5"], &json), sha);
    assert_eq!(
        prints(&["hash", "--game", "5", "--algorithm", "poseidon"], &json),
        poseidon
    );
}

#[test]
fn apply() {
    let file = std::env::temp_dir().join(format!("game-moves-{}.json", std::process::id()));
    std::fs::write(&file, chess::State::new().to_json()).unwrap();
    let path = file.to_str().unwrap();
    let moves = "0x0C1C00\n{\"from\":[4,6],\"to\":[4,4]}\n";
    let after = prints(&["apply", "--game", "chess", "--state", path], moves);
    let illegal = fails(
        &["apply", "--game", "chess", "--state", path],
        "0x0C1C00\n0x0C1C00\n",
    );
    std::fs::remove_file(&file).unwrap();
    let state = chess::State::from_json(after.trim_end()).unwrap();
    assert_eq!(
        state.position().fen().to_string(),
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    );
    assert_eq!(illegal, "game-moves: line 2: the move is not legal here\n");
}

/// Chess players write e2e4 and a7a8q.
#[test]
fn chess_moves_in_coordinates() {
    let start = prints(&["new", "--game", "chess"], "");
    let file = std::env::temp_dir().join(format!(
        "game-moves-coordinates-{}.json",
        std::process::id()
    ));
    std::fs::write(&file, start).unwrap();
    let apply = [
        "apply",
        "--game",
        "chess",
        "--state",
        file.to_str().unwrap(),
    ];
    assert_eq!(
        prints(&apply, "e2e4\ne7e5\n"),
        prints(&apply, "0x0C1C00\n0x342400\n")
    );
    std::fs::remove_file(&file).unwrap();
    assert_eq!(
        prints(&["encode", "--game", "chess"], "e2e4\na7a8q\n"),
        "0x0C1C00\n0x303801\n"
    );
}

#[test]
fn recorded_games() {
    let (start, steps) = steps::<dominos::State>(8, 100);
    let whole = prints(&["complete"], &bare_record(&start, &steps));
    let told = prints(&["replay"], &whole);
    let (_, last) = &steps[steps.len() - 1];
    assert!(
        told.starts_with(&format!("dominos: {} steps, ", steps.len())),
        "{told}"
    );
    assert!(
        told.contains(&hex::encode(&last.hash(Algorithm::Sha256))),
        "{told}"
    );

    let forged = whole.replacen("\"moveCount\":0", "\"moveCount\":1", 1);
    assert!(fails(&["replay"], &forged).starts_with("game-moves: line 1: state.moveCount: "));
    let cut: String = whole
        .lines()
        .take(3)
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(
        fails(&["replay"], &cut),
        "game-moves: line 4: the game's last line, with its chain, is missing\n"
    );
    assert_eq!(
        fails(&["replay"], ""),
        "game-moves: line 1: a game and its state belong here\n"
    );
}

#[test]
fn errors_say_where_and_what() {
    assert_eq!(
        fails(&["decode", "--game", "chess"], "0x0C1C00\n0x0c1c00\n"),
        "game-moves: line 2: hex: not a hex digit 0-9 or A-F\n"
    );
    assert_eq!(
        fails(
            &["encode", "--game", "ludo"],
            r#"{"steps":9,"tokenIndex":0}"#
        ),
        "game-moves: line 1: steps: must be 0 to 6\n"
    );
    assert_eq!(
        fails(
            &["encode", "--game", "ludo"],
            "{\"steps\":4,\"tokenIndex\":0}\n{\"steps\":1.5,\"tokenIndex\":0}"
        ),
        "game-moves: line 2: invalid type: floating point `1.5`, expected an integer or another JSON value without fractions, at column 12\n"
    );
    assert_eq!(
        fails(
            &["decode", "--game", "chess", "--from", "binary"],
            "\x0C\x1C\x0C"
        ),
        "game-moves: move 2 at byte 2: to: missing, the input ends too early\n"
    );
    assert_eq!(
        fails(&["legal", "--game", "ludo"], "{}"),
        "game-moves: playerCount: missing\n"
    );
    assert_eq!(
        fails(&["new", "--game", "ludo", "--players", "5"], ""),
        "game-moves: playerCount: two to four can play\n"
    );
    assert_eq!(
        fails(&["new", "--game", "chess", "--players", "3"], ""),
        "game-moves: players: two play this game\n"
    );
    assert!(
        fails(&["hash", "--game", "ludo", "no-such-file"], "")
            .starts_with("game-moves: no-such-file: ")
    );
    let unknown = fails(&["legal", "--game", "poker"], "");
    assert!(
        unknown.contains("no such game; there are chess (1), dominos (2)"),
        "{unknown}"
    );
}
