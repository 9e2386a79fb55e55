//! Programs that answer badly lose the game, and the match continues.

#![cfg(unix)]

use std::process::Command;

/// A program that answers each `go` with its argument, or ends there.
const PROGRAM: &str = "while read -r line; do
  case $line in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go*) if [ \"$1\" = ends ]; then exit; fi; echo bestmove \"$1\" ;;
  esac
done";

#[test]
fn a_bad_answer_loses_the_game_and_the_match_continues() {
    let script = std::env::temp_dir().join(format!("bad-program-{}", std::process::id()));
    std::fs::write(&script, PROGRAM).expect("a script");
    for answer in ["0000", "(none)", "Nf3", "a1a8", "ends"] {
        let player = format!("uci:sh {} '{answer}':go nodes 1", script.display());
        let told = Command::new(env!("CARGO_BIN_EXE_minichess-cli"))
            .args(["--board", "8x8", "match", &player, "nodes:5"])
            .args(["--games", "4", "--seed", "1"])
            .output()
            .expect("minichess-cli");
        let [out, err] = [told.stdout, told.stderr].map(|text| String::from_utf8(text).unwrap());
        assert!(told.status.success(), "{answer}: {err}");
        assert!(
            out.contains("  0 won, 0 drawn, 4 lost: "),
            "{answer}: {out}"
        );
        let lines: Vec<_> = err.lines().collect();
        assert_eq!(lines.len(), 4, "{answer}: {err}");
        for (line, place) in lines.iter().zip(["game 1, ply ", "game 2, ply "]) {
            assert!(line.starts_with(place), "{answer}: {line}");
            assert!(line.ends_with(": the game is lost"), "{answer}: {line}");
        }
    }
    std::fs::remove_file(script).expect("the script");
}
