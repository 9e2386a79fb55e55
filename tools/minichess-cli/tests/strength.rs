//! The engine's strength, over the same games every time; `make match` plays longer matches.

use minichess_cli::matches::{Player, play_match};

#[test]
fn it_beats_document_002_at_depths_3_and_20() {
    for depth in [3, 20] {
        let score = play_match(Player::Engine(3), Player::Greedy(depth), 100, 1);
        assert!(
            score.wins >= 95,
            "{} of 100 won at depth {depth}",
            score.wins
        );
    }
}

#[test]
fn two_plies_more_win() {
    let score = play_match(Player::Engine(5), Player::Engine(3), 40, 1);
    assert!(score.share() >= 0.7, "{}", score.share());
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let play = || play_match(Player::Engine(3), Player::Engine(4), 6, 9);
    assert_eq!(play(), play());
}

#[test]
fn players_are_parsed() {
    assert_eq!("5".parse(), Ok(Player::Engine(5)));
    assert_eq!("greedy:20".parse(), Ok(Player::Greedy(20)));
    for text in ["2", "21", "greedy:2", "x", "", "greedy:"] {
        assert!(text.parse::<Player>().is_err(), "{text}");
    }
}
