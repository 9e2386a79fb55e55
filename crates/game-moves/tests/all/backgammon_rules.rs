//! Backgammon against an independent brute force: it tries every way to play a roll, and at the end drops those that
//! play fewer dice than another.

use std::collections::BTreeSet;

use crate::random::{Start, random_game};
use game_moves::{
    Game, Outcome,
    backgammon::{State, Victory},
};

/// Checkers by their pips to go, 25 for the bar and 0 for off: the mover's and the opponent's, each in its owner's
/// count.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Position {
    mine: [u8; 26],
    theirs: [u8; 26],
}

impl Position {
    fn of(state: &State, player: u8) -> Self {
        let side = |player: u8| {
            let mut side = [0; 26];
            for point in 0..24 {
                let pips = if player == 0 { point + 1 } else { 24 - point };
                side[usize::from(pips)] = state.checkers(player, point);
            }
            side[0] = state.bear_off()[usize::from(player)];
            side[25] = state.bar()[usize::from(player)];
            side
        };
        Self {
            mine: side(player),
            theirs: side(1 - player),
        }
    }

    /// One checker, `pips` to go, moved by one die.
    fn moved(&self, pips: usize, die: usize) -> Option<Self> {
        let mut next = self.clone();
        if self.mine[pips] == 0 || (self.mine[25] > 0 && pips != 25) {
            return None;
        }
        next.mine[pips] -= 1;
        if pips > die {
            let there = 25 - (pips - die);
            match self.theirs[there] {
                0 => {}
                1 => {
                    next.theirs[there] = 0;
                    next.theirs[25] += 1;
                }
                _ => return None,
            }
            next.mine[pips - die] += 1;
        } else {
            let behind = &self.mine[pips + 1..];
            let exact_or_last = pips == die || behind.iter().all(|count| *count == 0);
            if self.mine[7..].iter().any(|count| *count > 0) || !exact_or_last {
                return None;
            }
            next.mine[0] += 1;
        }
        Some(next)
    }

    /// Every position after playing dice in this order, with the dice played.
    fn in_order(
        &self,
        dice: &[usize],
        played: Vec<usize>,
        found: &mut Vec<(Vec<usize>, Position)>,
    ) {
        found.push((played.clone(), self.clone()));
        if let [die, rest @ ..] = dice {
            for pips in 1..=25 {
                if let Some(next) = self.moved(pips, *die) {
                    next.in_order(rest, [&played[..], &[*die]].concat(), found);
                }
            }
        }
    }

    /// The positions after a roll.
    fn after(&self, [a, b]: [usize; 2]) -> BTreeSet<Position> {
        let mut found = Vec::new();
        if a == b {
            self.in_order(&[a; 4], Vec::new(), &mut found);
        } else {
            self.in_order(&[a, b], Vec::new(), &mut found);
            self.in_order(&[b, a], Vec::new(), &mut found);
        }
        let most = if a == b { 4 } else { 2 };
        // a player who has borne off everything need not play on
        let count = |(played, position): &(Vec<usize>, Position)| {
            if position.mine[0] == 15 {
                most
            } else {
                played.len()
            }
        };
        let best = found.iter().map(count).max().unwrap();
        found.retain(|item| count(item) == best);
        if best == 1 && a != b && found.iter().any(|(played, _)| played == &[a.max(b)]) {
            found.retain(|(played, _)| played == &[a.max(b)]);
        }
        found.into_iter().map(|(_, position)| position).collect()
    }
}

/// The crate's positions: move by move until the turn is over.
fn ends_of_turn(state: &State, player: u8, ends: &mut BTreeSet<Position>) {
    if state.turn() != player || state.must_roll() || state.outcome() != Outcome::Ongoing {
        ends.insert(Position::of(state, player));
        return;
    }
    for mv in state.legal_moves() {
        ends_of_turn(&state.apply_legal(&mv), player, ends);
    }
}

/// A state with this roll to play, from one of many seeds.
fn opening(dice: [u8; 2]) -> State {
    let rolled = |state: &State| state.dice() == dice;
    if dice[0] != dice[1] {
        return (0..10_000).map(State::new).find(rolled).unwrap();
    }
    // a double is never a first roll, so the starting position gets the seed of one
    let json = State::new(0).to_json();
    let mut value: serde_json::Value = serde_json::from_str(&json).unwrap();
    let before = (0..100_000)
        .find(|seed| {
            let (first, next) = game_moves::seed::roll_die(*seed);
            let (second, _) = game_moves::seed::roll_die(next);
            [first, second] == dice
        })
        .unwrap();
    value["seed"] = before.into();
    value["dice"] = serde_json::json!([]);
    value["remainingDice"] = serde_json::json!([]);
    value["moveCount"] = 2.into();
    let (rolled, state) = State::read_json(&value.to_string())
        .unwrap()
        .roll_dice()
        .unwrap();
    assert_eq!(rolled, dice);
    state
}

#[test]
fn positions_after_each_of_the_21_opening_rolls() {
    let mut counts = Vec::new();
    for high in 1..=6 {
        for low in 1..=high {
            let state = opening([high, low]);
            let mut ends = BTreeSet::new();
            ends_of_turn(&state, state.turn(), &mut ends);
            let brute_force = Position::of(&state, state.turn()).after([high.into(), low.into()]);
            assert_eq!(ends, brute_force, "{high}{low}");
            counts.push(ends.len());
        }
    }
    println!("11, 21, 22, 31, … 66: {counts:?}");
}

#[test]
fn rolls_of_random_games_lead_to_the_positions_of_the_brute_force() {
    let mut rolls = 0;
    for seed in 0..300 {
        random_game::<State>(seed, 2000, |state, legal| {
            let dice = state.dice();
            let all = if dice.len() == 2 && dice[0] == dice[1] {
                4
            } else {
                2
            };
            if legal.is_empty() || state.remaining_dice().len() != all {
                return;
            }
            let mut ends = BTreeSet::new();
            ends_of_turn(state, state.turn(), &mut ends);
            let roll = [dice[0].into(), dice[1].into()];
            assert_eq!(
                ends,
                Position::of(state, state.turn()).after(roll),
                "{}",
                state.to_json()
            );
            rolls += 1;
        });
    }
    assert!(rolls > 10_000, "{rolls}");
}

#[test]
fn a_roll_that_cannot_be_played_passes_the_turn() {
    let mut passed = 0;
    for seed in 0..300 {
        random_game::<State>(seed, 2000, |state, _| {
            let Ok((dice, next)) = state.roll_dice() else {
                return;
            };
            let position = Position::of(state, state.turn());
            let stuck =
                position.after([dice[0].into(), dice[1].into()]) == BTreeSet::from([position]);
            assert_eq!(next.turn() != state.turn(), stuck);
            assert_eq!(next.dice().is_empty(), stuck);
            passed += u32::from(stuck);
        });
    }
    assert!(passed > 100, "{passed}");
}

#[test]
fn games_are_won_single_by_gammon_and_by_backgammon() {
    let mut victories = [0; 4];
    for seed in 0..1_000 {
        let last = random_game::<State>(seed, 5_000, |_, _| {});
        let (winner, victory) = last.victory().unwrap();
        assert_eq!(last.outcome(), Outcome::Won(winner));
        let loser = Position::of(&last, 1 - winner);
        let expected = match (
            loser.mine[0],
            loser.mine[19..].iter().any(|count| *count > 0),
        ) {
            (1.., _) => Victory::Single,
            (0, false) => Victory::Gammon,
            (0, true) => Victory::Backgammon,
        };
        assert_eq!(victory, expected);
        victories[victory as usize] += 1;
    }
    assert!(
        victories[1..].iter().all(|count| *count > 0),
        "{victories:?}"
    );
}

/// Dice come from the seed's high bits: all of the 36 rolls are about equally frequent.
#[test]
fn every_roll_falls() {
    let mut counts = [[0u32; 6]; 6];
    let mut seed = 1;
    for _ in 0..36_000 {
        let (first, next) = game_moves::seed::roll_die(seed);
        let (second, next) = game_moves::seed::roll_die(next);
        counts[usize::from(first - 1)][usize::from(second - 1)] += 1;
        seed = next;
    }
    assert!(
        counts
            .iter()
            .flatten()
            .all(|count| (850..1150).contains(count)),
        "{counts:?}"
    );
    assert!(matches!(State::start(3).dice(), [a, b] if a != b));
}
