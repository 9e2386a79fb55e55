//! The engine's strength over the same games every time; `make match` plays longer matches.

use chess_engine::{Game, chess};
use minichess_cli::bench;
use minichess_cli::matches::{Score, play_match};
use minichess_cli::player::Player;

fn score(a: Player, b: Player, games: u32, seed: u64) -> Score {
    play_match::<Game>(&a, &b, games, seed, |_| true).unwrap()
}

#[test]
fn it_beats_document_002_at_depths_3_and_20() {
    for depth in [3, 20] {
        let score = score(Player::Engine(3), Player::Greedy(depth), 100, 1);
        assert!(
            score.wins >= 95,
            "{} of 100 won at depth {depth}",
            score.wins
        );
    }
}

#[test]
fn two_plies_more_win() {
    let score = score(Player::Engine(5), Player::Engine(3), 40, 1);
    assert!(score.share() >= 0.7, "{}", score.share());
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let play = || score(Player::Engine(3), Player::Engine(4), 6, 9);
    assert_eq!(play(), play());
}

/// A change of the search shows here. After an intended change, write the new number and measure docs/engine.md
/// again.
#[test]
fn the_search_visits_the_same_nodes() {
    assert_eq!(bench::nodes::<Game>(8).iter().sum::<u32>(), 123_640);
    assert_eq!(bench::nodes::<chess::Game>(6).iter().sum::<u32>(), 74_555);
}

#[test]
fn more_nodes_win_at_chess() {
    let (a, b) = (Player::Nodes(2_000), Player::Nodes(300));
    let score = play_match::<chess::Game>(&a, &b, 20, 1, |_| true).unwrap();
    assert!(score.share() >= 0.7, "{}", score.share());
}
