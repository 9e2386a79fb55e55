//! The parts of a contract that depend on its engine; everything else is common to both boards.

use chess_engine::{BoardGame, Move};
use multiversx_sc::{api::ManagedTypeApi, types::ManagedBuffer};

/// A board's engine in a contract.
pub trait Engine {
    /// Its games.
    type Game: BoardGame;
    /// The player's choice for a new game, as bytes that are stored before the game's.
    type Terms: Copy + AsRef<[u8]> + for<'a> TryFrom<&'a [u8]>;

    /// A search stops when less gas is left than this: it covers the rest of the call, and the costliest steps until the next look at
    /// the gas.
    const GAS_RESERVE: u64;
    /// After this number of nodes a search also stops in time to store its state, unless the gas should suffice to end it. Earlier,
    /// storing the state costs about as much as the search itself, and gas reserved for it would cut off searches that are nearly over.
    const KEPT_FROM: u32;
    /// Gas that the call needs after its search is stored.
    const GAS_TO_END: u64;
    /// Nodes that `moveNow` searches at least.
    const FEWEST_NODES: u32;
    /// The error for a number that is no square.
    const ERR_FROM: &'static str;
    const ERR_TO: &'static str;

    /// The bounds of the engine's search.
    ///
    /// # Errors
    /// In words, if there are no such terms.
    fn strength(terms: Self::Terms) -> Result<Strength, &'static str>;
    /// Whether the player has White.
    fn player_is_white(terms: Self::Terms) -> bool;
    /// A move's bytes in the history of its game; `None` without a history.
    fn history<M: ManagedTypeApi>(mv: Move) -> Option<ManagedBuffer<M>>;
}

/// How far the engine searches for a move.
#[derive(Clone, Copy)]
pub struct Strength {
    /// To this depth at most.
    pub depth: u8,
    /// The most nodes over all calls.
    pub nodes: u32,
    /// Entries of the table that a search leaves to the next one at most.
    pub memory: u16,
}
