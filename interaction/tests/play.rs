//! `play`, `games` and `scenario`.

mod command;

use std::process::{Command, Stdio};
use std::time::Duration;

use chess_interaction::board::Look;
use chess_interaction::chain::Chain;
use chess_interaction::games::BUNDLED;
use chess_interaction::play::{Screen, play};
use command::{interaction, pgn};

/// Whatever isn't a terminal gets every board, and neither colours nor cursor movements.
#[test]
fn a_game_is_shown_board_by_board() {
    let said = interaction(&["play", "en-passant-mate"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(
        said.out.starts_with("Gundersen, Gunnar – Faul, Albert: "),
        "{}",
        said.out
    );
    assert!(!said.out.contains('\x1b'));
    assert_eq!(said.out.matches("a b c d e f g h").count(), 30);
    let end = "15. hxg6#
  8  ♜ · ♝ ♛ · ♜ · ·
  7  ♟ ♟ · · ♞ · · ·
  6  · · · · ♘ · ♙ ♚
  5  · · · ♟ ♙ ♟ · ·
  4  · ♝ · ♞ · · ♕ ·
  3  · · ♘ · · · · ·
  2  ♙ ♙ · · · ♙ ♙ ·
  1  ♖ · ♗ · ♔ · · ♖

     a b c d e f g h

Checkmate: White wins after 15 moves.
The contract paid White 2 EGLD and Black nothing.
r1bq1r2/pp2n3/4N1Pk/3pPp2/1b1n2Q1/2N5/PP3PP1/R1B1K2R b KQ - 0 15
";
    assert!(said.out.ends_with(end), "{}", said.out);
}

#[test]
fn a_terminal_is_drawn_over_in_colours() {
    let artefacts = concat!(env!("CARGO_MANIFEST_DIR"), "/../output");
    let mut chain = Chain::start(artefacts.as_ref()).expect("the contracts are built");
    let screen = Screen {
        look: Look::Colored,
        redraw: true,
        delay: Duration::ZERO,
    };
    let mut out = vec![];
    play(&mut chain, &BUNDLED[7].game(), &screen, &mut out).unwrap();
    let out = String::from_utf8(out).unwrap();
    assert_eq!(out.matches("\x1b[11A\x1b[J").count(), 19);
    assert!(out.contains("\x1b[38;5;"));
    assert!(out.contains("Stalemate: a draw after 10 moves."));
    assert!(out.contains("The contract paid White 1 EGLD and Black 1 EGLD."));
}

#[test]
fn a_file_s_first_game_can_be_played() {
    let file = pgn("first", "1. e4 e5 *\n\n1. d4 *\n");
    let said = interaction(&["play", &file]);
    assert!(said.out.contains("1... e5\n"), "{}", said.out);
    assert!(said.out.contains("The game goes on."), "{}", said.out);
    assert!(!said.out.contains("d4"), "{}", said.out);
    assert_eq!(said.code, 0);
}

#[test]
fn what_cannot_be_played_is_named() {
    let said = interaction(&["play", "nothing-like-it"]);
    assert!(
        said.err.contains("neither a file nor a bundled game"),
        "{}",
        said.err
    );
    assert!(said.err.contains("opera, immortal"), "{}", said.err);
    assert_eq!(said.code, 1);
    let said = interaction(&["play", "--delay", "1000"]);
    assert!(said.err.contains("from 0 to 60"), "{}", said.err);
    assert_eq!(said.code, 2);
}

#[test]
fn the_bundled_games_are_listed() {
    let said = interaction(&["games"]);
    assert_eq!(said.out.lines().count(), BUNDLED.len());
    let first = "opera                         Morphy, Paul – Duke Karl and Count Isouard: ";
    assert!(said.out.starts_with(first), "{}", said.out);
}

#[test]
fn it_ends_quietly_where_nobody_reads_on() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chess-interaction"))
        .arg("play")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
}
