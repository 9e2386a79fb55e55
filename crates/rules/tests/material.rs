//! The players with the material to checkmate (FIDE 5.2.2, 6.9, 7.5.5), compared with shakmaty.

mod oracle;

use chess_rules::{Color, Position, Square};
use oracle::{shakmaty_color, shakmaty_square};
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position as _, Setup};

const COLORS: [Color; 2] = [Color::White, Color::Black];

fn material(fen: &str) -> [bool; 2] {
    let position: Position = fen.parse().expect("a position");
    COLORS.map(|color| position.has_mating_material(color))
}

#[test]
fn each_case_of_the_rule() {
    // the pieces other than the kings, and whether White and Black have the material
    for (pieces, expected) in [
        ("8", [false, false]),
        ("P7", [true, false]),
        ("r7", [false, true]),
        ("Q7", [true, false]),
        // a lone knight: against a bare king, queens, and each piece that helps it
        ("N7", [false, false]),
        ("Nq6", [false, true]),
        ("Nqq5", [false, true]),
        ("Nr6", [true, true]),
        ("Nb6", [true, true]),
        ("Nn6", [true, true]),
        ("Np6", [true, true]),
        ("Nqr5", [true, true]),
        ("NN6", [true, false]),
        ("NB6", [true, false]),
        // bishops on one colour (a4, c4, e4 are light), and what helps them
        ("B7", [false, false]),
        ("B1B1B3", [false, false]),
        ("Bq6", [false, true]),
        ("Br6", [false, true]),
        ("B1b5", [false, false]),
        ("Bb6", [true, true]),
        ("BB6", [true, false]),
        ("Bn6", [true, true]),
        ("Bp6", [true, true]),
        ("bP6", [true, true]),
        ("b1q2R2", [true, true]),
    ] {
        // "4k3" and "4K3" stand on the first and last rank
        let fen = format!("4k3/8/8/8/{pieces}/8/8/4K3 w - - 0 1");
        assert_eq!(material(&fen), expected, "{fen}");
    }
}

/// Whether White and Black could still mate.
fn can_still_mate(fen: &str) -> [bool; 2] {
    let position: Position = fen.parse().expect("a position");
    COLORS.map(|color| position.can_still_mate(color))
}

#[test]
fn a_ply_further_each_case_of_the_rule() {
    for (pieces, expected) in [
        // the only move takes the piece that could mate
        ("6Rk/8/7K/8/8/8/8/8 b", [false, false]),
        ("r7/K1k5/8/8/8/8/8/8 w", [false, false]),
        ("2kQ4/8/2K5/8/8/8/8/8 b", [false, false]),
        // so does this one; the knight could help the bishop, which is to move
        ("kb6/2N5/1K6/8/8/8/8/8 b", [false, true]),
        // a move leaves it
        ("1Rbk4/8/3K4/8/8/8/8/8 b", [true, false]),
        ("2kQ4/8/8/2K5/8/8/8/8 b", [true, false]),
        // the player to move isn't out of time: the material alone decides
        ("6Rk/8/7K/8/8/8/8/8 w", [true, false]),
        // the only moves promote: a knight or a bishop of the other colour helps the bishop
        ("8/7P/8/8/8/6k1/6b1/6K1 w", [true, true]),
        // no move at all
        ("7k/5Q2/8/6K1/8/8/8/8 b", [false, false]),
    ] {
        assert_eq!(
            can_still_mate(&format!("{pieces} - - 0 1")),
            expected,
            "{pieces}"
        );
    }
}

#[test]
fn equals_shakmaty_over_random_material() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut without = 0;
    let mut dead = 0;
    for _ in 0..200_000 {
        let mut setup = Setup::empty();
        let mut squares: Vec<Square> = Square::all().collect();
        random.shuffle(&mut squares);
        let mut put = |role, color, ranks: std::ops::Range<u8>| {
            let at = squares
                .iter()
                .position(|&s| ranks.contains(&s.rank()))
                .unwrap();
            let square = shakmaty_square(squares.swap_remove(at));
            let color = shakmaty_color(color);
            setup
                .board
                .set_piece_at(square, shakmaty::Piece { color, role });
        };
        for color in COLORS {
            put(shakmaty::Role::King, color, 0..8);
        }
        // few pieces, mostly minor ones, so that all cases come up
        for _ in 0..random.usize(0..5) {
            let color = COLORS[random.usize(0..2)];
            match random.u8(0..12) {
                0 => put(shakmaty::Role::Pawn, color, 1..7),
                1 => put(shakmaty::Role::Rook, color, 0..8),
                2 | 3 => put(shakmaty::Role::Queen, color, 0..8),
                4..8 => put(shakmaty::Role::Knight, color, 0..8),
                _ => put(shakmaty::Role::Bishop, color, 0..8),
            }
        }
        setup.turn = shakmaty_color(COLORS[random.usize(0..2)]);
        let Ok(theirs) = Chess::from_setup(setup, CastlingMode::Standard) else {
            continue; // kings beside each other, or the wrong one in check
        };
        let fen = shakmaty::fen::Fen::from_position(&theirs, EnPassantMode::Legal).to_string();
        let ours: Position = fen.parse().expect("a position");
        for color in COLORS {
            let expected = !theirs.has_insufficient_material(shakmaty_color(color));
            assert_eq!(
                ours.has_mating_material(color),
                expected,
                "{color:?}: {fen}"
            );
            without += u32::from(!expected);
        }
        assert_eq!(ours.is_dead(), theirs.is_insufficient_material(), "{fen}");
        dead += u32::from(ours.is_dead());
    }
    assert!(
        without > 50_000 && dead > 10_000,
        "{without} without, {dead} dead"
    );
}
