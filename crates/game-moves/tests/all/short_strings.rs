//! Every byte string of up to three bytes, as a move in binary and as the bytes of its hex, of each game: an error, or a move
//! that encodes to the same bytes.

use game_moves::{GameMove, backgammon, checkers, chess, dominos, hex, ludo};

/// The number of strings that are moves, as binary and as hex.
fn check_all<M: GameMove>() -> (u32, u32) {
    let (mut binary, mut hex) = (0, 0);
    let mut check = |bytes: &[u8]| {
        if let Ok(mv) = M::from_bytes(bytes) {
            assert_eq!(mv.to_bytes(), bytes);
            binary += 1;
        }
        if let Ok(mv) = M::from_hex_bytes(bytes) {
            assert_eq!(mv.hex_bytes(), bytes);
            assert_eq!(mv.to_hex(), hex::encode(bytes));
            hex += 1;
        }
    };
    check(&[]);
    for a in 0..=255 {
        check(&[a]);
        for b in 0..=255 {
            check(&[a, b]);
            for c in 0..=255 {
                check(&[a, b, c]);
            }
        }
    }
    (binary, hex)
}

#[test]
fn every_string_of_up_to_three_bytes_is_an_error_or_canonical() {
    // 64 × 63 plain moves, and 22 promotion steps for each colour with four pieces each
    assert_eq!(
        check_all::<chess::Move>(),
        (64 * 63 + 2 * 22 * 4, 64 * 63 + 2 * 22 * 4)
    );
    // steps without captures: 49 diagonals of each direction between the 32 squares, both ways
    assert_eq!(check_all::<checkers::Move>(), (98, 98));
    // both ways between points: 23 + 22 + … + 18; 6 dice from the bar for each player; home points with a die as high
    assert_eq!(
        check_all::<backgammon::Move>(),
        (2 * (123 + 6 + 21), 2 * (123 + 6 + 21))
    );
    assert_eq!(check_all::<ludo::Move>(), (4 * 7, 4 * 7));
    assert_eq!(check_all::<dominos::Move>(), (2 + 28 * 4, 2 + 28 * 4));
}
