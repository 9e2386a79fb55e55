//! The bundled games.

use crate::pgn::{self, Game};

/// A bundled game: its name on the command line, and its PGN.
pub struct Bundled {
    pub name: &'static str,
    pub pgn: &'static str,
}

impl Bundled {
    pub fn game(&self) -> Game {
        let game = pgn::read(self.pgn).next().and_then(Result::ok);
        game.expect("a test reads every bundled game")
    }
}

macro_rules! bundled {
    ($($name:literal),* $(,)?) => {
        [$(Bundled {
            name: $name,
            pgn: include_str!(concat!("../../games/", $name, ".pgn")),
        }),*]
    };
}

/// Every bundled game; the first is the default.
pub const BUNDLED: [Bundled; 13] = bundled![
    "opera",
    "immortal",
    "evergreen",
    "century",
    "king-hunt",
    "two-bishops",
    "en-passant-mate",
    "stalemate",
    "bogoljubov-alekhine-1922",
    "kasparov-topalov-1999",
    "carlsen-nepomniachtchi-2021",
    "botvinnik-capablanca-1938",
    "fischer-petrosian-1959",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::GameResult;
    use chess_rules::{Move, Outcome, Position};

    /// The last position of a game that is legal throughout.
    fn end(game: &Game) -> Position {
        let mut position = Position::START;
        for ply in &game.plies {
            assert!(position.is_legal(ply.mv), "{}", ply.san);
            position.apply(ply.mv);
        }
        position
    }

    #[test]
    fn every_bundled_game_is_one_legal_game_with_its_roster_and_result() {
        for bundled in &BUNDLED {
            let games: Result<Vec<_>, _> = pgn::read(bundled.pgn).collect();
            let [game] = &games.unwrap()[..] else {
                panic!("{} is not one game", bundled.name)
            };
            let roster = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
            let tags: Vec<_> = game.tags.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(tags, roster, "{}", bundled.name);
            let by_board = match end(game).outcome() {
                Outcome::Checkmate if game.plies.len() % 2 == 1 => GameResult::WhiteWins,
                Outcome::Checkmate => GameResult::BlackWins,
                Outcome::Stalemate => GameResult::Draw,
                _ => game.result,
            };
            assert_eq!(game.result, by_board, "{}", bundled.name);
            assert_ne!(game.result, GameResult::Unfinished, "{}", bundled.name);
            // a wrong move in the file would disagree with its marks for check and mate
            let mut position = Position::START;
            for ply in &game.plies {
                position.apply(ply.mv);
                let mate = position.outcome() == Outcome::Checkmate;
                let check = position.is_in_check(position.turn()) && !mate;
                let noted = (ply.san.ends_with('+'), ply.san.ends_with('#'));
                assert_eq!(noted, (check, mate), "{}: {}", bundled.name, ply.san);
            }
        }
    }

    #[test]
    fn the_games_show_every_special_move() {
        let all: Vec<_> = BUNDLED.iter().map(Bundled::game).collect();
        let plies = || all.iter().flat_map(|game| &game.plies);
        assert!(plies().any(|ply| ply.san == "O-O"));
        assert!(plies().any(|ply| ply.san == "O-O-O"));
        assert!(plies().any(|ply| ply.mv.promotion.is_some()));
        let en_passant = BUNDLED[6].game();
        let last: Move = "h5g6".parse().unwrap();
        assert_eq!(en_passant.plies.last().unwrap().mv, last);
        assert_eq!(BUNDLED[10].game().plies.len(), 271);
    }
}
