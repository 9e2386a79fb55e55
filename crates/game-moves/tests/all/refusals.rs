//! Impossible positions and steps are refused, and the error names the field. `vectors` has the
//! input that isn't canonical.

use game_moves::json::Value;
use game_moves::{Game, GameMove, StepError, chess, ludo};

#[test]
fn objects_with_more_keys_than_any_game_has() {
    let object = |count: u32| {
        let keys = (0..count).map(|key| format!("\"{key}\":0"));
        Value::parse(&format!("{{{}}}", keys.collect::<Vec<_>>().join(",")))
    };
    assert!(object(16).is_ok());
    let refused = object(17).unwrap_err().to_string();
    assert!(
        refused.contains("an object has more than 16 keys"),
        "{refused}"
    );
}

/// Positions that are shortest as FEN.
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

/// Document 004's steps refuse in their order, each with a separate error.
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
