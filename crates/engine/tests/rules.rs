//! The ends of games, and the search's limits.

mod games;

use chess_engine::{Draw, Game, Move, Outcome, Refusal, Search};
use fastrand::Rng;
use games::random_game;

fn game(fen: &str) -> Game {
    Game::from_fen(fen).unwrap()
}

fn play(game: &mut Game, moves: &[&str]) {
    for text in moves {
        game.play(Move::parse(text.as_bytes()).unwrap()).unwrap();
    }
}

#[test]
fn move_0_is_the_first() {
    let fen = Game::start().fen().to_string();
    let from_0 = fen.replace(" 0 1", " 0 0");
    assert_eq!(game(&from_0).fen().to_string(), fen);
}

#[test]
fn the_third_time_is_a_draw() {
    let mut game = Game::start();
    let shuffle = ["e1f3", "e6f4", "f3e1", "f4e6"];
    play(&mut game, &shuffle);
    assert_eq!(game.outcome(), Outcome::Ongoing);
    play(&mut game, &shuffle);
    assert_eq!(game.outcome(), Outcome::Drawn(Draw::Repetition));
    assert_eq!(game.play(Move::parse(b"e2e3").unwrap()), Err(Refusal::Over));
}

#[test]
fn a_position_with_another_en_passant_right_is_another_position() {
    // After b2b4 the pawn on a4 may capture on b3; a move later it may not.
    let mut game = game("5k/r5/p5/6/1P4/R4K w - - 0 1");
    play(&mut game, &["b2b4"]);
    assert_eq!(game.position().en_passant(), 29);
    let shuffle = ["f6e6", "f1e1", "e6f6", "e1f1"];
    play(&mut game, &shuffle);
    play(&mut game, &shuffle);
    assert_eq!(game.outcome(), Outcome::Ongoing);
    play(&mut game, &shuffle[..1]);
    assert_eq!(game.outcome(), Outcome::Drawn(Draw::Repetition));
}

#[test]
fn the_move_limits_end_the_game() {
    let mut fifty = game("1k4/6/6/6/6/R4K w - - 99 100");
    play(&mut fifty, &["f1f2"]);
    assert_eq!(fifty.outcome(), Outcome::Drawn(Draw::FiftyMoves));
    let mut long = game("1k4/6/6/6/1P4/R4K b - - 3 200");
    play(&mut long, &["b6c6"]);
    assert_eq!(long.outcome(), Outcome::Drawn(Draw::MoveLimit));
}

#[test]
fn mate_takes_precedence_over_the_fifty_moves() {
    let mut game = game("k5/6/1K4/6/6/5R w - - 99 100");
    play(&mut game, &["f1f6"]);
    assert_eq!(game.outcome(), Outcome::WhiteWins);
}

#[test]
fn material_that_cannot_mate_is_a_draw() {
    for (fen, dead) in [
        ("k5/6/6/6/6/K5 w - - 0 1", true),
        ("k5/6/6/6/6/K4N w - - 0 1", true),
        ("1k4/6/6/6/6/K4b w - - 0 1", true),
        ("1k2b1/6/6/6/6/K4B w - - 0 1", true),
        ("1k3b/6/6/6/6/K4B w - - 0 1", false),
        ("k4n/6/6/6/6/K4N w - - 0 1", false),
        ("k5/5p/6/6/6/K5 w - - 0 1", false),
    ] {
        let drawn = game(fen).outcome() == Outcome::Drawn(Draw::DeadPosition);
        assert_eq!(drawn, dead, "{fen}");
    }
}

#[test]
fn the_engine_plays_legal_moves_until_the_end() {
    let mut random = Rng::with_seed(5);
    for _ in 0..30 {
        let mut game = random_game(&mut random);
        while game.outcome() == Outcome::Ongoing {
            let mut search = Search::new(&game, 3).unwrap();
            search.run(u32::MAX, |_| false);
            game.play(search.answer().best).unwrap(); // an illegal move would be refused
        }
        assert!(
            Search::new(&game, 3).is_none(),
            "nothing to search after the end"
        );
    }
}

#[test]
fn games_survive_their_encoding() {
    let mut random = Rng::with_seed(6);
    for _ in 0..300 {
        let game = random_game(&mut random);
        let mut bytes = [0; chess_engine::MAX_GAME_BYTES];
        let len = game.encode(&mut bytes);
        let again = Game::decode(&bytes[..len]).unwrap();
        let mut once_more = [0; chess_engine::MAX_GAME_BYTES];
        assert_eq!(again.encode(&mut once_more), len);
        assert_eq!(once_more, bytes);
        assert_eq!(again.fen().to_string(), game.fen().to_string());
    }
}
