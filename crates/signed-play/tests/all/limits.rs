//! Invalid arguments, keys and moves; and the number of moves that a message covers.

use chess_rules::Color;
use signed_play::{
    Action, ArgumentError, DOMAIN, Game, HEADER_LEN, KeyError, MAX_PLIES, MovesError, SignedAction,
    check_key, count_plies, covered_moves, covered_plies,
};

#[test]
fn the_bytes_of_a_message_are_the_specified_ones() {
    let game = Game {
        contract: &[3; 32],
        id: 0x0102_0304,
        white_key: &[4; 32],
        black_key: &[5; 32],
        round: 0x0607,
        points: 0x0809,
    };
    let message = game.message(Action::Draw, &[12, 28]);
    assert_eq!(message.len(), 127);
    assert_eq!(&message[..20], b"onchain-chess:play:2");
    assert_eq!(message[20..52], [3; 32]);
    assert_eq!(message[52..56], [1, 2, 3, 4]);
    assert_eq!(message[56..88], [4; 32]);
    assert_eq!(message[88..120], [5; 32]);
    assert_eq!(message[120..124], [6, 7, 8, 9]);
    assert_eq!(message[124..], [2, 12, 28]);
    assert_eq!((HEADER_LEN, DOMAIN.len()), (125, 20));
}

#[test]
fn an_argument_is_empty_or_65_bytes() {
    for len in (0..200).filter(|len| *len != 65) {
        let expected = match len {
            0 => Ok(None),
            _ => Err(ArgumentError::Length),
        };
        assert_eq!(
            SignedAction::from_argument(&vec![0; len]),
            expected,
            "{len}"
        );
    }
    for byte in 0..=255 {
        let read = SignedAction::from_argument(&[byte; 65]);
        match Action::ALL.get(usize::from(byte)) {
            None => assert_eq!(read, Err(ArgumentError::Action)),
            Some(&action) => {
                let signature = [byte; 64];
                assert_eq!(read, Ok(Some(SignedAction { action, signature })));
                assert_eq!(action as u8, byte);
            }
        }
    }
}

#[test]
fn who_made_the_last_ply_covers_it_and_the_other_one_less() {
    for plies in 0..=MAX_PLIES {
        for action in [Action::Resign, Action::Draw, Action::Ask] {
            for color in [Color::White, Color::Black] {
                assert_eq!(covered_plies(action, color, 0, plies), Some(plies));
            }
        }
        let [white, black] =
            [Color::White, Color::Black].map(|c| covered_plies(Action::Move, c, 0, plies));
        let expected = match plies {
            0 => (None, None),
            1 => (Some(1), None),
            odd if odd % 2 == 1 => (Some(plies), Some(plies - 1)),
            _ => (Some(plies - 1), Some(plies)),
        };
        assert_eq!((white, black), expected, "{plies}");
    }
}

#[test]
fn a_later_round_has_begins_and_leaves() {
    for round in [1, 2, 99, u16::MAX] {
        for plies in 0..=MAX_PLIES {
            for color in [Color::White, Color::Black] {
                let covered = |action| covered_plies(action, color, round, plies);
                assert_eq!(covered(Action::Leave), Some(0));
                for action in [Action::Resign, Action::Draw, Action::Ask] {
                    assert_eq!(covered(action), Some(plies));
                }
                let expected = match plies % 2 == 1 - color as usize {
                    true => plies,
                    false => plies.saturating_sub(1),
                };
                assert_eq!(covered(Action::Move), Some(expected), "{plies}");
            }
        }
    }
    let leave = covered_moves(Action::Leave, Color::White, 1, &[12, 28]);
    assert_eq!(leave, Ok(Some(&[][..])));
    let begin = covered_moves(Action::Move, Color::Black, 1, &[12, 28]);
    assert_eq!(begin, Ok(Some(&[][..])));
}

#[test]
fn the_covered_moves_end_with_a_whole_move() {
    // e2e4 b7a8=N c1c2
    let moves = [12, 28, 49, 56 | 0x40, 3, 2, 10];
    assert_eq!(count_plies(&moves), Ok(3));
    assert_eq!(
        covered_moves(Action::Move, Color::Black, 0, &moves),
        Ok(Some(&moves[..5]))
    );
    let two = &moves[..5];
    assert_eq!(
        covered_moves(Action::Move, Color::White, 0, two),
        Ok(Some(&moves[..2]))
    );
    assert_eq!(covered_moves(Action::Move, Color::White, 0, &[]), Ok(None));
    let cut = covered_moves(Action::Resign, Color::White, 0, &moves[..4]);
    assert_eq!(cut, Err(MovesError::Move { ply: 2 }));
}

#[test]
fn a_thousand_plies_and_no_more() {
    let moves = [12, 28].repeat(MAX_PLIES);
    assert_eq!(count_plies(&moves), Ok(1_000));
    assert_eq!(
        count_plies(&[12, 28].repeat(MAX_PLIES + 1)),
        Err(MovesError::TooMany)
    );
    // a mebibyte of anything also ends soon
    assert_eq!(
        count_plies(&vec![12; 1 << 20]),
        Err(MovesError::Move { ply: 1 })
    );
    assert_eq!(
        count_plies(&[12, 28].repeat(1 << 19)),
        Err(MovesError::TooMany)
    );
}

#[test]
fn a_key_is_32_bytes_not_zero_and_one_s_own() {
    let opponents = [7; 32];
    for len in (0..100).filter(|&len| len != 32) {
        assert_eq!(
            check_key(&vec![1; len], Some(&opponents)),
            Err(KeyError::Length)
        );
    }
    assert_eq!(check_key(&[0; 32], Some(&opponents)), Err(KeyError::Zero));
    assert_eq!(
        check_key(&opponents, Some(&opponents)),
        Err(KeyError::Opponents)
    );
    assert_eq!(check_key(&opponents, None), Ok(opponents));
    let mut last = [0; 32];
    last[31] = 1;
    assert_eq!(check_key(&last, Some(&opponents)), Ok(last));
}

#[test]
fn every_error_says_what_is_expected() {
    for (error, words) in [
        (ArgumentError::Length.to_string(), "65 bytes"),
        (ArgumentError::Action.to_string(), "4 (leave"),
        (KeyError::Length.to_string(), "32 bytes"),
        (KeyError::Zero.to_string(), "zero"),
        (KeyError::Opponents.to_string(), "opponent's"),
        (MovesError::Move { ply: 9 }.to_string(), "ply 9"),
        (MovesError::TooMany.to_string(), "1000"),
    ] {
        assert!(error.contains(words), "{error}");
    }
}
