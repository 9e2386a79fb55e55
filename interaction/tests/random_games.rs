//! Random games, written as PGN by shakmaty, through the compiled contract: how each ends is
//! compared with shakmaty.

use chess_interaction::play::in_process::Chain;
use chess_interaction::{pgn, play::replay};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, EnPassantMode, Position};

/// A random game of at most `plies` moves.
struct RandomGame {
    pgn: String,
    plies: usize,
    end: Chess,
}

impl RandomGame {
    fn new(random: &mut fastrand::Rng, plies: usize) -> Self {
        let mut game = RandomGame {
            pgn: String::new(),
            plies: 0,
            end: Chess::default(),
        };
        while game.plies < plies && !game.end.is_game_over() {
            let legal = game.end.legal_moves();
            // captures often, so that games come to their end
            let captures: Vec<_> = legal.iter().filter(|m| m.is_capture()).collect();
            let capture = random.choice(captures).filter(|_| random.bool());
            let m = *capture.unwrap_or_else(|| random.choice(&legal).expect("a legal move"));
            let san = SanPlus::from_move_and_play_unchecked(&mut game.end, m);
            game.pgn += &format!("{san} ");
            game.plies += 1;
        }
        game.pgn += "*\n";
        game
    }

    /// The line that `replay` should print, without the game's number.
    fn expected(&self) -> String {
        let (state, reason, paid) = if self.end.is_checkmate() {
            match self.end.turn() {
                Color::White => (2, "Checkmate", "0 2"),
                Color::Black => (1, "Checkmate", "2 0"),
            }
        } else if self.end.is_stalemate() {
            (3, "Stalemate", "1 1")
        } else if self.end.is_insufficient_material() {
            (3, "DeadPosition", "1 1")
        } else {
            (0, "None", "0 0")
        };
        let fen = Fen::from_position(&self.end, EnPassantMode::Legal);
        let plies = self.plies;
        format!("plies {plies} state {state} reason {reason} fen {fen} paid {paid}")
    }
}

#[test]
fn random_games_end_as_shakmaty_says() {
    let artefacts = concat!(env!("CARGO_MANIFEST_DIR"), "/../output");
    let mut chain = Chain::start(artefacts.as_ref()).expect("the contracts are built");
    let mut random = fastrand::Rng::with_seed(1);
    // games that are over soon, by mate, stalemate and lack of material
    let mut games: Vec<RandomGame> = vec![];
    let mut add = |count: usize, wanted: &dyn Fn(&RandomGame) -> bool| {
        for _ in 0..count {
            let found = std::iter::repeat_with(|| RandomGame::new(&mut random, 400));
            games.extend(found.filter(wanted).take(1));
        }
    };
    add(3, &|game| game.end.is_checkmate() && game.plies < 40);
    add(1, &|game| game.end.is_stalemate() && game.plies < 130);
    add(1, &|game| {
        game.end.is_insufficient_material() && game.plies < 130
    });
    games.push(RandomGame::new(&mut random, 60));

    for game in games {
        let read = pgn::read(&game.pgn).next().unwrap().unwrap();
        let played = replay::replay(&mut chain, &read).unwrap();
        assert_eq!(played.to_string(), game.expected(), "{}", game.pgn);
    }
}
