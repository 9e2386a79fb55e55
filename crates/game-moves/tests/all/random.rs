//! Seeded random games, the same for every test.
#![allow(dead_code)]

use game_moves::{Game, Outcome, backgammon, checkers, chess, dominos, ludo, seed};

/// A seeded source of choices.
pub struct Choices(pub u32);

impl Choices {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = seed::next(self.0);
        seed::below(self.0, n as u32) as usize
    }
}

/// The start of a random game.
pub trait Start: Game {
    fn start(seed: u32) -> Self;
}

impl Start for chess::State {
    fn start(_: u32) -> Self {
        Self::new()
    }
}

impl Start for checkers::State {
    fn start(_: u32) -> Self {
        Self::new()
    }
}

impl Start for backgammon::State {
    fn start(seed: u32) -> Self {
        Self::new(seed)
    }
}

impl Start for ludo::State {
    fn start(seed: u32) -> Self {
        Self::new(2 + (seed % 3) as u8, seed).unwrap()
    }
}

impl Start for dominos::State {
    fn start(seed: u32) -> Self {
        Self::new(2 + (seed % 3) as u8, seed).unwrap()
    }
}

/// Plays at most `most` random legal moves, and sometimes eliminates a player of ludo. Shows each
/// state in which a player moves with its legal moves, and the last state.
pub fn random_game<G: Start>(seed: u32, most: usize, mut see: impl FnMut(&G, &[G::Move])) -> G {
    let mut choices = Choices(seed ^ 0x5555_5555 & (seed::MODULUS - 1));
    let mut game = G::start(seed);
    for _ in 0..most {
        while game.must_roll() {
            see(&game, &[]);
            game = game.roll().unwrap().1;
        }
        let legal = game.legal_moves();
        assert_eq!(
            legal.is_empty(),
            game.outcome() != Outcome::Ongoing,
            "{game:?}"
        );
        if legal.is_empty() {
            break;
        }
        see(&game, &legal);
        if G::ID == game_moves::GameId::Ludo
            && choices.below(200) == 0
            && let Ok(next) = game.eliminate(choices.below(4) as u8)
        {
            game = next;
            continue;
        }
        game = game.apply_legal(&legal[choices.below(legal.len())]);
    }
    see(&game, &[]);
    game
}
