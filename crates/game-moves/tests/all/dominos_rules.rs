//! Dominos against an independent slow model, which tries every tile at both ends in both directions and checks the
//! whole line.

use crate::random::random_game;
use game_moves::{Game, GameMove, Outcome, dominos::State};
use serde_json::{Value, json};

fn json_of(state: &State) -> Value {
    serde_json::from_str(&state.to_json()).unwrap()
}

fn tiles(value: &Value) -> Vec<(i64, i64)> {
    let tile = |tile: &Value| (tile[0].as_i64().unwrap(), tile[1].as_i64().unwrap());
    value.as_array().unwrap().iter().map(tile).collect()
}

fn hands(state: &Value) -> Vec<Vec<(i64, i64)>> {
    state["hands"]
        .as_array()
        .unwrap()
        .iter()
        .map(tiles)
        .collect()
}

/// The legal moves in JSON, unordered.
fn moves(state: &Value) -> Vec<Value> {
    let (board, hands) = (tiles(&state["board"]), hands(state));
    let hand = &hands[state["turn"].as_u64().unwrap() as usize];
    let mut moves = Vec::new();
    if board.is_empty() {
        let all: Vec<_> = hands.concat();
        let double = all.iter().filter(|(a, b)| a == b).max();
        let lead = double
            .or(all.iter().max_by_key(|(a, b)| (a + b, *b)))
            .unwrap();
        let index = hand.iter().position(|tile| tile == lead).unwrap();
        return vec![json!({"end": "left", "flip": false, "tileIndex": index})];
    }
    for (index, &(a, b)) in hand.iter().enumerate() {
        for end in ["left", "right"] {
            for flip in [false, true] {
                let laid = if flip { (b, a) } else { (a, b) };
                let mut line = board.clone();
                if end == "left" {
                    line.insert(0, laid)
                } else {
                    line.push(laid)
                }
                if line.windows(2).all(|pair| pair[0].1 == pair[1].0) && !(flip && a == b) {
                    moves.push(json!({"end": end, "flip": flip, "tileIndex": index}));
                }
            }
        }
    }
    if moves.is_empty() {
        let index = if tiles(&state["boneyard"]).is_empty() {
            -2
        } else {
            -1
        };
        moves.push(json!({"end": "left", "flip": false, "tileIndex": index}));
    }
    moves
}

fn play(state: &mut Value, mv: &Value) {
    let turn = state["turn"].as_u64().unwrap() as usize;
    state["moveCount"] = (state["moveCount"].as_i64().unwrap() + 1).into();
    let mut board = tiles(&state["board"]);
    match mv["tileIndex"].as_i64().unwrap() {
        -1 => {
            let drawn = state["boneyard"].as_array_mut().unwrap().remove(0);
            state["hands"][turn].as_array_mut().unwrap().push(drawn);
            return;
        }
        -2 => state["passed"] = (state["passed"].as_i64().unwrap() + 1).into(),
        index => {
            let (a, b) = tiles(&state["hands"][turn])[index as usize];
            state["hands"][turn]
                .as_array_mut()
                .unwrap()
                .remove(index as usize);
            let laid = if mv["flip"] == true { (b, a) } else { (a, b) };
            if mv["end"] == "left" {
                board.insert(0, laid)
            } else {
                board.push(laid)
            }
            state["passed"] = 0.into();
        }
    }
    state["leftEnd"] = board[0].0.into();
    state["rightEnd"] = board[board.len() - 1].1.into();
    state["board"] = board.iter().map(|(a, b)| json!([a, b])).collect();
    if !tiles(&state["hands"][turn]).is_empty() {
        state["turn"] = ((turn + 1) % state["playerCount"].as_u64().unwrap() as usize).into();
    }
}

/// The outcome, from the hands.
fn outcome(state: &Value) -> Outcome {
    let hands = hands(state);
    if let Some(winner) = hands.iter().position(Vec::is_empty) {
        return Outcome::Won(winner as u8);
    }
    if state["passed"] != state["playerCount"] {
        return Outcome::Ongoing;
    }
    let pips: Vec<i64> = hands
        .iter()
        .map(|hand| hand.iter().map(|(a, b)| a + b).sum())
        .collect();
    let fewest = pips.iter().min().unwrap();
    match pips.iter().filter(|count| *count == fewest).count() {
        1 => Outcome::Won(pips.iter().position(|count| count == fewest).unwrap() as u8),
        _ => Outcome::Drawn,
    }
}

#[test]
fn random_games_follow_the_model() {
    let (mut moved, mut passes, mut draws, mut blocked) = (0, 0, 0, 0);
    for seed in 0..1_200 {
        let last = random_game::<State>(seed, 2000, |state, legal| {
            let before = json_of(state);
            assert_eq!(state.outcome(), outcome(&before));
            let mut expected = if legal.is_empty() {
                Vec::new()
            } else {
                moves(&before)
            };
            expected.sort_by_key(|mv| {
                game_moves::dominos::Move::read_json(&mv.to_string())
                    .unwrap()
                    .to_bytes()
            });
            let found: Vec<Value> = legal
                .iter()
                .map(|mv| serde_json::from_str(&mv.to_json()).unwrap())
                .collect();
            assert_eq!(found, expected, "{before}");
            for (mv, json) in legal.iter().zip(&expected) {
                let mut after = before.clone();
                play(&mut after, json);
                assert_eq!(json_of(&state.apply_legal(mv)), after, "{json} in {before}");
                moved += 1;
                passes += u32::from(json["tileIndex"] == -2);
            }
        });
        blocked += u32::from(last.passed() == last.player_count());
        draws += u32::from(last.outcome() == Outcome::Drawn);
    }
    let counts = format!("{moved} moves, {passes} passes, {blocked} blocked games, {draws} draws");
    assert!(
        moved > 10_000 && passes > 200 && blocked > 50 && draws >= 1,
        "{counts}"
    );
}

/// The deal is the shuffle of FORMAT.md in other words: the last of i + 1 tiles changes places with a drawn one.
#[test]
fn the_deal_follows_the_seed() {
    for (players, seed) in [(2u8, 1u32), (3, 99), (4, 2_147_483_647)] {
        let mut deck: Vec<(i64, i64)> = (0..7)
            .flat_map(|low| (low..7).map(move |high| (low, high)))
            .collect();
        let mut number = u128::from(seed);
        for i in (1..28).rev() {
            number = (1664525 * number + 1013904223) % (1 << 31);
            deck.swap(i, (number * (i as u128 + 1) / (1 << 31)) as usize);
        }
        let each = if players == 2 { 7 } else { 5 };
        let state = json_of(&State::new(players, seed).unwrap());
        assert_eq!(hands(&state).concat(), deck[..each * usize::from(players)]);
        assert_eq!(
            tiles(&state["boneyard"]),
            deck[each * usize::from(players)..]
        );
        assert_eq!(state["seed"], number as u64);
    }
    assert!(State::new(1, 0).is_err() && State::new(5, 0).is_err());
}
