//! Every example of document 004, to the byte.

use game_moves::{GameMove, backgammon, checkers, chess, dominos, ludo};

/// The document's JSON gives its hex, and hex and binary give the same move again.
fn example<M: GameMove>(json: &str, hex: &str, bytes: &[u8]) {
    let mv = M::read_json(json).unwrap();
    assert_eq!(mv.to_hex(), hex);
    assert_eq!(mv.to_bytes(), bytes);
    assert_eq!(M::from_hex(hex), Ok(mv.clone()));
    assert_eq!(M::from_bytes(bytes), Ok(mv.clone()));
    assert_eq!(M::from_json(&mv.to_json()), Ok(mv));
}

#[test]
fn chess_examples() {
    example::<chess::Move>(
        r#"{ "from": [4, 1], "to": [4, 3] }"#,
        "0x0C1C00",
        &[0x0C, 0x1C],
    );
    let promotion = r#"{ "from": [4, 6], "to": [4, 7], "promotion": "q" }"#;
    example::<chess::Move>(promotion, "0x343C01", &[0x34, 0x7C, 0x00]);
    example::<chess::Move>(
        r#"{ "from": [4, 0], "to": [6, 0] }"#,
        "0x040600",
        &[0x04, 0x06],
    );
}

#[test]
fn checkers_examples() {
    let simple = r#"{ "from": [2, 2], "to": [3, 3], "captures": [] }"#;
    example::<checkers::Move>(simple, "0x223300", &[0x22, 0x33, 0]);
    let single = r#"{ "from": [2, 2], "to": [4, 4], "captures": [[3, 3]] }"#;
    example::<checkers::Move>(single, "0x22440133", &[0x22, 0x44, 1, 0x33]);
    let double = r#"{ "from": [2, 2], "to": [6, 6], "captures": [[3, 3], [5, 5]] }"#;
    example::<checkers::Move>(double, "0x2266023355", &[0x22, 0x66, 2, 0x33, 0x55]);
}

#[test]
fn backgammon_examples() {
    example::<backgammon::Move>(
        r#"{ "from": "bar", "to": 23, "die": 1 }"#,
        "0xFF1701",
        &[255, 23, 1],
    );
    example::<backgammon::Move>(
        r#"{ "from": 12, "to": 6, "die": 6 }"#,
        "0x0C0606",
        &[12, 6, 6],
    );
    example::<backgammon::Move>(
        r#"{ "from": 5, "to": "off", "die": 6 }"#,
        "0x05FE06",
        &[5, 254, 6],
    );
}

#[test]
fn ludo_examples() {
    example::<ludo::Move>(r#"{ "tokenIndex": 0, "steps": 0 }"#, "0x0000", &[0, 0]);
    example::<ludo::Move>(r#"{ "tokenIndex": 2, "steps": 4 }"#, "0x0204", &[2, 4]);
    example::<ludo::Move>(r#"{ "tokenIndex": 1, "steps": 3 }"#, "0x0103", &[1, 3]);
}

#[test]
fn dominos_examples() {
    example::<dominos::Move>(
        r#"{ "tileIndex": -2, "end": "left", "flip": false }"#,
        "0x0000",
        &[0],
    );
    example::<dominos::Move>(
        r#"{ "tileIndex": -1, "end": "left", "flip": false }"#,
        "0x0100",
        &[1],
    );
    example::<dominos::Move>(
        r#"{ "tileIndex": 0, "end": "left", "flip": false }"#,
        "0x0200",
        &[2],
    );
    example::<dominos::Move>(
        r#"{ "tileIndex": 5, "end": "right", "flip": true }"#,
        "0x0711",
        &[0xC7],
    );
}

/// The keys of the states in the document's order, which is alphabetical.
#[test]
fn state_serialization_order() {
    use game_moves::Game;

    fn keys<G: Game>(state: &G) -> Vec<String> {
        match game_moves::json::Value::parse(&state.to_json()) {
            Ok(game_moves::json::Value::Object(fields)) => {
                fields.into_iter().map(|(key, _)| key).collect()
            }
            other => panic!("{other:?}"),
        }
    }
    fn order(text: &str) -> Vec<String> {
        text.split(" → ").map(str::to_owned).collect()
    }
    assert_eq!(
        keys(&chess::State::new()),
        order("board → castling → enPassant → fullMoveNumber → halfMoveClock → kings → turn")
    );
    assert_eq!(
        keys(&checkers::State::new()),
        order("board → moveCount → mustContinueFrom → turn")
    );
    assert_eq!(
        keys(&backgammon::State::new(0)),
        order("bar → bearOff → dice → moveCount → points → remainingDice → seed → turn")
    );
    assert_eq!(
        keys(&ludo::State::new(2, 0).unwrap()),
        order(
            "consecutiveSixes → dice → eliminated → moveCount → playerCount → seed → tokens → turn"
        )
    );
    assert_eq!(
        keys(&dominos::State::new(2, 0).unwrap()),
        order(
            "board → boneyard → hands → leftEnd → moveCount → passed → playerCount → rightEnd → seed → turn"
        )
    );
}

/// "next = (1664525 * seed + 1013904223) mod 2^31", in wider arithmetic.
#[test]
fn the_generator() {
    let mut seed = 0u32;
    for _ in 0..100_000 {
        let next = (1664525u128 * u128::from(seed) + 1013904223) % (1 << 31);
        assert_eq!(u128::from(game_moves::seed::next(seed)), next);
        assert_eq!(game_moves::seed::previous(next as u32), seed);
        seed = next as u32;
    }
}
