//! The engine in this process, as an opponent.

use std::error::Error;

use chess_engine::{BoardSearch, MAX_DEPTH, MIN_DEPTH, mate_in};

use crate::play::{Opponent, Reply, Wish, play};
use crate::variant::Variant;

/// Searches natively, until it has got through a depth or has had its nodes.
#[derive(Clone, Copy, Debug)]
pub struct Native {
    /// From 3 to 20.
    pub depth: u8,
    /// At least 1.
    pub nodes: u32,
}

impl Native {
    /// Searches to a depth.
    pub fn to_depth(depth: u8) -> Self {
        let nodes = u32::MAX;
        Self { depth, nodes }
    }

    /// Searches so many nodes.
    pub fn with_nodes(nodes: u32) -> Self {
        let depth = MAX_DEPTH;
        Self { depth, nodes }
    }
}

impl<G: Variant> Opponent<G> for Native {
    fn reply(&mut self, game: &G, _wish: Wish) -> Result<Reply, Box<dyn Error>> {
        let search = BoardSearch::new(game, self.depth);
        let mut search = search
            .ok_or_else(|| format!("the depth is a number from {MIN_DEPTH} to {MAX_DEPTH}"))?;
        search.run(self.nodes, |_| false);
        let answer = search.answer();
        let value = match mate_in(answer.score) {
            Some(moves) if moves > 0 => format!("mate in {moves}"),
            Some(moves) => format!("mated in {}", -moves),
            None => format!("{:+.2}", f64::from(answer.score) / 100.0),
        };
        let engine = if game.white_moves() { "White" } else { "Black" };
        Ok(Reply::Moves {
            mv: answer.best,
            remark: format!("{value} for {engine}, {} nodes", answer.nodes),
        })
    }
}

/// Plays in the terminal against the engine.
///
/// # Errors
/// Names what is wrong with the position, and where nothing can be read or written.
pub fn run<G: Variant>(
    mut engine: Native,
    fen: Option<&str>,
    player_is_white: bool,
) -> Result<(), String> {
    let game = match fen {
        Some(fen) => G::from_fen(fen).map_err(|e| format!("'{fen}': {e}"))?,
        None => G::start(),
    };
    let (input, out) = (std::io::stdin(), std::io::stdout());
    let (mut input, mut out) = (input.lock(), out.lock());
    play(game, player_is_white, &mut engine, &mut input, &mut out).map_err(|e| e.to_string())
}
