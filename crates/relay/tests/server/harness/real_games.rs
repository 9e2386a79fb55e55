//! The games that come with the project, as their players moved.

use std::path::PathBuf;

use chess_rules::Color;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Position};

use crate::harness::chess::moves;

/// A whole game.
#[derive(Clone)]
pub struct RealGame {
    /// Its moves in canonical binary.
    pub line: Vec<u8>,
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
}

/// All games in `interaction/games`, by the files' names.
pub fn real_games() -> Vec<RealGame> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../interaction/games");
    let files = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    let games = files
        .iter()
        .map(|file| read(&std::fs::read_to_string(file).unwrap()));
    games.collect()
}

/// A PGN file with one game, without comments.
fn read(pgn: &str) -> RealGame {
    let (mut position, mut line) = (Chess::default(), vec![]);
    let lines = pgn.lines().filter(|line| !line.starts_with('['));
    for word in lines.flat_map(str::split_whitespace) {
        let winner = match word {
            "1-0" => Some(Color::White),
            "0-1" => Some(Color::Black),
            "1/2-1/2" => None,
            _ => {
                // a move may follow its number without a space
                let san = word.rsplit('.').next().unwrap();
                if !san.is_empty() {
                    let san = SanPlus::from_ascii(san.as_bytes()).expect(word).san;
                    let mv = san.to_move(&position).expect(word);
                    line.extend(moves(&mv.to_uci(CastlingMode::Standard).to_string()));
                    position.play_unchecked(mv);
                }
                continue;
            }
        };
        return RealGame { line, winner };
    }
    panic!("a game without a result: {pgn}")
}
