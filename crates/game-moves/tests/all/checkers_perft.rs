//! Checkers: the number of games of each length equals the published one (A. Bik's table for English draughts).

use game_moves::{Game, checkers::State};

/// Adds the number of moves of each ply, from this position on.
fn count(state: &State, counts: &mut [u64]) {
    let Some((here, deeper)) = counts.split_first_mut() else {
        return;
    };
    let moves = state.legal_moves();
    *here += moves.len() as u64;
    if !deeper.is_empty() {
        for mv in &moves {
            count(&state.apply_legal(mv), deeper);
        }
    }
}

#[test]
fn perft_to_depth_nine() {
    let mut counts = [0; 9];
    count(&State::new(), &mut counts);
    let published = [
        7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680,
    ];
    assert_eq!(counts, published);
}
