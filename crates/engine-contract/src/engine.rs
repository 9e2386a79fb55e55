//! The parts of a contract that depend on its engine; everything else is common to both boards.

use chess_engine::{BoardGame, Move};
use multiversx_sc::{api::ManagedTypeApi, types::ManagedBuffer};

/// A board's engine in a contract.
pub trait Engine {
    /// Its games.
    type Game: BoardGame;
    /// The player's choice for a new game, as bytes that are stored before the game.
    type Terms: Copy + AsRef<[u8]> + for<'a> TryFrom<&'a [u8]>;

    /// A search stops once less gas than this is left: enough for the rest of the call, and for the costliest steps
    /// until the next look at the gas.
    const GAS_RESERVE: u64;
    /// After this number of nodes a search also stops in time to store its state, unless the gas should suffice to end
    /// the search. Before that, storing the state costs about as much as the search itself, and gas reserved for it
    /// would cut off searches that are nearly over.
    const KEPT_FROM: u32;
    /// The gas that the call needs after its search is stored.
    const GAS_TO_END: u64;
    /// The least number of nodes that `moveNow` searches.
    const FEWEST_NODES: u32;
    /// The error for a number that isn't a square.
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

/// The bounds of the engine's search for a move.
#[derive(Clone, Copy)]
pub struct Strength {
    /// The greatest depth.
    pub depth: u8,
    /// The most nodes over all calls.
    pub nodes: u32,
    /// The most entries of the table that a search leaves to the next one.
    pub memory: u16,
}
