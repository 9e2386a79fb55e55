//! Positions put together from parts: what fits is taken, each fault has its error.

use chess_rules::{Castling, Color, Context, Position, PositionError, Square};

/// The position of a FEN, changed and checked.
fn checked(
    fen: &str,
    change: impl FnOnce(&mut [u8; 64], &mut Context),
) -> Result<(), PositionError> {
    let position: Position = fen.parse().expect("a position");
    let (mut board, mut context) = (*position.board(), position.context());
    change(&mut board, &mut context);
    let made = Position::new(board, context)?;
    assert_eq!((made.board(), made.context()), (&board, context));
    Ok(())
}

#[track_caller]
fn fails(error: PositionError, fen: &str, change: impl FnOnce(&mut [u8; 64], &mut Context)) {
    assert_eq!(checked(fen, change), Err(error));
}

fn at(name: &str) -> Square {
    Square::parse(name.as_bytes()).expect("a square")
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";

#[test]
fn what_fits_is_taken() {
    assert_eq!(checked(START, |_, _| {}), Ok(()));
    assert_eq!(checked(EN_PASSANT, |_, _| {}), Ok(()));
    let none = checked(EN_PASSANT, |_, c| c.en_passant = Position::NO_FILE);
    assert_eq!(none, Ok(()));
    for bits in 0..16 {
        let castling = Castling::from_bits(bits).expect("four rights");
        assert_eq!(checked(START, |_, c| c.castling = castling), Ok(()));
    }
}

#[test]
fn each_fault_has_its_error() {
    for code in 13..=255 {
        fails(PositionError::Board, START, |board, _| board[30] = code);
    }
    for square in [0, 7, 56, 63] {
        for pawn in [5, 12] {
            fails(PositionError::Pawns, START, |board, _| board[square] = pawn);
        }
    }
    for king in [0, 7] {
        fails(PositionError::Kings, START, |board, _| board[30] = king);
    }
    for king in [4, 60] {
        fails(PositionError::Kings, START, |board, _| board[king] = 6);
    }
    for color in [Color::White, Color::Black] {
        fails(PositionError::KingSquares, START, |_, context| {
            context.kings[color as usize] = at("e4")
        });
    }
    for rook in [0, 7, 56, 63] {
        fails(PositionError::Castling, START, |board, _| board[rook] = 6);
    }
    let moved = "rnbqkbnr/pppppppp/8/8/8/8/PPPPKPPP/RNBQ1BNR w kq - 0 1";
    for right in [Castling::WHITE_SHORT, Castling::WHITE_LONG] {
        let castling = Castling::from_bits(right).expect("a right");
        fails(PositionError::Castling, moved, |_, c| c.castling = castling);
    }
    for file in (0..8).filter(|&file| file != 3).chain(9..=255) {
        fails(PositionError::EnPassant, EN_PASSANT, |_, c| {
            c.en_passant = file
        });
    }
    // the pawn that could capture is gone
    let gone = |board: &mut [u8; 64], _: &mut Context| board[28] = 6;
    fails(PositionError::EnPassantCapture, EN_PASSANT, gone);
    fails(PositionError::Ply, START, |_, context| context.ply = 1);
    fails(PositionError::Ply, START, |_, c| c.turn = Color::Black);
}

#[test]
fn each_fault_is_said() {
    for (error, words) in [
        (PositionError::Board, "0 to 12"),
        (PositionError::Pawns, "pawn"),
        (PositionError::Kings, "one king"),
        (PositionError::KingSquares, "elsewhere"),
        (PositionError::Castling, "at home"),
        (PositionError::EnPassant, "two squares"),
        (PositionError::EnPassantCapture, "capture"),
        (PositionError::Ply, "even"),
    ] {
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn squares_are_counted_both_ways() {
    for index in 0..=255 {
        let square = Square::new_from_a8(index);
        assert_eq!(square.is_some(), index < 64);
        assert_eq!(Square::new_from_a1(index).is_some(), index < 64);
        let Some(square) = square else { continue };
        assert_eq!(square.index_from_a8(), index);
        assert_eq!(Square::new_from_a1(square.index_from_a1()), Some(square));
        assert_eq!(square.index_from_a1(), square.rank() * 8 + square.file());
        assert_eq!(Square::parse(&square.name()), Some(square));
        assert_eq!(Square::from_low_bits(index | 64), square);
    }
    assert_eq!(at("a8").index_from_a8(), 0);
    assert_eq!(at("a1").index_from_a1(), 0);
    assert_eq!(at("e2").index_from_a8(), 52);
    for name in ["", "e", "e9", "i1", "e22", "E2"] {
        assert_eq!(Square::parse(name.as_bytes()), None);
    }
}

#[test]
fn castling_rights_are_four_bits() {
    for bits in 0..=255 {
        assert_eq!(
            Castling::from_bits(bits).map(Castling::bits),
            (bits < 16).then_some(bits)
        );
        assert_eq!(Castling::from_low_bits(bits).bits(), bits % 16);
    }
    assert_eq!(Castling::ALL.bits(), 15);
    assert_eq!(Castling::NONE.bits(), 0);
}
