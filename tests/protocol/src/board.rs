//! The moves that chess allows: any of some kinds, or those of real games.

use std::collections::BTreeMap;

use crate::line::{Kind, Line};

/// The source of moves.
#[derive(Clone, Copy, Debug)]
pub enum Board {
    /// At every ply any of these; the last ply that the bounds allow ends the game.
    Any(&'static [Kind]),
    /// The plies that can follow each line of some real games.
    Listed(&'static BTreeMap<Line, Vec<Kind>>),
}

impl Board {
    /// The kinds of plies that can follow a line, up to a number of plies.
    pub fn next(self, line: Line, plies: usize) -> Vec<Kind> {
        if line.len() >= plies || line.last().is_some_and(Kind::is_last) {
            return vec![];
        }
        match self {
            Board::Any(kinds) => {
                let is_last = line.len() + 1 == plies;
                let mut kinds = kinds.to_vec();
                kinds.retain(|kind| !is_last || kind.is_last());
                kinds
            }
            Board::Listed(games) => games.get(&line).cloned().unwrap_or_default(),
        }
    }
}
