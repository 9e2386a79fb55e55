//! The small facts that the contract rests on and that no legal move shows: a bare king (FIDE article
//! 6.9), the colour of a piece code, the error for a text that is no move.

use chess_rules::{Color, MoveError, Position, Square, piece};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn position(fen: &str) -> Position {
    fen.parse().expect("a position")
}

#[test]
fn a_king_alone_is_bare() {
    let pawn = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    assert!(!pawn.has_bare_king(Color::White));
    assert!(pawn.has_bare_king(Color::Black));
    let knight = position("4k1n1/8/8/8/8/8/8/4K3 w - - 0 1");
    assert!(knight.has_bare_king(Color::White));
    assert!(!knight.has_bare_king(Color::Black));
    let start = position(START);
    assert!(!start.has_bare_king(Color::White));
    assert!(!start.has_bare_king(Color::Black));
}

#[test]
fn every_code_has_its_colour() {
    let start = position(START);
    for square in Square::all() {
        let expected = match square.rank() {
            6 | 7 => Some(Color::Black),
            0 | 1 => Some(Color::White),
            _ => None,
        };
        assert_eq!(piece::color(start.piece_at(square)), expected, "{square}");
    }
}

#[test]
fn what_is_no_move_is_told_how_to_write_one() {
    let error = "e9e4"
        .parse::<chess_rules::Move>()
        .expect_err("no such rank");
    assert_eq!(error, MoveError);
    assert!(error.to_string().contains("e2e4"), "{error}");
}
