//! Whole games from PGN files.

use shakmaty::san::San;
use shakmaty::{CastlingMode, Chess, Position};

macro_rules! games {
    ($($name:literal $title:literal)*) => {
        [$(($name, $title, include_str!(concat!("../../../interaction/games/", $name, ".pgn")))),*]
    };
}

/// Three games of grandmasters, and two with the moves that these lack.
pub const GAMES: [(&str, &str, &str); 5] = games! {
    "botvinnik-capablanca-1938"
    "Botvinnik, Mikhail – Capablanca, Jose Raul: AVRO, Rotterdam NED, 1938"
    "fischer-petrosian-1959"
    "Fischer, Robert James – Petrosian, Tigran: Candidates Tournament, Yugoslavia, 1959"
    "carlsen-nepomniachtchi-2021"
    "Carlsen, Magnus – Nepomniachtchi, Ian: World Championship, Dubai UAE, 2021"
    "en-passant-mate"
    "Gundersen, Gunnar – Faul, Albert: Casual game, Melbourne AUS, 1928"
    "stalemate"
    "The shortest stalemate, by Sam Loyd"
};

/// A file's moves; the file has no comments.
pub fn moves(pgn: &str) -> Vec<String> {
    let mut position = Chess::default();
    let lines = pgn.lines().filter(|line| !line.starts_with('['));
    let words = lines.flat_map(|line| line.split([' ', '.']));
    let moves = words.filter_map(|word| word.parse::<San>().ok());
    let mut of_san = |san: San| {
        let m = san.to_move(&position).expect("a legal move");
        position.play_unchecked(m);
        m.to_uci(CastlingMode::Standard).to_string()
    };
    moves.map(&mut of_san).collect()
}

/// A player's moves in a game.
pub fn moves_of(player: &str) -> String {
    let game = GAMES.iter().find(|game| game.0.starts_with(player));
    moves(game.expect("a game").2).join(" ")
}
