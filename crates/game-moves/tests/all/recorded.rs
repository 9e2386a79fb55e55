//! Random games with their steps, and as JSON lines.

use crate::random::{Start, random_game};
use game_moves::{Game, GameMove, Step};

/// Steps, each with the state after it.
pub type Steps<G> = [(Step<<G as Game>::Move>, G)];

/// A random game's start and its steps.
pub fn steps<G: Start>(seed: u32, most: usize) -> (G, Box<Steps<G>>) {
    let mut states = Vec::new();
    random_game::<G>(seed, most, |state, _| states.push(state.clone()));
    let start = G::start(seed);
    let mut state = start.clone();
    let mut steps = Vec::new();
    for next in &states {
        if *next == state {
            continue;
        }
        let step = step_between(&state, next);
        steps.push((step, next.clone()));
        state = next.clone();
    }
    (start, steps.into())
}

/// The step from one state of a random game to the next shown one, if only one thing happened.
fn step_between<G: Start>(state: &G, next: &G) -> Step<G::Move> {
    if let Ok((dice, rolled)) = state.roll()
        && rolled == *next
    {
        return Step::Roll { dice };
    }
    if let Some(mv) = state
        .legal_moves()
        .into_iter()
        .find(|mv| state.apply_legal(mv) == *next)
    {
        return Step::Move {
            player: state.turn(),
            mv,
        };
    }
    let player = (0..4).find(|player| state.eliminate(*player).as_ref() == Ok(next));
    Step::Eliminate {
        player: player.expect("states follow one another"),
    }
}

/// A game without hashes, as JSON lines.
pub fn bare_record<G: Start>(start: &G, steps: &Steps<G>) -> String {
    let mut lines = format!("{{\"game\":\"{}\",\"state\":{}}}\n", G::ID, start.to_json());
    for (step, _) in steps {
        lines += &match step {
            Step::Move { player, mv } => {
                format!("{{\"move\":{},\"player\":{player}}}\n", mv.to_json())
            }
            Step::Roll { dice } => format!("{{\"dice\":{dice:?}}}\n"),
            Step::Eliminate { player } => format!("{{\"eliminate\":{player}}}\n"),
            Step::Draw => "{\"draw\":\"agreed\"}\n".to_owned(),
        };
    }
    lines
}
