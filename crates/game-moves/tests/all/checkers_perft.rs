//! Checkers: the number of games of each length equals the published one (A. Bik's table for English draughts).

use game_moves::{Game, checkers::State};

fn perft(state: &State, depth: u32) -> u64 {
    let moves = state.legal_moves();
    match depth {
        1 => moves.len() as u64,
        _ => moves
            .iter()
            .map(|mv| perft(&state.apply_legal(mv), depth - 1))
            .sum(),
    }
}

#[test]
fn perft_to_depth_eight() {
    let counts: Vec<u64> = (1..=8).map(|depth| perft(&State::new(), depth)).collect();
    assert_eq!(counts, [7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931]);
}
