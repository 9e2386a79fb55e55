//! The engine in this process, as an opponent.

use std::error::Error;

use minichess_engine::{Game, Search, mate_in};

use crate::play::{Answer, Opponent, play};

/// Searches natively.
pub struct Native {
    /// From 3 to 20.
    pub depth: u8,
}

impl Opponent for Native {
    fn answer(&mut self, game: &Game) -> Result<Answer, Box<dyn Error>> {
        let search = Search::new(game, self.depth);
        let mut search = search.ok_or("the depth is a number from 3 to 20")?;
        search.run(u32::MAX, |_| false);
        let answer = search.answer();
        let value = match mate_in(answer.score) {
            Some(moves) if moves > 0 => format!("mate in {moves}"),
            Some(moves) => format!("mated in {}", -moves),
            None => format!("{:+.2}", f64::from(answer.score) / 100.0),
        };
        Ok(Answer {
            mv: answer.best,
            remark: format!("{value} for Black, {} nodes", answer.nodes),
        })
    }
}

/// Plays in the terminal against the engine at a depth; the player is White.
///
/// # Errors
/// Names what is wrong with the position, and where nothing can be read or written.
pub fn run(depth: u8, fen: Option<&str>) -> Result<(), String> {
    let game = match fen {
        Some(fen) => Game::from_fen(fen).map_err(|e| format!("'{fen}': {e}"))?,
        None => Game::start(),
    };
    let (input, out) = (std::io::stdin(), std::io::stdout());
    let engine = &mut Native { depth };
    play(game, engine, &mut input.lock(), &mut out.lock()).map_err(|e| e.to_string())
}
