//! A key signs what its player may sign, and nothing else.

use chess_rules::Color;
use signed_play::{Action, Game, MovesError, PlayKey, SignError, VerifyError};

const MOVES: [u8; 6] = [12, 28, 52, 36, 6, 21]; // e2e4 e7e5 g1f3

fn keys() -> [PlayKey; 2] {
    [[1; 32], [2; 32]].map(|secret| PlayKey::from_secret(&secret))
}

/// The game of these keys' players, White's first.
fn game(keys: &[[u8; 32]; 2], round: u16, points: u16) -> Game<'_> {
    Game {
        contract: &[5; 32],
        id: 1,
        white_key: &keys[0],
        black_key: &keys[1],
        round,
        points,
    }
}

#[test]
fn what_is_signed_holds_for_its_signer_alone() {
    let [white, black] = keys();
    let keys = [white.public(), black.public()];
    let game = game(&keys, 0, 0);
    for action in [Action::Resign, Action::Draw, Action::Ask] {
        let signed = black.sign(&game, action, &MOVES).expect("Black's to sign");
        assert_eq!(game.verify(Color::Black, &signed, &MOVES), Ok(()));
        let as_whites = game.verify(Color::White, &signed, &MOVES);
        assert_eq!(as_whites, Err(VerifyError::Signature));
    }
    let reply = black
        .sign(&game, Action::Move, &MOVES[..4])
        .expect("Black's move");
    // it also covers the ply before White's answer
    assert_eq!(game.verify(Color::Black, &reply, &MOVES[..4]), Ok(()));
    assert_eq!(game.verify(Color::Black, &reply, &MOVES), Ok(()));
    let too_early = game.verify(Color::Black, &reply, &MOVES[..2]);
    assert_eq!(too_early, Err(VerifyError::NoMove));
}

#[test]
fn a_key_refuses_what_is_not_its_player_s_to_sign() {
    let [white, black] = keys();
    let keys = [white.public(), black.public()];
    let game = game(&keys, 0, 0);
    let refused = |key: &PlayKey, action, moves: &[u8]| key.sign(&game, action, moves).unwrap_err();
    let stranger = PlayKey::from_secret(&[3; 32]);
    assert_eq!(
        refused(&stranger, Action::Resign, &MOVES),
        SignError::NotAPlayer
    );
    assert_eq!(
        refused(&black, Action::Move, &MOVES),
        SignError::OpponentsMove
    );
    assert_eq!(
        refused(&white, Action::Move, &MOVES[..4]),
        SignError::OpponentsMove
    );
    assert_eq!(refused(&white, Action::Move, &[]), SignError::OpponentsMove);
    assert_eq!(refused(&black, Action::Move, &[]), SignError::OpponentsMove);
    let cut = SignError::Moves(MovesError::Move { ply: 3 });
    assert_eq!(refused(&white, Action::Move, &MOVES[..5]), cut);
}

#[test]
fn a_later_round_is_begun_or_left_without_moves() {
    let [white, black] = keys();
    let keys = [black.public(), white.public()];
    let game = game(&keys, 1, 2);
    for action in [Action::Move, Action::Leave] {
        for (key, color) in [(&black, Color::White), (&white, Color::Black)] {
            let signed = key.sign(&game, action, &[]).expect("a begin or a leave");
            assert_eq!(game.verify(color, &signed, &[]), Ok(()));
            for other in [Game { round: 3, ..game }, Game { points: 1, ..game }] {
                let shown = other.verify(color, &signed, &[]);
                assert_eq!(shown, Err(VerifyError::Signature), "{action:?}");
            }
        }
    }
    // Black's begin is still valid beside White's first move; White's isn't
    let begin = white.sign(&game, Action::Move, &[]).expect("a begin");
    assert_eq!(game.verify(Color::Black, &begin, &MOVES[..2]), Ok(()));
    let begin = black.sign(&game, Action::Move, &[]).expect("a begin");
    let shown = game.verify(Color::White, &begin, &MOVES[..2]);
    assert_eq!(shown, Err(VerifyError::Signature));

    let with_moves = white.sign(&game, Action::Leave, &MOVES);
    assert_eq!(with_moves, Err(SignError::LeaveWithMoves));
    let first = white.sign(&game, Action::Move, &MOVES[..2]);
    assert_eq!(first, Err(SignError::OpponentsMove));
}

#[test]
fn a_secret_is_never_shown() {
    let [white, _] = keys();
    let shown = format!("{white:?}");
    assert!(!shown.contains("1, 1, 1, 1"), "{shown}");
}

#[test]
fn errors_say_what_is_wrong() {
    let cut = MovesError::Move { ply: 2 };
    for (error, words) in [
        (SignError::NotAPlayer.to_string(), "none of this game's"),
        (SignError::OpponentsMove.to_string(), "who makes it"),
        (SignError::LeaveWithMoves.to_string(), "without moves"),
        (SignError::Moves(cut).to_string(), "ply 2"),
        (VerifyError::Moves(cut).to_string(), "ply 2"),
        (VerifyError::NoMove.to_string(), "no move"),
        (VerifyError::Signature.to_string(), "signature"),
    ] {
        assert!(error.contains(words), "{error}");
    }
}
