//! Chess in JSON, without allocation, as in the contract.

use game_moves::chess::{MAX_JSON_LEN, Position, Square, write_json};

/// The longest JSON for any numbers, legal or not.
#[test]
fn no_json_is_longer_than_the_bound() {
    let context = chess_rules::Context {
        kings: [Square::new_from_a1(63).unwrap(); 2],
        castling: chess_rules::Castling::ALL,
        en_passant: 7,
        half_move_clock: u8::MAX,
        ply: u16::MAX,
        ..Position::START.context()
    };
    let position = Position::from_parts([99; 64], context);
    let mut length = 0;
    write_json(&position, &mut |piece: &[u8]| length += piece.len());
    assert!(length <= MAX_JSON_LEN, "{length}");
}
