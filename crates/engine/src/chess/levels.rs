//! The levels of the contract enginechess: the nodes that the engine searches for a move. docs/engine.md has the
//! measured cost and strength. Level 4 is the highest that a transaction's 600,000,000 gas pays for in 99 of 100
//! moves.

/// A level's nodes, by its number from 1.
pub const NODES: [u32; 6] = [500, 1_500, 4_000, 26_000, 60_000, 200_000];

/// The nodes of a level, if there is such a level.
pub fn nodes_of(level: u8) -> Option<u32> {
    NODES.get((level as usize).wrapping_sub(1)).copied()
}
