//! The commitment to a whole game, and recorded games.

use crate::{
    random::Start,
    recorded::{bare_record, steps},
};
use game_moves::{
    Algorithm, Chain, Game, Step, StepError, backgammon, checkers, chess, dominos, ludo, record,
};

/// The commitment to a game; `None` if a step doesn't follow.
fn committed<G: Game>(
    start: &G,
    steps: &[Step<G::Move>],
    algorithm: Algorithm,
) -> Option<[u8; 32]> {
    let (mut chain, mut state) = (Chain::new(start, algorithm), start.clone());
    for step in steps {
        state = step.apply(&state).ok()?;
        chain.add(step, &state);
    }
    Some(chain.value())
}

fn game_is_one_commitment<G: Start>(algorithm: Algorithm) {
    let (start, steps) = steps::<G>(7, 60);
    let mut chain = Chain::new(&start, algorithm);
    for (step, next) in &steps {
        chain.add(step, next);
    }
    let only: Vec<_> = steps.iter().map(|(step, _)| step.clone()).collect();
    let whole = committed(&start, &only, algorithm);
    assert_eq!(whole, Some(chain.value()));

    // without one step the commitment differs, or the steps don't follow
    for left_out in (0..only.len()).step_by(7) {
        let mut fewer = only.clone();
        fewer.remove(left_out);
        let other = committed(&start, &fewer, algorithm);
        assert_ne!(other, whole, "without step {left_out}");
    }
}

#[test]
fn every_game_is_one_commitment() {
    for algorithm in [Algorithm::Sha256, Algorithm::Poseidon] {
        game_is_one_commitment::<chess::State>(algorithm);
        game_is_one_commitment::<checkers::State>(algorithm);
        game_is_one_commitment::<backgammon::State>(algorithm);
        game_is_one_commitment::<ludo::State>(algorithm);
        game_is_one_commitment::<dominos::State>(algorithm);
    }
}

#[test]
fn dice_that_the_seed_does_not_give_are_refused() {
    let start = ludo::State::new(2, 0).unwrap();
    let (dice, _) = start.roll().unwrap();
    let wrong = Step::Roll {
        dice: vec![dice[0] % 6 + 1],
    };
    assert_eq!(wrong.apply(&start), Err(StepError::WrongDice));
}

fn record_is_checked_whole<G: Start>() {
    let (start, steps) = steps::<G>(3, 40);
    let whole = record::complete(&bare_record(&start, &steps)).unwrap();
    let summary = record::replay(&whole).unwrap();
    let (_, last) = &steps[steps.len() - 1];
    assert_eq!(
        (summary.steps, &summary.state),
        (steps.len(), &last.to_json())
    );
    assert_eq!(summary.hash, last.hash(Algorithm::Sha256));
    assert_eq!(record::complete(&whole).as_ref(), Ok(&whole));

    // a changed digit in any line's hash or chain, and any missing line, is found
    let lines: Vec<&str> = whole.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        let at = line.rfind("0x").unwrap() + 2;
        let digit = if line.as_bytes()[at] == b'0' {
            "1"
        } else {
            "0"
        };
        let forged = [&line[..at], digit, &line[at + 1..]].concat();
        let mut changed = lines.clone();
        changed[index] = &forged;
        assert_eq!(
            record::replay(&changed.join("\n")).unwrap_err().line,
            index + 1
        );
        let mut fewer = lines.clone();
        fewer.remove(index);
        assert!(
            record::replay(&fewer.join("\n")).is_err(),
            "without line {}",
            index + 1
        );
    }
}

#[test]
fn recorded_games_are_checked_completely() {
    record_is_checked_whole::<chess::State>();
    record_is_checked_whole::<checkers::State>();
    record_is_checked_whole::<backgammon::State>();
    record_is_checked_whole::<ludo::State>();
    record_is_checked_whole::<dominos::State>();
}
