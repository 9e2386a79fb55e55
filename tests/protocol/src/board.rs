//! Which moves chess allows: any of some kinds, or those of real openings.

use crate::line::{Kind, Line};

/// Where moves come from.
#[derive(Clone, Copy, Debug)]
pub enum Board {
    /// At every ply any of these.
    Any(&'static [Kind]),
}

impl Board {
    /// The kinds of plies that can follow a line, of at most so many plies; the last one ends the
    /// game.
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
        }
    }
}
