//! Input that is not canonical or not possible is refused, and the error names the field.

use crate::bad::{self, BadMove, BadState, states_with};
use game_moves::{
    Game, GameMove, StepError, backgammon, checkers, chess, dominos, hex, json::JsonError, ludo,
};

fn moves_are_refused<M: GameMove>(bad: &[BadMove]) {
    for (format, input, field) in bad {
        let named = match *format {
            "binary" => M::from_bytes(&hex::decode(input).unwrap())
                .unwrap_err()
                .field
                .to_owned(),
            "hex" => M::from_hex(input).unwrap_err().field.to_owned(),
            _ => M::from_json(input).unwrap_err().field,
        };
        assert_eq!(&named, field, "{format} {input}");
    }
}

fn states_are_refused<G: Game>(good: &G, bad: &[BadState]) {
    for (state, field) in states_with(&good.to_json(), bad) {
        let error: JsonError = G::from_json(&state).expect_err(&state);
        assert_eq!(error.field, field, "{error} in {state}");
    }
}

#[test]
fn moves() {
    moves_are_refused::<chess::Move>(bad::CHESS_MOVES);
    moves_are_refused::<checkers::Move>(bad::CHECKERS_MOVES);
    moves_are_refused::<backgammon::Move>(bad::BACKGAMMON_MOVES);
    moves_are_refused::<ludo::Move>(bad::LUDO_MOVES);
    moves_are_refused::<dominos::Move>(bad::DOMINOS_MOVES);
}

#[test]
fn states() {
    states_are_refused(&chess::State::new(), bad::CHESS_STATES);
    states_are_refused(&checkers::State::new(), bad::CHECKERS_STATES);
    states_are_refused(&backgammon::State::new(0), bad::BACKGAMMON_STATES);
    states_are_refused(&ludo::State::new(2, 0).unwrap(), bad::LUDO_STATES);
    states_are_refused(&dominos::State::new(2, 0).unwrap(), bad::DOMINOS_STATES);
}

/// Positions that only a FEN shows shortly.
#[test]
fn chess_positions_that_no_game_has() {
    let field = |fen: &str| {
        chess::State::try_from(fen.parse::<chess::Position>().unwrap()).map_err(|error| error.field)
    };
    assert_eq!(field("4k3/8/8/8/8/8/8/4KR2 w - - 0 1").map(|_| ()), Ok(()));
    assert_eq!(field("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1"), Err("board")); // Black has left the king in check
    assert_eq!(
        field("4k3/8/8/8/8/8/8/4KR2 w - - 1 1"),
        Err("halfMoveClock")
    );
    assert_eq!(
        field("4k3/8/8/8/8/8/8/4KR2 w - - 151 100"),
        Err("halfMoveClock")
    );
    assert_eq!(
        field("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2").map(|_| ()),
        Ok(())
    );
    assert_eq!(
        field("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 1 2"),
        Err("halfMoveClock")
    );
}

/// Document 004's steps refuse in their order, each with an error of its own.
#[test]
fn validation_steps() {
    use game_moves::Algorithm::Sha256;

    let start = chess::State::new();
    let play = |state: &chess::State, text: &str| {
        let mv = chess::Move::try_from(text.parse::<chess_rules::Move>().unwrap()).unwrap();
        state.submit(state.turn(), &mv, Sha256)
    };
    let e4 = chess::Move::from_hex("0x0C1C00").unwrap();
    assert_eq!(
        start.submit(1, &e4, Sha256),
        Err(StepError::NotYourTurn { turn: 0 })
    );
    assert_eq!(play(&start, "e2e5"), Err(StepError::IllegalMove));
    let mut state = start;
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        let (next, hash) = play(&state, text).unwrap();
        assert_eq!(hash, next.hash(Sha256));
        state = next;
    }
    assert_eq!(state.outcome(), game_moves::Outcome::Won(1));
    assert_eq!(state.submit(0, &e4, Sha256), Err(StepError::GameOver));
    assert_eq!(state.submit(1, &e4, Sha256), Err(StepError::GameOver));

    let before_roll = ludo::State::new(2, 0).unwrap();
    assert_eq!(
        before_roll.submit(0, &ludo::Move::new(0, 0).unwrap(), Sha256),
        Err(StepError::RollFirst)
    );
    assert_eq!(chess::State::new().roll(), Err(StepError::NothingToRoll));
    assert_eq!(
        chess::State::new().eliminate(0),
        Err(StepError::CannotEliminate)
    );
}

/// `serde` gives and takes the same shape in any format that serde knows.
#[test]
fn serde_has_the_same_shape() {
    let state = ludo::State::new(3, 9).unwrap();
    let value = serde_json::to_value(&state).unwrap();
    assert_eq!(
        value,
        serde_json::from_str::<serde_json::Value>(&state.to_json()).unwrap()
    );
    assert_eq!(serde_json::from_value::<ludo::State>(value).unwrap(), state);

    let moves = vec![
        chess::Move::from_hex("0x0C1C00").unwrap(),
        chess::Move::from_hex("0x343C01").unwrap(),
    ];
    let json = serde_json::to_string(&moves).unwrap();
    assert_eq!(
        serde_json::from_str::<Vec<chess::Move>>(&json).unwrap(),
        moves
    );
    let error = serde_json::from_str::<ludo::Move>(r#"{"steps":9,"tokenIndex":0}"#).unwrap_err();
    assert!(
        error.to_string().starts_with("steps: must be 0 to 6"),
        "{error}"
    );
}
