//! Reads PGN texts, each a JSON string on a line of standard input, and answers each with a line: its
//! games and the error that ended them. The tests compare the answers with other programs'.

use chess_interaction::pgn::{self, GameResult};
use serde_json::json;

fn main() -> std::io::Result<()> {
    for line in std::io::stdin().lines() {
        let text: String = serde_json::from_str(&line?)?;
        let (mut games, mut error) = (vec![], None);
        for read in pgn::read(&text) {
            match read {
                Ok(game) => {
                    let moves: Vec<_> = game.plies.iter().map(|ply| ply.mv.to_string()).collect();
                    let result = match game.result {
                        GameResult::WhiteWins => "1-0",
                        GameResult::BlackWins => "0-1",
                        GameResult::Draw => "1/2-1/2",
                        GameResult::Unfinished => "*",
                    };
                    games.push(json!({"tags": game.tags, "moves": moves, "result": result}));
                }
                Err(message) => error = Some(message),
            }
        }
        println!("{}", json!({"games": games, "error": error}));
    }
    Ok(())
}
