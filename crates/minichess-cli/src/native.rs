//! The engine in this process, as an opponent.

use std::error::Error;

use chess_engine::{
    Answer, BoardSearch, MAX_DEPTH, MAX_STATE_BYTES, MIN_DEPTH, Root, mate_in, memory_of,
};

use crate::play::{Opponent, Reply, Wish, play};
use crate::variant::Variant;

/// Why there is no move.
const OVER: &str = "the game is over";

/// The engine in a game, as in the contract enginechess: with a number of nodes for each move, and with the memory of
/// the search for its last move.
#[derive(Clone, Debug)]
pub struct Remembering {
    /// At least 1.
    pub nodes: u32,
    memory: Vec<u8>,
}

impl Remembering {
    /// The engine before its first move.
    pub fn new(nodes: u32) -> Self {
        let memory = Vec::new();
        Self { nodes, memory }
    }

    /// The memory of the search for its last move; empty before the first.
    pub fn memory(&self) -> &[u8] {
        &self.memory
    }

    /// Searches for its move in a game; `None` if the game is over.
    pub fn search<G: Root>(&mut self, game: &G) -> Option<Answer> {
        let mut search = BoardSearch::new(game, MAX_DEPTH)?;
        if !self.memory.is_empty() {
            search.remember(&self.memory).ok()?;
        }
        search.run(self.nodes, |_| false);
        let mut bytes = [0; MAX_STATE_BYTES];
        let len = search.leave(memory_of(self.nodes), &mut bytes);
        self.memory = bytes[..len].to_vec();
        Some(search.answer())
    }
}

/// The engine, by the bound of its search for a move.
#[derive(Clone, Debug)]
pub enum Native {
    /// A depth from 3 to 20.
    ToDepth(u8),
    /// A number of nodes.
    Nodes(u32),
    /// A number of nodes, with its memory, as in the contract enginechess.
    Remembers(Remembering),
}

impl Native {
    /// An engine with this number of nodes that remembers its last search.
    pub fn with_nodes(nodes: u32) -> Self {
        Self::Remembers(Remembering::new(nodes))
    }

    /// Begins another game and forgets the last one.
    pub fn begin_game(&mut self) {
        if let Self::Remembers(engine) = self {
            *engine = Remembering::new(engine.nodes);
        }
    }

    /// Searches for its move in a game.
    ///
    /// # Errors
    /// The game is over, or there is no such depth.
    pub fn search<G: Root>(&mut self, game: &G) -> Result<Answer, String> {
        let (depth, nodes) = match self {
            Self::ToDepth(depth) => (*depth, u32::MAX),
            Self::Nodes(nodes) => (MAX_DEPTH, *nodes),
            Self::Remembers(engine) => return Ok(engine.search(game).ok_or(OVER)?),
        };
        if !(MIN_DEPTH..=MAX_DEPTH).contains(&depth) {
            return Err(format!(
                "the depth is a number from {MIN_DEPTH} to {MAX_DEPTH}"
            ));
        }
        let mut search = BoardSearch::new(game, depth).ok_or(OVER)?;
        search.run(nodes, |_| false);
        Ok(search.answer())
    }
}

impl<G: Variant> Opponent<G> for Native {
    fn reply(&mut self, game: &G, _wish: Wish) -> Result<Reply, Box<dyn Error>> {
        let answer = self.search(game)?;
        let value = match mate_in(answer.score) {
            Some(moves) if moves > 0 => format!("mate in {moves}"),
            Some(moves) => format!("mated in {}", -moves),
            None => format!("{:+.2}", f64::from(answer.score) / 100.0),
        };
        let engine = if game.white_to_move() {
            "White"
        } else {
            "Black"
        };
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
