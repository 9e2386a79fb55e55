//! Every legal move and every state of seeded random games, through every format and back.

use std::collections::HashMap;
use std::ops::Range;
use std::thread;

use crate::random::{Start, random_game};
use game_moves::{GameMove, Outcome, backgammon, checkers, chess, dominos, ludo};

const GAMES: u32 = 10_000;

/// The games in two parallel halves.
fn round_trips<G: Start>(most: usize, state_step: u32) {
    thread::scope(|scope| {
        scope.spawn(|| half::<G>(0..GAMES / 2, most, state_step));
        half::<G>(GAMES / 2..GAMES, most, state_step);
    });
}

/// Checks all moves of the games of these seeds, and the states of every `state_step`th game. For a move seen before,
/// it only checks that its bytes still mean the same move.
fn half<G: Start>(seeds: Range<u32>, most: usize, state_step: u32) {
    let games = seeds.len();
    let mut seen: HashMap<Vec<u8>, G::Move> = HashMap::new();
    let (mut moves, mut states, mut over) = (0u64, 0u64, 0u32);
    for seed in seeds {
        let last = random_game::<G>(seed, most, |state, legal| {
            let encoded: Vec<Vec<u8>> = legal.iter().map(GameMove::to_bytes).collect();
            assert!(
                encoded.is_sorted_by(|a, b| a < b),
                "legal moves are sorted and differ: {legal:?}"
            );
            for (mv, bytes) in legal.iter().zip(encoded) {
                if let Some(before) = seen.get(&bytes) {
                    assert_eq!(before, mv);
                    continue;
                }
                assert_eq!(G::Move::from_bytes(&bytes).as_ref(), Ok(mv));
                assert_eq!(G::Move::from_hex(&mv.to_hex()).as_ref(), Ok(mv));
                assert_eq!(G::Move::from_json(&mv.to_json()).as_ref(), Ok(mv));
                seen.insert(bytes, mv.clone());
            }
            moves += legal.len() as u64;
            if seed.is_multiple_of(state_step) {
                assert_eq!(
                    G::from_json(&state.to_json()).as_ref(),
                    Ok(state),
                    "{}",
                    state.to_json()
                );
                states += 1;
            }
        });
        over += u32::from(last.outcome() != Outcome::Ongoing);
    }
    let different = seen.len();
    println!(
        "{}: {games} games ({over} to their end), {moves} moves ({different} different), {states} states",
        G::ID
    );
}

#[test]
fn chess_games() {
    round_trips::<chess::State>(250, 100);
}

#[test]
fn checkers_games() {
    round_trips::<checkers::State>(300, 10);
}

#[test]
fn backgammon_games() {
    round_trips::<backgammon::State>(2000, 10);
}

#[test]
fn ludo_games() {
    round_trips::<ludo::State>(2000, 10);
}

#[test]
fn dominos_games() {
    round_trips::<dominos::State>(2000, 1);
}
