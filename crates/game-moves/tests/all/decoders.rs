//! The property of every decoder for any input: an error, or a value whose encoding is the input. The fuzz
//! targets and the test of their first inputs share this file.

use game_moves::{
    Game, GameMove, Outcome, StepError, backgammon, checkers, chess, dominos, ludo, record,
};

/// A decoder's name, which is also its fuzz target's, and its check.
pub type Decoder = (&'static str, fn(&[u8]));

/// Every decoder that takes its input from outside.
pub const ALL: [Decoder; 9] = [
    ("moves_binary", moves_binary),
    ("moves_hex", moves_hex),
    ("moves_json", moves_json),
    ("state_chess", state::<chess::State>),
    ("state_checkers", state::<checkers::State>),
    ("state_backgammon", state::<backgammon::State>),
    ("state_ludo", state::<ludo::State>),
    ("state_dominos", state::<dominos::State>),
    ("game_file", game_file),
];

/// The input as a move in binary, of each of the games.
pub fn moves_binary(input: &[u8]) {
    fn check<M: GameMove>(input: &[u8]) {
        if let Ok((mv, used)) = M::decode(input) {
            assert_eq!(mv.to_bytes(), &input[..used]);
            assert_eq!(M::from_bytes(input).is_ok(), used == input.len());
            through_the_others(&mv);
        }
    }
    check::<chess::Move>(input);
    check::<checkers::Move>(input);
    check::<backgammon::Move>(input);
    check::<ludo::Move>(input);
    check::<dominos::Move>(input);
}

/// The input as a move in hex, of each of the games.
pub fn moves_hex(input: &[u8]) {
    fn check<M: GameMove>(input: &str) {
        if let Ok(mv) = M::from_hex(input) {
            assert_eq!(mv.to_hex(), input);
            through_the_others(&mv);
        }
    }
    let Ok(input) = core::str::from_utf8(input) else {
        return;
    };
    check::<chess::Move>(input);
    check::<checkers::Move>(input);
    check::<backgammon::Move>(input);
    check::<ludo::Move>(input);
    check::<dominos::Move>(input);
}

/// The input as a move in JSON, of each of the games.
pub fn moves_json(input: &[u8]) {
    fn check<M: GameMove>(input: &str) {
        let read = M::read_json(input);
        match M::from_json(input) {
            Ok(mv) => assert_eq!((mv.to_json().as_str(), Ok(&mv)), (input, read.as_ref())),
            Err(_) => assert!(read.as_ref().is_ok_and(|mv| mv.to_json() != input) || read.is_err()),
        }
        read.iter().for_each(through_the_others);
    }
    let Ok(input) = core::str::from_utf8(input) else {
        return;
    };
    check::<chess::Move>(input);
    check::<checkers::Move>(input);
    check::<backgammon::Move>(input);
    check::<ludo::Move>(input);
    check::<dominos::Move>(input);
}

fn through_the_others<M: GameMove>(mv: &M) {
    assert_eq!(M::from_bytes(&mv.to_bytes()).as_ref(), Ok(mv));
    assert_eq!(M::from_hex(&mv.to_hex()).as_ref(), Ok(mv));
    assert_eq!(M::from_json(&mv.to_json()).as_ref(), Ok(mv));
}

/// The input as a state in JSON. An accepted state can be played on: its legal moves and its roll lead to accepted
/// states.
pub fn state<G: Game>(input: &[u8]) {
    let Ok(input) = core::str::from_utf8(input) else {
        return;
    };
    let Ok(state) = G::read_json(input) else {
        return;
    };
    assert_eq!(G::from_json(input).is_ok(), state.to_json() == input);
    let again = |next: &G| {
        assert_eq!(
            G::from_json(&next.to_json()).as_ref(),
            Ok(next),
            "after {}",
            state.to_json()
        )
    };
    again(&state);
    // no game reaches the end of the counts
    if ["\"moveCount\":2147483647", "\"fullMoveNumber\":32000"]
        .iter()
        .any(|end| state.to_json().contains(end))
    {
        return;
    }
    let legal = state.legal_moves();
    let over = state.outcome() != Outcome::Ongoing;
    assert_eq!(legal.is_empty(), over || state.must_roll());
    for mv in &legal {
        again(&state.apply_legal(mv));
    }
    match state.roll() {
        Ok((_, next)) => again(&next),
        Err(error) => assert_eq!(error == StepError::GameOver, over),
    }
    for player in 0..4 {
        state.eliminate(player).iter().for_each(again);
    }
}

/// The input as a recorded game.
pub fn game_file(input: &[u8]) {
    let Ok(input) = core::str::from_utf8(input) else {
        return;
    };
    if let Ok(whole) = record::complete(input) {
        assert_eq!(record::complete(&whole).as_ref(), Ok(&whole));
        assert!(record::replay(&whole).is_ok());
    }
    if record::replay(input).is_ok() {
        assert!(record::complete(input).is_ok());
    }
}
