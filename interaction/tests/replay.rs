//! `replay`: its output for each game, and its failures.

mod command;

use command::{begins, ends, has, interaction, pgn};

const SEVERAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/several.pgn");

#[test]
fn every_way_to_end_a_game_is_settled_and_paid() {
    let said = interaction(&["replay", SEVERAL]);
    let expected = "\
game 1: plies 4 state 2 reason Checkmate fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3 paid 0 2
game 2: plies 19 state 3 reason Stalemate fen 5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10 paid 1 1
game 3: plies 3 state 1 reason Resignation fen rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2 paid 2 0
game 4: plies 1 state 2 reason Resignation fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 paid 0 2
game 5: plies 3 state 3 reason Agreement fen rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2 paid 1 1
game 6: plies 0 state 3 reason Agreement fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 paid 1 1
game 7: plies 1 state 0 reason None fen rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1 paid 0 0
game 8: plies 9 state 1 reason Resignation fen Q2qkbnr/2pppppp/2n5/8/8/8/1PPPPPPP/RNBQKBNR b KQk - 0 5 paid 2 0
game 9: plies 9 state 1 reason Resignation fen R2qkbnr/2pppppp/2n5/8/8/8/1PPPPPPP/RNBQKBNR b KQk - 0 5 paid 2 0
game 10: plies 9 state 1 reason Resignation fen B2qkbnr/2pppppp/2n5/8/8/8/1PPPPPPP/RNBQKBNR b KQk - 0 5 paid 2 0
game 11: plies 10 state 0 reason None fen rnbqkbnr/pppppp1p/8/8/8/5N2/PPPPPP1R/RNBQKn2 w Qkq - 0 6 paid 0 0
game 12: plies 12 state 0 reason None fen 2kr1bnr/1pp1pppp/p1nq4/5b2/8/5N2/PPPPBPPP/RNBQ1RK1 w - - 2 7 paid 0 0
game 13: plies 16 state 3 reason FivefoldRepetition fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 16 9 paid 1 1
game 14: plies 0 state 1 reason Resignation fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 paid 2 0 forfeit
";
    assert_eq!((said.out.as_str(), said.err.as_str()), (expected, ""));
    assert_eq!(said.code, 0);
}

/// The games before a failing one are played and reported; the place and the reason are named.
#[test]
fn the_first_game_that_fails_ends_the_run() {
    let first = "1. e4 1-0\n\n";
    let told = "game 1: plies 1 state 1 reason Resignation fen ";
    let faults = r#"
illegal | 1. e4 e5 2. Ke3 * | game 2, line 3, column 13: 2. Ke3: not a legal move in
position | [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"] 1. e4 * | line 3, column 1: the game starts from a position of its own
over | 1. Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4 * | game 2, ply 17, 9. e4: makeMove failed: the game is over (status 4)
"#;
    for fault in faults.trim().lines() {
        let [name, game, message] = fault.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{fault}");
        };
        let file = pgn(name, &format!("{first}{game}\n\n1. d4 *\n"));
        let said = interaction(&["replay", &file]);
        assert!(said.out.starts_with(told), "{name}: {}", said.out);
        assert_eq!(said.out.lines().count(), 1, "{name}: {}", said.out);
        assert!(said.err.starts_with("error: "), "{name}: {}", said.err);
        assert!(said.err.contains(&file), "{name}: {}", said.err);
        assert!(said.err.contains(message), "{name}: {}", said.err);
        assert_eq!(said.code, 1, "{name}");
    }
}

#[test]
fn an_unreadable_file_is_named() {
    let said = interaction(&["replay", "no/such.pgn"]);
    begins(&said.err, "error: no/such.pgn: ");
    assert_eq!((said.code, said.out.as_str()), (1, ""));

    let file = pgn("nothing", "{ no game }\n");
    let said = interaction(&["replay", &file]);
    ends(&said.err, "nothing.pgn: no games in it\n");
    assert_eq!((said.code, said.out.as_str()), (1, ""));

    let said = interaction(&["--artefacts", "no/such", "replay", SEVERAL]);
    has(&said.err, "no/such/onchain-chess.mxsc.json");
    has(&said.err, "make build");
    assert_eq!((said.code, said.out.as_str()), (1, ""));
}
