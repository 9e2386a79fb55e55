//! The vectors in `vectors/`, one file a game and one for the hashes: made here, compared by the tests, written by the
//! example `vectors`.

use std::collections::BTreeMap;

use game_moves::{
    Algorithm, Game, GameMove, Outcome, backgammon, checkers, chess, dominos, hex, ludo, record,
    seed,
};
use serde_json::{Value, json};

use crate::{
    bad::{self, BadMove, BadState, states_with},
    random::{self, Start, random_game},
    recorded::{bare_record, steps},
};

/// File names and contents.
pub fn all() -> BTreeMap<String, String> {
    let files = [
        game_vectors(bad::CHESS_MOVES, &chess::State::new(), bad::CHESS_STATES),
        game_vectors(
            bad::CHECKERS_MOVES,
            &checkers::State::new(),
            bad::CHECKERS_STATES,
        ),
        game_vectors(
            bad::BACKGAMMON_MOVES,
            &backgammon::State::new(0),
            bad::BACKGAMMON_STATES,
        ),
        game_vectors(
            bad::LUDO_MOVES,
            &ludo::State::new(2, 0).unwrap(),
            bad::LUDO_STATES,
        ),
        game_vectors(
            bad::DOMINOS_MOVES,
            &dominos::State::new(2, 0).unwrap(),
            bad::DOMINOS_STATES,
        ),
        ("hashes.json".to_owned(), hashes()),
        ("seeds.json".to_owned(), seeds()),
    ];
    files
        .map(|(name, value)| (name, spread(&value, 0) + "\n"))
        .into()
}

fn game_vectors<G: Start>(
    bad_moves: &[BadMove],
    good: &G,
    bad_states: &[BadState],
) -> (String, Value) {
    let mut moves = BTreeMap::new();
    let mut states = Vec::new();
    for seed in 0..12 {
        let mut shown = 0;
        random_game::<G>(seed, 120, |state, legal| {
            shown += 1;
            if shown % 31 == 1 + seed % 3 {
                states.push(state_vector(state));
            }
            for mv in legal.iter().skip(seed as usize % 5).step_by(11) {
                let vector = json!({"binary": hex::encode(&mv.to_bytes()), "hex": mv.to_hex(), "json": mv.to_json()});
                moves.insert(mv.to_bytes(), vector);
            }
        });
    }
    let moves: Vec<Value> = moves
        .into_values()
        .step_by(if G::ID == game_moves::GameId::Chess {
            9
        } else {
            2
        })
        .collect();
    let bad_move = |(format, input, field): &BadMove| json!({"field": field, "format": format, "input": input});
    let bad_state = |(state, field)| json!({"field": field, "json": state});
    let value = json!({
        "badMoves": bad_moves.iter().map(bad_move).collect::<Vec<_>>(),
        "badStates": states_with(&good.to_json(), bad_states).map(bad_state).collect::<Vec<_>>(),
        "game": G::ID.name(),
        "gameId": G::ID as u8,
        "games": games::<G>(),
        "goodMoves": moves,
        "goodStates": states,
    });
    (format!("{}.json", G::ID), value)
}

fn state_vector<G: Game>(state: &G) -> Value {
    let outcome = match state.outcome() {
        Outcome::Ongoing => "ongoing".to_owned(),
        Outcome::Won(player) => format!("won by {player}"),
        Outcome::Drawn => "drawn".to_owned(),
    };
    json!({
        "json": state.to_json(),
        "legalMoves": state.legal_moves().iter().map(GameMove::to_hex).collect::<Vec<_>>(),
        "mustRoll": state.must_roll(),
        "outcome": outcome,
        "poseidon": hex::encode(&state.hash(Algorithm::Poseidon)),
        "sha256": hex::encode(&state.hash(Algorithm::Sha256)),
        "turn": state.turn(),
    })
}

fn games<G: Start>() -> Vec<Value> {
    let mut games = vec![
        game::<G>(1, "sha256", 150, ""),
        game::<G>(2, "poseidon", 150, ""),
    ];
    if G::knows_agreed_draws() {
        games.push(game::<G>(3, "sha256", 10, "{\"draw\":\"agreed\"}\n"));
    }
    games
}

/// A recorded game, line by line, `end` after its steps.
fn game<G: Start>(seed: u32, algorithm: &str, most: usize, end: &str) -> Value {
    let (start, steps) = steps::<G>(seed, most);
    let bare = bare_record(&start, &steps) + end;
    let chosen = bare.replacen('{', &format!("{{\"algorithm\":\"{algorithm}\","), 1);
    record::complete(&chosen)
        .unwrap()
        .lines()
        .map(Value::from)
        .collect()
}

/// Messages of every length around the hashes' blocks.
fn hashes() -> Value {
    let message = |length: usize| -> Vec<u8> {
        let mut choices = random::Choices(length as u32);
        (0..length).map(|_| choices.below(256) as u8).collect()
    };
    let vector = |length| {
        let message = message(length);
        json!({
            "message": hex::encode(&message),
            "poseidon": hex::encode(&Algorithm::Poseidon.hash(&message)),
            "sha256": hex::encode(&Algorithm::Sha256.hash(&message)),
        })
    };
    (0..=130).map(vector).collect()
}

/// The generator's numbers and dice.
fn seeds() -> Value {
    let starts = [0, 1, 2, 12345, 1 << 30, seed::MODULUS - 1];
    let vector = |start: u32| {
        let mut number = start;
        let (mut numbers, mut dice) = (Vec::new(), Vec::new());
        for _ in 0..10 {
            let (die, next) = seed::roll_die(number);
            number = next;
            numbers.push(next);
            dice.push(die);
        }
        json!({"dice": dice, "next": numbers, "seed": start})
    };
    starts.map(vector).into_iter().collect()
}

/// JSON with a line for each element of the outer arrays.
fn spread(value: &Value, depth: usize) -> String {
    let (open, items, close): (_, Vec<String>, _) = match value {
        Value::Object(fields) if depth == 0 => {
            let field = |(key, value): (&String, &Value)| {
                format!("{}: {}", json!(key), spread(value, depth + 1))
            };
            ("{", fields.iter().map(field).collect(), "}")
        }
        Value::Array(items)
            if depth <= 1
                || items.iter().all(Value::is_string) && depth == 2 && items.len() > 20 =>
        {
            (
                "[",
                items.iter().map(|item| spread(item, depth + 1)).collect(),
                "]",
            )
        }
        _ => return value.to_string(),
    };
    let indent = "  ".repeat(depth + 1);
    format!(
        "{open}\n{indent}{}\n{}{close}",
        items.join(&format!(",\n{indent}")),
        "  ".repeat(depth)
    )
}
