//! Ludo against an independent slow model: every player's path is a list of named squares, and tokens on squares with
//! the same name have met.

use crate::random::random_game;
use game_moves::{Game, Outcome, ludo::State};
use serde_json::{Value, json};

/// The names of a player's 57 squares, start to home.
fn way(player: usize, players: usize) -> Vec<String> {
    let corner = if players == 2 { [0, 2][player] } else { player };
    let ring = (0..51).map(|step| format!("ring {}", (corner * 13 + step) % 52));
    let own = (1..=5).map(|step| format!("column {step} of {player}"));
    ring.chain(own)
        .chain([format!("home of {player}")])
        .collect()
}

/// A state as its JSON.
struct Model(Value);

impl Model {
    fn number(&self, key: &str) -> i64 {
        self.0[key].as_i64().unwrap()
    }

    fn token(&self, player: i64, token: usize) -> i64 {
        self.0["tokens"][player as usize][token].as_i64().unwrap()
    }

    fn name(&self, player: i64, token: usize) -> Option<String> {
        let at = self.token(player, token);
        (at >= 0)
            .then(|| way(player as usize, self.number("playerCount") as usize)[at as usize].clone())
    }

    fn next_player(&mut self) {
        let mut turn = self.number("turn");
        loop {
            turn = (turn + 1) % self.number("playerCount");
            if self.0["eliminated"][turn as usize] == 0 {
                break;
            }
        }
        self.0["turn"] = turn.into();
        self.0["dice"] = 0.into();
        self.0["consecutiveSixes"] = 0.into();
    }

    /// (token, steps) of every legal move.
    fn moves(&self) -> Vec<(usize, i64)> {
        let (turn, dice) = (self.number("turn"), self.number("dice"));
        let mut moves = Vec::new();
        for token in 0..4 {
            let at = self.token(turn, token);
            if dice == 6 && at == -1 {
                moves.push((token, 0));
            }
            if dice != 0 && at != -1 && at + dice < 57 {
                moves.push((token, dice));
            }
        }
        moves
    }

    fn roll(&mut self) -> i64 {
        let seed = (1664525 * i128::from(self.number("seed")) + 1013904223).rem_euclid(1 << 31);
        let die = (seed * 6 / (1 << 31)) as i64 + 1;
        self.0["seed"] = (seed as i64).into();
        self.0["dice"] = die.into();
        let sixes = if die == 6 {
            self.number("consecutiveSixes") + 1
        } else {
            0
        };
        self.0["consecutiveSixes"] = sixes.into();
        if sixes == 3 {
            self.next_player();
        } else if self.moves().is_empty() {
            if die == 6 {
                self.0["dice"] = 0.into()
            } else {
                self.next_player()
            }
        }
        die
    }

    fn play(&mut self, token: usize, steps: i64) {
        let turn = self.number("turn");
        let at = self.token(turn, token);
        self.0["tokens"][turn as usize][token] = (if steps == 0 { 0 } else { at + steps }).into();
        self.0["moveCount"] = (self.number("moveCount") + 1).into();
        let landed = self.name(turn, token);
        for player in (0..self.number("playerCount")).filter(|player| *player != turn) {
            for theirs in 0..4 {
                if self.name(player, theirs) == landed {
                    self.0["tokens"][player as usize][theirs] = (-1).into();
                }
            }
        }
        if self.0["tokens"][turn as usize] == json!([56, 56, 56, 56]) {
            self.0["dice"] = 0.into();
            self.0["consecutiveSixes"] = 0.into();
        } else if self.number("dice") == 6 {
            self.0["dice"] = 0.into();
        } else {
            self.next_player();
        }
    }
}

fn model(state: &State) -> Model {
    Model(serde_json::from_str(&state.to_json()).unwrap())
}

#[test]
fn random_games_follow_the_model() {
    let (mut rolls, mut moves, mut captures) = (0, 0, 0);
    for seed in 0..100 {
        random_game::<State>(seed, 2000, |state, legal| {
            if state.must_roll() {
                let (die, next) = state.roll_dice().unwrap();
                let mut expected = model(state);
                assert_eq!(i64::from(die), expected.roll());
                assert_eq!(model(&next).0, expected.0);
                rolls += 1;
            }
            let expected: Vec<_> = legal
                .iter()
                .map(|mv| (usize::from(mv.token()), i64::from(mv.steps())))
                .collect();
            if state.outcome() == Outcome::Ongoing {
                assert_eq!(expected, model(state).moves());
            }
            for (mv, (token, steps)) in legal.iter().zip(expected) {
                let mut expected = model(state);
                expected.play(token, steps);
                let next = state.apply_legal(mv);
                assert_eq!(model(&next).0, expected.0, "{mv:?} in {}", state.to_json());
                let mut others = (0..state.player_count()).filter(|player| *player != state.turn());
                captures +=
                    u32::from(others.any(|player| next.tokens(player) != state.tokens(player)));
                moves += 1;
            }
        });
    }
    assert!(
        rolls > 20_000 && moves > 20_000 && captures > 500,
        "{rolls} rolls, {moves} moves, {captures} captures"
    );
}

#[test]
fn the_third_six_in_a_row_ends_the_turn_unplayed() {
    let mut third_sixes = 0;
    for seed in 0..100 {
        random_game::<State>(seed, 2000, |state, _| {
            if let Ok((6, next)) = state.roll_dice()
                && state.consecutive_sixes() == 2
            {
                assert_ne!(next.turn(), state.turn());
                assert_eq!((next.dice(), next.consecutive_sixes()), (0, 0));
                third_sixes += 1;
            }
        });
    }
    assert!(third_sixes > 50, "{third_sixes}");
}

#[test]
fn the_last_player_who_is_not_eliminated_wins() {
    let game = State::new(3, 1).unwrap();
    let two = game.eliminate(0).unwrap();
    assert_eq!((two.turn(), two.outcome()), (1, Outcome::Ongoing));
    assert_eq!(
        two.eliminate(0),
        Err(game_moves::StepError::CannotEliminate)
    );
    let one = two.eliminate(2).unwrap();
    assert_eq!(one.outcome(), Outcome::Won(1));
    assert_eq!(one.roll_dice(), Err(game_moves::StepError::GameOver));
    assert_eq!(one.eliminate(1), Err(game_moves::StepError::GameOver));
}
