//! Seeded random games.

use chess_engine::{Game, Outcome};

use fastrand::Rng;

/// A game after some random moves, not over.
pub fn random_game(random: &mut Rng) -> Game {
    loop {
        let mut game = Game::start();
        let plies = random.usize(..60);
        for _ in 0..plies {
            let moves = game.legal_moves();
            let moves = moves.as_slice();
            if moves.is_empty() {
                break;
            }
            game.play(moves[random.usize(..moves.len())]).unwrap();
        }
        if game.outcome() == Outcome::Ongoing {
            return game;
        }
    }
}
