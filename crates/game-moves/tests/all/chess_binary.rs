//! Chess moves in binary, without allocation, as the contract uses them.

use game_moves::chess::{Move, Promotion, Square};

fn square(index: u8) -> Square {
    Square::new_from_a1(index).unwrap()
}

#[test]
fn every_move_decodes_from_its_encoding() {
    let pieces = [
        None,
        Some(Promotion::Queen),
        Some(Promotion::Rook),
        Some(Promotion::Bishop),
        Some(Promotion::Knight),
    ];
    let mut values = 0;
    for from in 0..64 {
        for to in 0..64 {
            for piece in pieces {
                if let Ok(mv) = Move::new(square(from), square(to), piece) {
                    let encoded = mv.encode();
                    assert_eq!(
                        Move::decode(encoded.as_bytes()),
                        Ok((mv, encoded.as_bytes().len()))
                    );
                    values += 1;
                }
            }
        }
    }
    assert_eq!(values, 64 * 63 + 2 * 22 * 4);
}

/// The longest that any numbers make the JSON, legal or not.
#[test]
fn no_json_is_longer_than_said() {
    use game_moves::chess::{MAX_JSON_LEN, Position, write_json};

    let context = chess_rules::Context {
        kings: [square(63); 2],
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

#[test]
fn the_contract_counts_from_a8() {
    // e2 is 12 from a1 and 52 from a8
    assert_eq!(Square::new_from_a8(52), Some(square(12)));
    assert_eq!(square(0).index_from_a8(), 56);
    assert_eq!(Square::new_from_a8(64), None);
}
