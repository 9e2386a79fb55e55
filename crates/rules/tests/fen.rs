//! FENs that are wrong, each with its error, and never a panic.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

mod oracle;

use chess_rules::{FenError, Position};
use oracle::{STARTS, legal_moves};

#[test]
fn each_fault_has_its_error() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let with = |rest: &str| format!("{start} {rest}");
    let on = |board: &str| format!("{board} w - - 0 1");
    let cases = [
        (String::new(), FenError::Fields),
        ("   ".into(), FenError::Fields),
        (start.into(), FenError::Fields),
        (with("w"), FenError::Fields),
        (with("w KQkq"), FenError::Fields),
        (with("w KQkq - 0"), FenError::Fields),
        (with("w KQkq - 0 1 x"), FenError::Fields),
        (on("8/8/8/8/8/8/8/8"), FenError::Kings),
        (on("8/8/8/8/8/8/8/K7"), FenError::Kings),
        (on("kk6/8/8/8/8/8/8/K7"), FenError::Kings),
        (on("k7/8/8/8/8/8/8/KK6"), FenError::Kings),
        (on("k7/8/8/8/8/QQQQQQQQ/QQQQQQQQ/K7"), FenError::Pieces),
        (on("k6P/8/8/8/8/8/8/K7"), FenError::Pawns),
        (on("k7/8/8/8/8/8/8/K6p"), FenError::Pawns),
        (with("W KQkq - 0 1"), FenError::Turn),
        (with("white KQkq - 0 1"), FenError::Turn),
        (with("- KQkq - 0 1"), FenError::Turn),
        (with("w KQkX - 0 1"), FenError::Castling),
        (with("w KK - 0 1"), FenError::Castling),
        (with("w -K - 0 1"), FenError::Castling),
        (with("w HAha - 0 1"), FenError::Castling),
        ("4k3/8/8/8/8/8/8/R3K3 w K - 0 1".into(), FenError::Castling),
        ("4k3/8/8/8/8/8/8/R2K4 w Q - 0 1".into(), FenError::Castling),
        ("r3k3/8/8/8/8/8/8/4K3 w k - 0 1".into(), FenError::Castling),
        ("R3k3/8/8/8/8/8/8/4K3 w q - 0 1".into(), FenError::Castling),
        (with("w KQkq e3 0 1"), FenError::EnPassant),
        (with("w KQkq e6 0 1"), FenError::EnPassant),
        (with("b KQkq e3 0 1"), FenError::EnPassant),
        (with("w KQkq e 0 1"), FenError::EnPassant),
        (with("w KQkq i6 0 1"), FenError::EnPassant),
        (with("w KQkq a8 0 1"), FenError::EnPassant),
        (with("b KQkq h1 0 1"), FenError::EnPassant),
        (with("w KQkq - x 1"), FenError::Clocks),
        (with("w KQkq - -1 1"), FenError::Clocks),
        (with("w KQkq - +1 1"), FenError::Clocks),
        (with("w KQkq - 256 1"), FenError::Clocks),
        (with("w KQkq - 0 +1"), FenError::Clocks),
        (with("w KQkq - 0 32001"), FenError::Clocks),
        (with("w KQkq - 0 99999999999"), FenError::Clocks),
        (with("w KQkq - 0 one"), FenError::Clocks),
    ];
    let boards = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/K7",
        "rnbqkbnr/pppppppp/8/8/8/9/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/8/0/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/8/7/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/8/81/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/8/8p/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/8//PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/8/x7/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/8/é7/PPPPPPPP/RNBQKBNR",
        &"8".repeat(1_000),
        &"8/".repeat(1_000),
    ];
    let boards = boards.map(|board| (on(board), FenError::Board));
    // a pawn of the wrong colour, a piece behind it, a piece on its first square
    let passed = ["8/8/3PP3", "8/4n3/3Pp3", "4n3/8/3Pp3"];
    let passed = passed.map(|ranks| format!("4k3/{ranks}/8/8/8/4K3 w - e6 0 1"));
    let passed = passed.map(|fen| (fen, FenError::EnPassant));
    for (fen, expected) in cases.into_iter().chain(boards).chain(passed) {
        assert_eq!(fen.parse::<Position>(), Err(expected), "{fen:?}");
    }
}

#[test]
fn every_error_speaks_of_what_is_wrong() {
    let words = [
        (FenError::Fields, "six fields"),
        (FenError::Board, "eight ranks"),
        (FenError::Kings, "one king"),
        (FenError::Pieces, "16 pieces"),
        (FenError::Pawns, "no pawn"),
        (FenError::Turn, "w or b"),
        (FenError::Castling, "KQkq"),
        (FenError::EnPassant, "en-passant"),
        (FenError::Clocks, "move number"),
    ];
    for (error, word) in words {
        assert!(error.to_string().contains(word), "{error}");
    }
}

#[test]
fn the_clocks_may_be_left_out_as_in_epd() {
    let short: Position = "4k3/8/8/8/8/8/8/4K2R b K -".parse().unwrap();
    assert_eq!(short.fen().to_string(), "4k3/8/8/8/8/8/8/4K2R b K - 0 1");
    assert_eq!((short.ply(), short.half_move_clock()), (1, 0));
}

#[test]
fn the_largest_clocks_are_kept() {
    let fen = "4k3/8/8/8/8/8/8/4K2R b K - 255 32000";
    let position: Position = fen.parse().unwrap();
    assert_eq!(position.fen().to_string(), fen);
}

/// The en-passant square is only written if the capture is legal.
#[test]
fn an_en_passant_square_without_a_legal_capture_is_dropped() {
    for (given, written) in [
        (
            "4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1",
            "4k3/8/8/4p3/8/8/8/4K3 w - - 0 1",
        ),
        // pinned along the file, and along the rank with both pawns between
        (
            "4rk2/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "4rk2/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        ),
        (
            "5k2/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
            "5k2/8/8/K2pP2r/8/8/8/8 w - - 0 1",
        ),
    ] {
        let position: Position = given.parse().unwrap();
        assert_eq!(position.fen().to_string(), written);
    }
    let kept = "5k2/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert_eq!(kept.parse::<Position>().unwrap().fen().to_string(), kept);
}

/// Every position that is read can be played with and written again.
fn must_not_panic(text: &str) -> bool {
    let Ok(position) = text.parse::<Position>() else {
        return false;
    };
    let fen = position.fen().to_string();
    assert_eq!(fen.parse().as_ref(), Ok(&position), "{text:?}");
    let _ = position.outcome();
    for m in legal_moves(&position) {
        let mut next = position.clone();
        next.apply(m);
    }
    true
}

#[test]
fn random_bytes_and_spoilt_fens_never_panic() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..50_000 {
        let bytes: Vec<u8> = (0..random.usize(0..100)).map(|_| random.u8(..)).collect();
        assert!(!must_not_panic(&String::from_utf8_lossy(&bytes)));
    }
    let alphabet = b"KQRBNPkqrbnp12345678/ -wbacdefgh0369x+";
    let mut accepted = 0;
    for _ in 0..100_000 {
        let mut bytes = random.choice(STARTS).unwrap().as_bytes().to_vec();
        for _ in 0..random.usize(1..5) {
            let at = random.usize(0..bytes.len());
            let byte = *random.choice(alphabet).unwrap();
            match random.u8(0..3) {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => drop(bytes.remove(at)),
            }
        }
        accepted += u32::from(must_not_panic(&String::from_utf8_lossy(&bytes)));
    }
    assert!(accepted > 1_000, "{accepted} accepted");
}

#[test]
fn move_number_0_is_read_as_1() {
    let start = Position::START.fen().to_string();
    let counted_from_0 = start.replace("0 1", "0 0");
    assert_eq!(counted_from_0.parse(), Ok(Position::START));
}
