//! The players who can still mate (FIDE 6.9), compared with chasolver: a helpmate exists, or none
//! does. docs/endpoints.md names the figures.

use std::path::PathBuf;
use std::process::Command;

use chasolver::is_unwinnable_fast;
use chess::Board;
use chess_rules::{Color, Outcome, Position};

const SIDES: [(Color, chess::Color, char); 2] = [
    (Color::White, chess::Color::White, 'W'),
    (Color::Black, chess::Color::Black, 'B'),
];

fn said_by(command: &mut Command) -> String {
    let output = command.output().expect("a program");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

/// The folder of chasolver's lists of positions, in its package.
fn lists() -> PathBuf {
    // cargo has downloaded nothing for other platforms
    let host = said_by(Command::new("rustc").args(["--print", "host-tuple"]));
    let text = said_by(
        Command::new(env!("CARGO"))
            .args(["metadata", "--locked", "--offline", "--format-version=1"])
            .args(["--filter-platform", host.trim()]),
    );
    let end = text.find("/chasolver-3.0.0/Cargo.toml").expect("the crate");
    let start = text[..end].rfind('"').expect("a path") + 1;
    PathBuf::from(&text[start..end]).join("chasolver-3.0.0/tests")
}

/// The rule's answers if no series of legal moves mates, and if one does.
#[derive(Default, PartialEq, Debug)]
struct Answers {
    /// Nobody could mate, and the rule says so.
    draws: usize,
    /// Nobody could mate, and the rule gives a win.
    undeserved_wins: usize,
    /// Without a pawn on the board: no wall that nothing can pass.
    undeserved_without_pawns: usize,
    /// Someone could, and the rule says so.
    wins: usize,
    /// Someone could, and the rule gives a draw.
    undeserved_draws: usize,
}

/// The rule's answers for the waiting player, whose opponent is out of time, and the player to move.
fn compare(list: &str) -> [Answers; 2] {
    let text = std::fs::read_to_string(lists().join(list)).expect("a list");
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut answers = <[Answers; 2]>::default();
    for line in lines {
        let (verdict, fen) = line.split_at(2);
        let position: Position = fen.trim().parse().expect("a position");
        if position.outcome() == Outcome::Checkmate {
            continue; // no clock runs any longer
        }
        let board: Board = fen.trim().parse().expect("a board");
        for (color, theirs, letter) in SIDES {
            let can = verdict.contains(letter);
            let says = position.can_still_mate(color);
            // chasolver's quick proof is sound, not complete
            assert!(!can || !is_unwinnable_fast(&board, theirs), "{line}");
            let of = &mut answers[usize::from(position.turn() == color)];
            let has_pawns = fen
                .trim()
                .split(' ')
                .next()
                .is_some_and(|board| board.contains(['P', 'p']));
            of.undeserved_without_pawns += usize::from(says && !can && !has_pawns);
            *match (can, says) {
                (false, false) => &mut of.draws,
                (false, true) => &mut of.undeserved_wins,
                (true, true) => &mut of.wins,
                (true, false) => &mut of.undeserved_draws,
            } += 1;
        }
    }
    answers
}

/// Positions in which games on lichess ended because a player's time expired.
#[test]
fn two_of_65_536_games_are_won_undeservedly() {
    let [waits, on_move] = compare("lichess.txt");
    let expected = Answers {
        draws: 8,
        undeserved_wins: 2,
        undeserved_without_pawns: 0,
        wins: 65_526,
        undeserved_draws: 0,
    };
    assert_eq!(waits, expected);
    assert_eq!((on_move.undeserved_wins, on_move.undeserved_draws), (2, 0));
}

/// Positions constructed to be hard: the rule mistakes some for wins, none for draws.
#[test]
fn a_third_of_the_hard_positions_are_won_undeservedly() {
    let [waits, on_move] = compare("positions.txt");
    let expected = Answers {
        draws: 391,
        undeserved_wins: 1_078,
        undeserved_without_pawns: 1,
        wins: 1_904,
        undeserved_draws: 0,
    };
    assert_eq!(waits, expected);
    let expected = (1_160, 0);
    assert_eq!(
        (on_move.undeserved_wins, on_move.undeserved_draws),
        expected
    );
}
