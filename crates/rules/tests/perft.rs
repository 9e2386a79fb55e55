//! The example `perft`: the standard positions, and what it says of a file that is wrong.

use std::process::{Command, Output};

fn perft(file: &str) -> Output {
    // cargo builds the examples beside the tests
    let test = std::env::current_exe().expect("the test's own path");
    let target = test.ancestors().nth(2).expect("target/debug");
    let mut command = Command::new(target.join("examples/perft"));
    command
        .arg(file)
        .output()
        .expect("cargo build -p chess-rules --example perft")
}

/// Writes lines to a separate file and runs perft on it: exit code, standard output, standard
/// error.
fn perft_of(name: &str, lines: &str) -> (i32, String, String) {
    let path = format!("{}/{name}.epd", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, lines).unwrap();
    said(perft(&path))
}

fn said(output: Output) -> (i32, String, String) {
    (
        output.status.code().expect("an exit code"),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn the_standard_positions_have_their_known_counts() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/standard.epd");
    let (code, out, err) = said(perft(file));
    assert!(out.contains("ok    D5 4865609"), "{out}");
    assert!(out.contains("ok    D4 4085603"), "{out}");
    assert!(out.ends_with("\n26 passed, 0 failed\n"), "{out}{err}");
    assert_eq!((code, err.as_str()), (0, ""));
}

#[test]
fn a_wrong_figure_fails() {
    let line = "8/8/8/8/8/8/8/K1k5 w - - 0 1 ;D1 1 ;D2 6\n";
    let (code, out, _) = perft_of("wrong-figure", line);
    assert!(out.contains("ok    D1 1"), "{out}");
    assert!(out.contains("WRONG D2 3, expected 6"), "{out}");
    assert!(out.ends_with("\n1 passed, 1 failed\n"), "{out}");
    assert_eq!(code, 1);
}

#[test]
fn a_line_that_cannot_be_read_is_named_and_fails() {
    for (name, line, message) in [
        (
            "bad-fen",
            "8/8/8/8/8/8/8/K7 w - - 0 1 ;D1 3",
            "exactly one king",
        ),
        (
            "no-figure",
            "8/8/8/8/8/8/8/K1k5 w - - 0 1",
            "expected FEN ;D1",
        ),
        (
            "bad-depth",
            "8/8/8/8/8/8/8/K1k5 w - - 0 1 ;D0 1",
            "expected FEN ;D1",
        ),
        (
            "bad-count",
            "8/8/8/8/8/8/8/K1k5 w - - 0 1 ;D1 x",
            "expected FEN ;D1",
        ),
    ] {
        let (code, out, err) = perft_of(name, &format!("# a comment\n\n{line}\n"));
        assert!(err.contains(&format!("{name}.epd:3: ")), "{err}");
        assert!(err.contains(message), "{err}");
        assert_eq!((code, out.as_str()), (1, "0 passed, 1 failed\n"));
    }
}

#[test]
fn a_file_without_positions_fails() {
    let (code, out, err) = perft_of("empty", "# nothing\n");
    assert!(err.contains("empty.epd: no positions"), "{err}");
    assert_eq!((code, out.as_str()), (1, "0 passed, 0 failed\n"));
}

#[test]
fn a_missing_file_is_named() {
    let (code, out, err) = said(perft("no/such.epd"));
    assert!(err.starts_with("no/such.epd: "), "{err}");
    assert_eq!((code, out.as_str()), (2, ""));
}
